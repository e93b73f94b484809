import type { DatabaseSync } from 'node:sqlite';
import { accountWrites } from '../accounts/account-writes.ts';
import { deletionWrites } from '../accounts/deletion-writes.ts';
import { auditWrites } from '../audit/audit-writes.ts';
import { eraseDeleted } from '../connection/erasures.ts';
import { memoryDeletionWrites } from '../deletions/memory-deletion-writes.ts';
import { claimWrites } from '../memories/claims.ts';
import { commitWrites } from '../memories/commit.ts';
import { requestLogWrites } from '../requests/request-log-writes.ts';
import { usageWrites } from '../usage/usage-writes.ts';
import { webhookWrites } from '../webhooks/webhook-writes.ts';

/** The operations that change the store. */
export const writes = {
  ...accountWrites,
  ...auditWrites,
  ...claimWrites,
  ...commitWrites,
  ...deletionWrites,
  ...memoryDeletionWrites,
  ...requestLogWrites,
  ...usageWrites,
  ...webhookWrites,
  eraseDeleted,
};

/** The operations that run outside of transactions. */
export const ownTransaction: ReadonlySet<string> = new Set<keyof typeof writes>(['eraseDeleted']);

/** The operations for callers on other threads, without the connection. */
export type WriterOperations = {
  [Name in keyof typeof writes]: (typeof writes)[Name] extends (
    db: DatabaseSync,
    ...argument: infer Argument
  ) => infer Result
    ? (...argument: Argument) => Result
    : never;
};
