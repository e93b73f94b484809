import { describe } from 'vitest';
import { createTestStore } from '../../../test/create-test-store.ts';
import { type MemoryStoreUnderTest, useMemoryStore } from '../../../test/memory-store-steps.ts';
import type { Clock } from '../../ports/clock.ts';
import { describeExpiry } from './expiry.contract.ts';
import { describeMemoryStore } from './memory-store.contract.ts';

describeMemoryStore('SQLite', ({ now }) => createTestStore({ now }));

const overBudget = ({ now }: Clock): Promise<MemoryStoreUnderTest> => createTestStore({ cacheBytes: 1, now });
describeMemoryStore('SQLite without room for vectors in memory', overBudget, { findsOnly: true });
describe('SQLite without room for vectors in memory', () => describeExpiry(useMemoryStore(overBudget)));
