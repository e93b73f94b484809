import type { AuditEvent, AuditLog } from '../../ports/audit-log.ts';
import type { Clock } from '../../ports/clock.ts';
import { readPosition, writePosition } from '../usage/page-cursor.ts';

const keptDays = 400;
const dayMs = 24 * 60 * 60 * 1000;

/**
 * Lists a page of audit events, newest first.
 * @throws {DomainError} `invalid_request` for a cursor that no page had
 */
export async function listAuditEvents(
  { audit }: { audit: AuditLog },
  { accountId, limit, cursor }: { accountId: string; limit: number; cursor?: string | undefined },
): Promise<{ events: AuditEvent[]; nextCursor: string | null }> {
  const position = cursor === undefined ? undefined : readPosition(cursor, 'evt');
  const after = position && { time: position.at, id: position.id };
  const found = await audit.list(accountId, { limit: limit + 1, after });
  const events = found.slice(0, limit);
  const last = events.at(-1);
  return { events, nextCursor: found.length > limit && last ? writePosition({ at: last.time, id: last.id }) : null };
}

/** Deletes events beyond their retention time, a limited number at a time. */
export function purgeAuditEvents({ audit, clock }: { audit: AuditLog; clock: Clock }): Promise<number> {
  return audit.purge(clock.now() - keptDays * dayMs);
}
