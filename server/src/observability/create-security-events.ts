import type { Logger } from 'pino';
import { findOrAdd } from '../lib/find-or-add.ts';
import type {
  AccountEvent,
  SecurityAction,
  SecurityEvent,
  SecurityEvents,
  SecurityOutcome,
} from '../ports/security-events.ts';

/** Events from one source have a line each up to this number in a window. Further ones are counted. */
const maxLinesOfSource = 10;
/** A credential that is sent repeatedly is more often a misconfigured client than an attack. */
const maxLinesOfCredential = 1;
/** All sources together write at most this many lines in a window, so that a flood does not fill the disk. */
const maxLines = 600;
/** Further sources are counted together, without an address. */
const maxSources = 1_000;
/** The audit log of an account gets this many failures of a kind in a window, because anyone can cause them. */
const maxAuditedOfAccount = 10;
const windowMs = 60_000;

interface SecurityEventsOptions {
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Counts every event, including those without their own line. */
  count(action: SecurityAction, outcome: SecurityOutcome): void;
  audit(event: AccountEvent): Promise<void>;
}

type Source = Pick<SecurityEvent, 'action' | 'outcome' | 'address'>;

/** Each success has a line in the log. Lines of failures are limited and then counted, since anyone can cause them. */
export function createSecurityEvents({ log, count, audit }: SecurityEventsOptions): SecurityEvents & { stop(): void } {
  const sources = new Map<string, { source: Source; lines: number; further: number }>();
  const audited = new Map<string, number>();
  let lines = 0;
  let timer: NodeJS.Timeout | undefined;

  function endWindow(): void {
    for (const { source, further } of sources.values()) {
      if (further > 0) log.warn({ ...fieldsOf(source), count: further }, 'security events');
    }
    sources.clear();
    audited.clear();
    lines = 0;
    clearTimeout(timer);
    timer = undefined;
  }

  function foundSource({ action, outcome, address }: SecurityEvent) {
    const named = { action, outcome, ...(address === undefined ? {} : { address }) };
    const source = sources.size < maxSources || sources.has(keyOf(named)) ? named : { action, outcome };
    return findOrAdd(sources, keyOf(source), () => ({ source, lines: 0, further: 0 }));
  }

  function writeFailure(event: SecurityEvent): void {
    const source = foundSource(event);
    const maxOfSource = event.action === 'authentication' ? maxLinesOfCredential : maxLinesOfSource;
    if (lines >= maxLines || source.lines >= maxOfSource) return void source.further++;
    lines++;
    source.lines++;
    log.warn(fieldsOf(event), 'security event');
  }

  /** Whether the audit log gets a failure. The lines of the log do not count, which other accounts use up. */
  function isAudited({ accountId, action, outcome }: AccountEvent): boolean {
    const kind = `${accountId} ${action} ${outcome}`;
    const before = audited.get(kind) ?? 0;
    audited.set(kind, before + 1);
    return before < maxAuditedOfAccount;
  }

  return {
    async record(event) {
      const { accountId, action, outcome } = event;
      count(action, outcome);
      if (outcome === 'ok') log.info(fieldsOf(event), 'security event');
      else {
        timer ??= setTimeout(endWindow, windowMs).unref();
        writeFailure(event);
      }
      if (accountId === undefined || (outcome !== 'ok' && !isAudited({ ...event, accountId }))) return;
      await audit({ ...event, accountId }).catch((error: unknown) =>
        log.error({ err: error, action }, 'writing the audit log failed'),
      );
    },
    stop: endWindow,
  };
}

function keyOf({ action, outcome, address = '' }: Source): string {
  return `${action} ${outcome} ${address}`;
}

/** An allow-list. Other fields never reach the log. */
function fieldsOf(event: Source & Partial<SecurityEvent>) {
  return {
    event: 'security',
    action: event.action,
    outcome: event.outcome,
    actor: event.actor,
    account_id: event.accountId ?? null,
    key_prefix: null,
    address: event.address ?? null,
    request_id: event.requestId ?? null,
    ...event.detail,
  };
}
