import { createTestStore } from '../../../../test/create-test-store.ts';
import { describeAccountStore } from '../../../ports/account-store.contract.ts';

describeAccountStore('sqlite', async () => {
  const { accounts, close } = await createTestStore();
  return { store: accounts, close };
});
