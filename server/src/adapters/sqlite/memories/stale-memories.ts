import type { DatabaseSync } from 'node:sqlite';
import type { ReembedClaimOptions } from '../../../ports/memory-store.ts';
import { takeCharacters } from '../../store-kit/fair-claims.ts';
import { staleSearches } from '../../store-kit/stale-embeddings.ts';
import { prepare } from '../connection/prepare.ts';
import { isLive } from './expiry.ts';

interface Stale {
  seq: number;
  owner: number;
  characters: number;
}

/** The account after which the next claim begins, so that accounts with small numbers are not always first. */
const lastServed = new WeakMap<DatabaseSync, number>();

/** Finds the next memories to re-embed. */
export function staleMemories(db: DatabaseSync, options: ReembedClaimOptions): number[] {
  const others = prepare<{ number: number }>(db, 'SELECT number FROM embedder WHERE id <> ?').all(options.embedderId);
  for (const { embedder, quarantined } of staleSearches(others.map(({ number }) => number))) {
    const found = quarantined ? findQuarantined(db, embedder, options) : findDue(db, embedder, options);
    if (found.length > 0) return found;
  }
  return [];
}

/** Takes memories of the account after the last one served, and of the next accounts while the claim has capacity. */
function findDue(
  db: DatabaseSync,
  embedder: number,
  { now, quarantineAfter, limit, characters }: ReembedClaimOptions,
): number[] {
  const find = prepare<Stale>(
    db,
    `SELECT seq, owner, length(text) AS characters FROM memory
     WHERE embedder = ? AND owner > ? AND move_at <= ? AND move_attempts < ? AND ${isLive} ORDER BY owner, move_at LIMIT ?`,
  );
  const after = (accountNumber: number) => find.all(embedder, accountNumber, now, quarantineAfter, now, limit);
  const last = lastServed.get(db) ?? 0;
  let found = after(last);
  if (found.length === 0 && last > 0) found = after(0);
  const taken = takeCharacters(found, characters);
  lastServed.set(db, taken.at(-1)?.owner ?? 0);
  return taken.map(({ seq }) => seq);
}

function findQuarantined(db: DatabaseSync, embedder: number, { now, quarantineAfter }: ReembedClaimOptions): number[] {
  const found = prepare<{ seq: number }>(
    db,
    `SELECT seq FROM memory WHERE embedder = ? AND move_at <= ? AND move_attempts >= ? AND ${isLive}
     ORDER BY move_at LIMIT 1`,
  ).all(embedder, now, quarantineAfter, now);
  return found.map(({ seq }) => seq);
}
