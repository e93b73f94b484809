import type { DatabaseSync } from 'node:sqlite';
import type { AuditEvent } from '../../../ports/audit-log.ts';
import { findAccountNumber } from '../accounts/account-numbers.ts';
import { prepare } from '../connection/prepare.ts';

/** The maximum of rows that one write deletes, because other writes wait in the meantime. */
const maxPurged = 5_000;

export const auditWrites = {
  appendAudit(db: DatabaseSync, { id, accountId, time, action, outcome, actor, address, detail }: AuditEvent): void {
    const account = findAccountNumber(db, accountId);
    if (account === undefined) return;
    prepare(
      db,
      `INSERT INTO audit_event (id, account, at, action, outcome, actor, key_prefix, session_id, address, detail)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      ...[id, account, time, action, outcome, actor.kind, actor.keyPrefix, actor.sessionId, address],
      JSON.stringify(detail),
    );
  },

  purgeAudit(db: DatabaseSync, { before }: { before: number }): number {
    const sql = `DELETE FROM audit_event WHERE number IN (SELECT number FROM audit_event WHERE at < ? LIMIT ${maxPurged})`;
    return Number(prepare(db, sql).run(before).changes);
  },
};
