import type { DatabaseSync } from 'node:sqlite';
import { accountWrites } from '../accounts/account-writes.ts';
import { claimWrites } from '../memories/claims.ts';
import { commitWrites } from '../memories/commit.ts';
import { requestLogWrites } from '../requests/request-log-writes.ts';
import { usageWrites } from '../usage/usage-writes.ts';

/** Everything that changes the store. */
export const writes = {
  ...accountWrites,
  ...claimWrites,
  ...commitWrites,
  ...requestLogWrites,
  ...usageWrites,
};

/** The same for callers on other threads: without the connection, which the writer thread has. */
export type WriterOperations = {
  [Name in keyof typeof writes]: (typeof writes)[Name] extends (
    db: DatabaseSync,
    ...argument: infer Argument
  ) => infer Result
    ? (...argument: Argument) => Result
    : never;
};
