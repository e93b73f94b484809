import type { Clock } from '../../ports/clock.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { Reader, RecordStore, Transaction } from '../../ports/record-store.ts';
import { deleteFound } from '../../ports/scan-pages.ts';
import type { AccountEvent } from '../../ports/security-events.ts';
import { readPage } from '../usage/page-cursor.ts';
import { type AuditEvent, auditEvents, findPresentAccount } from './kinds.ts';

/** The maximum of events that one command deletes, because other writes wait in the meantime. */
const maxPurged = 1_000;
const keptDays = 400;
const dayMs = 24 * 60 * 60 * 1000;

export const auditCommands = {
  async appendAuditEvent(tx: Transaction, event: AuditEvent): Promise<void> {
    if (await findPresentAccount(tx, event.accountId)) tx.insert(auditEvents, event);
  },

  async purgeAuditEvents(tx: Transaction, { before }: { before: number }): Promise<number> {
    return deleteFound(tx, auditEvents, 'age', { of: [], where: { time: { to: before } }, limit: maxPurged });
  },
};

/** Lists events, newest first. @throws {DomainError} `invalid_request` for a cursor that no page had */
export function listAuditEvents(
  records: Pick<Reader, 'scan'>,
  { accountId, ...page }: { accountId: string; limit: number; cursor?: string | undefined },
) {
  return readPage<AuditEvent>(page, 'evt', 'time', (limit, after) =>
    records.scan(auditEvents, 'time', { of: [accountId], descending: true, limit, after }),
  );
}

interface AuditDependencies {
  records: Pick<RecordStore<typeof auditCommands>, 'run'>;
  clock: Clock;
}

/** Deletes events beyond their retention time, a limited number at a time. */
export function purgeAuditEvents({ records, clock }: AuditDependencies): Promise<number> {
  return records.run('', 'purgeAuditEvents', { before: clock.now() - keptDays * dayMs });
}

export function appendToAudit({ records, clock, identifiers }: AuditDependencies & { identifiers: Identifiers }) {
  return ({ accountId, action, outcome, actor: kind, by, ...event }: AccountEvent): Promise<void> => {
    const { address = null, detail = {} } = event;
    const actor = { kind, keyPrefix: by?.keyPrefix ?? null, sessionId: by?.sessionId ?? null };
    const fields = { accountId, id: identifiers.event(), time: clock.now(), action, outcome, actor, address, detail };
    return records.run(accountId, 'appendAuditEvent', fields);
  };
}
