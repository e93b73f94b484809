import type { Clock } from '../../ports/clock.ts';
import { DomainError } from '../../ports/errors.ts';
import type { Deletion, DeletionKind, MemoryDeletions, NamingParameter } from '../../ports/memory-deletions.ts';
import { readPosition, writePosition } from '../usage/page-cursor.ts';
import { toSearchedCodes } from './deletion-codes.ts';

const keptDays = 400;
const dayMs = 24 * 60 * 60 * 1000;

export interface DeletionListInput {
  accountId: string;
  kind: DeletionKind | undefined;
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
  deletions: MemoryDeletions,
  { accountId, kind, named, limit, cursor }: DeletionListInput,
): Promise<{ deletions: Deletion[]; nextCursor: string | null }> {
  const after = cursor === undefined ? undefined : readPosition(cursor, 'del');
  const codes = await toSearchedCodes(deletions, accountId, named);
  // Only deletions by scope have users, and an index contains only these.
  const ofKind = kind ?? (Object.keys(codes).length > 0 ? 'scope' : undefined);
  const found = await deletions.list(accountId, { limit: limit + 1, kind: ofKind, codes, after });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const nextCursor = found.length > limit && last ? writePosition({ at: last.startedAt, id: last.id }) : null;
  return { deletions: page, nextCursor };
}

/** @throws {DomainError} `not_found` */
export async function getDeletion(deletions: MemoryDeletions, accountId: string, id: string): Promise<Deletion> {
  const found = await deletions.get(accountId, id);
  if (!found) {
    const message = 'Unknown deletion. GET /deletions lists the deletions of this account.';
    throw new DomainError('not_found', message);
  }
  return found;
}

/** Deletes receipts beyond their retention time, a limited number at a time. */
export function purgeDeletions(deletions: MemoryDeletions, clock: Clock): Promise<number> {
  return deletions.purge(clock.now() - keptDays * dayMs);
}
