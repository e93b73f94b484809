import { describeAccountStore } from '../src/ports/account-store.contract.ts';
import { createInMemoryAccountStore } from './in-memory-account-store.ts';

describeAccountStore('in memory', async () => ({ store: createInMemoryAccountStore(), close: async () => {} }));
