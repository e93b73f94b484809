import type { AuditEvent, AuditLog } from '../../ports/audit-log.ts';
import type { RecordStore, Transaction } from '../../ports/record-store.ts';
import { auditEvents, findPresentAccount } from './kinds.ts';

/** The maximum of events that one command deletes, because other writes wait in the meantime. */
const maxPurged = 1_000;

export const auditCommands = {
  /** Writes an event, unless its account does not exist or is being deleted. */
  async appendAuditEvent(tx: Transaction, event: AuditEvent): Promise<void> {
    if (await findPresentAccount(tx, event.accountId)) tx.insert(auditEvents, event);
  },

  /** Deletes events from before a time. @returns how many */
  async purgeAuditEvents(tx: Transaction, { before }: { before: number }): Promise<number> {
    const old = await tx.scan(auditEvents, 'age', { of: [], where: { time: { to: before } }, limit: maxPurged });
    for (const event of old) tx.delete(auditEvents, event);
    return old.length;
  },
};

/** Stores the audit log. */
export function createAuditLog(records: Pick<RecordStore<typeof auditCommands>, 'run' | 'scan'>): AuditLog {
  return {
    append: (event) => records.run(event.accountId, 'appendAuditEvent', event),
    list: (accountId, page) => records.scan(auditEvents, 'time', { of: [accountId], descending: true, ...page }),
    purge: (before) => records.run('', 'purgeAuditEvents', { before }),
  };
}
