import type { Logger } from 'pino';
import { createFlushTimer } from '../lib/flush-timer.ts';
import type { SecurityAction, SecurityEvent, SecurityEvents, SecurityOutcome } from '../ports/security-events.ts';

/** Events from one source are written one by one up to this number in a window, and counted beyond it. */
const maxLinesOfSource = 10;
/** A credential that is sent again and again is a misconfigured client more often than an attack. */
const maxLinesOfCredential = 1;
/** All sources together write this many lines in a window. The sum keeps a flood from filling the disk. */
const maxLines = 600;
/** Further sources are counted together, without an address. */
const maxSources = 1_000;
/** The audit log of an account gets this many failures of a kind in a window, since anybody can cause them. */
const maxAuditedOfAccount = 10;
const windowMs = 60_000;

interface SecurityEventsOptions {
  log: Pick<Logger, 'info' | 'warn'>;
  /** Counts every event, including those without a line of their own. */
  count(action: SecurityAction, outcome: SecurityOutcome): void;
  /** Appends an event to the audit log of its account. It never rejects. */
  audit(event: SecurityEvent & { accountId: string }): Promise<void>;
}

type Source = Pick<SecurityEvent, 'action' | 'outcome' | 'address'>;

/**
 * Writes security events to the log. Each success has a line. Anybody can cause failures, so their lines are limited:
 * what exceeds the limits is counted, and one line with the count follows at the end of the window.
 */
export function createSecurityEvents({
  log,
  count,
  audit,
}: SecurityEventsOptions): SecurityEvents & { stop(): Promise<void> } {
  const sources = new Map<string, { source: Source; lines: number; further: number }>();
  const audited = new Map<string, number>();
  let lines = 0;
  const timer = createFlushTimer({ flushMs: windowMs, flush: async () => endWindow(), isLeft: () => false });

  function endWindow(): void {
    for (const { source, further } of sources.values()) {
      if (further > 0) log.warn({ ...fieldsOf(source), count: further }, 'security events');
    }
    sources.clear();
    audited.clear();
    lines = 0;
  }

  function foundSource({ action, outcome, address }: SecurityEvent) {
    const named = { action, outcome, ...(address === undefined ? {} : { address }) };
    const source = sources.size < maxSources || sources.has(keyOf(named)) ? named : { action, outcome };
    const found = sources.get(keyOf(source)) ?? { source, lines: 0, further: 0 };
    sources.set(keyOf(source), found);
    return found;
  }

  function writeFailure(event: SecurityEvent): void {
    const source = foundSource(event);
    if (lines >= maxLines || source.lines >= maxLinesOf(event)) {
      source.further += 1;
      return;
    }
    lines += 1;
    source.lines += 1;
    log.warn(fieldsOf(event), 'security event');
  }

  /** Does not depend on the lines of the log, which failures at other accounts use up. */
  async function auditFailure(event: SecurityEvent & { accountId: string }): Promise<void> {
    const kind = `${event.accountId} ${event.action} ${event.outcome}`;
    const before = audited.get(kind) ?? 0;
    if (before >= maxAuditedOfAccount) return;
    audited.set(kind, before + 1);
    await audit(event);
  }

  return {
    async record(event) {
      const { accountId } = event;
      count(event.action, event.outcome);
      if (event.outcome === 'ok') {
        log.info(fieldsOf(event), 'security event');
        if (accountId !== undefined) await audit({ ...event, accountId });
        return;
      }
      timer.schedule();
      writeFailure(event);
      if (accountId !== undefined) await auditFailure({ ...event, accountId });
    },
    /** Writes the counts that are left. */
    stop: timer.stop,
  };
}

function maxLinesOf({ action }: SecurityEvent): number {
  return action === 'authentication' ? maxLinesOfCredential : maxLinesOfSource;
}

function keyOf({ action, outcome, address = '' }: Source): string {
  return `${action} ${outcome} ${address}`;
}

/** An allow-list: what is not named here never reaches the log. */
function fieldsOf(event: Source & Partial<SecurityEvent>) {
  return {
    event: 'security',
    action: event.action,
    outcome: event.outcome,
    actor: event.actor,
    account_id: event.accountId ?? null,
    key_id: event.keyId,
    key_prefix: event.keyPrefix ?? null,
    address: event.address ?? null,
    request_id: event.requestId ?? null,
    session_id: event.sessionId,
    changed: event.changed,
    ...event.detail,
  };
}
