import type { AuditEvent, AuditLog } from '../../../ports/audit-log.ts';
import { prepare } from '../connection/prepare.ts';
import type { Connections } from '../threads/connections.ts';

export interface AuditRow extends Omit<AuditEvent, 'actor' | 'detail'> {
  actor: AuditEvent['actor']['kind'];
  keyPrefix: string | null;
  sessionId: string | null;
  /** JSON text. */
  detail: string;
}

export const auditColumns = `audit_event.id, account.id AS accountId, at AS time, action, outcome, actor,
  key_prefix AS keyPrefix, session_id AS sessionId, address, detail`;

export function toAuditEvent({ actor: kind, keyPrefix, sessionId, detail, ...row }: AuditRow): AuditEvent {
  return { ...row, actor: { kind, keyPrefix, sessionId }, detail: JSON.parse(detail) };
}

/** Stores the audit log in SQLite. Reads are point reads on the caller's thread. */
export function createSqliteAuditLog({ writer, snapshot }: Pick<Connections, 'writer' | 'snapshot'>): AuditLog {
  return {
    append: (event) => writer.run('appendAudit', event),

    async list(accountId, { limit, after }) {
      const rows = snapshot.read((db) =>
        prepare<AuditRow>(
          db,
          `SELECT ${auditColumns}
           FROM account JOIN audit_event ON audit_event.account = account.number
           WHERE account.id = ? ${after ? 'AND (at, audit_event.id) < (?, ?)' : ''}
           ORDER BY at DESC, audit_event.id DESC LIMIT ?`,
        ).all(...[accountId, ...(after ? [after.time, after.id] : []), limit]),
      );
      return rows.map(toAuditEvent);
    },

    purge: (before) => writer.run('purgeAudit', { before }),
  };
}
