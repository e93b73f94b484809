import { hash as digest } from 'node:crypto';
import type { PasswordHasher } from '../src/domain/accounts/account-records.ts';

/** Takes no time. The real hasher has a test of its own, and the tests that start processes log in with it. */
export const quickPasswords: PasswordHasher = {
  hash: async (password) => digest('sha256', password),
  verify: async (password, passwordHash) => digest('sha256', password) === passwordHash,
  dummyHash: 'no hash',
};
