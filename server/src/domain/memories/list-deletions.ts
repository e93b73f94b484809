import type { Clock } from '../../ports/clock.ts';
import { DomainError } from '../../ports/errors.ts';
import { readPosition, writePosition } from '../usage/page-cursor.ts';
import type { MemoryRecords } from './commands.ts';
import { type NamingParameter, toCodesFilter } from './deletion-codes.ts';
import { deletions, type StoredDeletion } from './deletion-kinds.ts';

const keptDays = 400;
const dayMs = 24 * 60 * 60 * 1000;

export interface DeletionListInput {
  accountId: string;
  kind: StoredDeletion['kind'] | undefined;
  /** The users, agents and runs in the scopes of the deletions. */
  named: Partial<Record<NamingParameter, string | undefined>>;
  limit: number;
  cursor: string | undefined;
}

/**
 * Lists receipts, newest first.
 * @throws {DomainError} `invalid_request` for a cursor that no page had
 */
export async function listDeletions(
  records: MemoryRecords,
  { accountId, kind, named, limit, cursor }: DeletionListInput,
): Promise<{ deletions: StoredDeletion[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : readPosition(cursor, 'del');
  const codes = await toCodesFilter(records, accountId, named);
  // Only deletions by scope have users, and an index contains only these.
  const query = { accountId, limit: limit + 1, kind: kind ?? (codes ? 'scope' : undefined), codes, after };
  const found = await records.query(accountId, 'listMemoryDeletions', query);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const nextCursor = found.length > limit && last ? writePosition({ at: last.startedAt, id: last.id }) : null;
  return { deletions: page, nextCursor };
}

/** @throws {DomainError} `not_found` */
export async function getDeletion(records: MemoryRecords, accountId: string, id: string): Promise<StoredDeletion> {
  const found = await records.get(deletions, { accountId, id });
  if (found && found.state !== 'preparing') return found;
  const message = 'Unknown deletion. GET /deletions lists the deletions of this account.';
  throw new DomainError('not_found', message);
}

/** Deletes receipts beyond their retention time, a limited number at a time. */
export function purgeDeletions(records: MemoryRecords, clock: Clock): Promise<number> {
  return records.run('', 'purgeMemoryDeletions', clock.now() - keptDays * dayMs);
}
