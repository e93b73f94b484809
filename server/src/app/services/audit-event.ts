import type { Logger } from 'pino';
import type { AccountRecords } from '../../domain/accounts/account-records.ts';
import type { AuditEvent } from '../../domain/accounts/kinds.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { SecurityEvent } from '../../ports/security-events.ts';

interface AuditOptions {
  records: Pick<AccountRecords, 'run'>;
  clock: Clock;
  identifiers: Pick<Identifiers, 'event'>;
  log: Pick<Logger, 'error'>;
}

type AccountEvent = SecurityEvent & { accountId: string };

/** Returns a function that appends security events to the audit log, and logs the error if that fails. */
export function appendToAudit({ records, clock, identifiers, log }: AuditOptions) {
  return (event: AccountEvent): Promise<void> =>
    records
      .run(event.accountId, 'appendAuditEvent', { id: identifiers.event(), time: clock.now(), ...toAuditEvent(event) })
      .catch((error: unknown) => log.error({ err: error, action: event.action }, 'writing the audit log failed'));
}

function toAuditEvent(event: AccountEvent): Omit<AuditEvent, 'id' | 'time'> {
  const { accountId, action, outcome, actor: kind, by, address = null } = event;
  const detail = {
    key_id: event.keyId,
    key_prefix: event.keyPrefix,
    session_id: event.sessionId,
    changed: event.changed,
    ...event.detail,
  };
  const stated = Object.entries(detail).filter(([, value]) => value !== undefined);
  const actor = { kind, keyPrefix: by?.keyPrefix ?? null, sessionId: by?.sessionId ?? null };
  return { accountId, action, outcome, actor, address, detail: Object.fromEntries(stated) };
}
