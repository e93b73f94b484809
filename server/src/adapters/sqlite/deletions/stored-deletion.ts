import type { DatabaseSync } from 'node:sqlite';
import type { Deletion, NewDeletion } from '../../../ports/memory-deletions.ts';
import { prepare } from '../connection/prepare.ts';
import { actorFromText, actorToText } from '../memories/stored-actor.ts';

export interface DeletionRow
  extends Omit<Deletion, 'parameters' | 'codes' | 'actor' | 'removed' | 'accountId'>,
    Record<'parameters' | 'codes' | 'accountId', string> {
  actor: string | null;
  memories: number;
  versions: number;
  vectors: number;
  wordEntries: number;
  storedResponses: number;
}

/** Selects deletions of accounts; a condition follows. */
export const selectDeletions = `SELECT deletion.id, account.id AS accountId, kind, state, parameters, codes, secret, actor,
    matched, memories, versions, vectors, word_entries AS wordEntries, stored_responses AS storedResponses,
    started_at AS startedAt, finished_at AS finishedAt, verified_at AS verifiedAt
  FROM deletion JOIN account ON account.number = deletion.owner`;

export function toDeletion(row: DeletionRow): Deletion {
  const { parameters, codes, actor, memories, versions, vectors, wordEntries, storedResponses, ...rest } = row;
  return {
    ...rest,
    parameters: JSON.parse(parameters),
    codes: JSON.parse(codes),
    actor: actorFromText(actor),
    removed: { memories, versions, vectors, wordEntries, storedResponses },
  };
}

/** Adds a deletion unless it is there. */
export function insertDeletion(
  db: DatabaseSync,
  accountNumber: number,
  { id, kind, parameters, codes, secret, actor, startedAt }: NewDeletion,
  state: Deletion['state'],
): void {
  prepare(
    db,
    `INSERT INTO deletion (owner, id, kind, state, parameters, codes, secret, actor, started_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  ).run(
    ...[accountNumber, id, kind, state, JSON.stringify(parameters), JSON.stringify(codes), secret],
    ...[actorToText(actor), startedAt],
  );
}
