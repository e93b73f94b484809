import { expect, it } from 'vitest';
import { toAccount } from './stored-account.ts';

it('an account that an earlier version stored is not suspended', () => {
  const limits = { memoryWrites: null, memorySearches: null, endUsers: null };
  const account = { email: 'a@b.c', phone: null, plan: 'free' as const, limits, createdAt: 5 };
  const document = { ...account, _id: 'acct_ana', emailFolded: 'a@b.c', passwordHash: 'hash' };
  expect(toAccount(document)).toEqual({ ...account, id: 'acct_ana', suspendedAt: null });
});
