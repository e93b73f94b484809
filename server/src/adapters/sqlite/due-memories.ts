import type { DatabaseSync } from 'node:sqlite';
import type { ClaimOptions } from '../../ports/memory-store.ts';
import { prepare } from './prepare.ts';

interface Due {
  seq: number;
  characters: number;
  infer: 0 | 1;
}

const isDue = "status = 'pending' AND next_attempt_at <= ?";
/** Where the next round of owners begins, so that those with small numbers are not always first. */
const lastServed = new WeakMap<DatabaseSync, number>();

/** What to work on next: of each owner with something due the oldest, then the next oldest of each, and so on. */
export function dueMemories(db: DatabaseSync, options: ClaimOptions): number[] {
  const due = inTurn(ownersWithDue(db, options), options);
  if (due.length > 0 || !options.suspect) return due;
  const suspected = prepare(
    db,
    `SELECT seq FROM memory WHERE ${isDue} AND interruptions >= ? AND infer <= ? ORDER BY next_attempt_at, seq LIMIT 1`,
  ).get(options.now, options.suspectAfter, Math.min(1, options.extractions)) as { seq: number } | undefined;
  return suspected ? [suspected.seq] : [];
}

/** For up to `limit` owners their oldest due memories. */
function ownersWithDue(db: DatabaseSync, { now, suspectAfter, limit, extractions }: ClaimOptions): Due[][] {
  const nextOwner = prepare(db, "SELECT min(owner) AS owner FROM memory WHERE owner > ? AND status = 'pending'");
  const ofOwner = prepare(
    db,
    `SELECT seq, length(text) AS characters, infer FROM memory
     WHERE owner = ? AND ${isDue} AND interruptions < ? AND infer <= ? ORDER BY next_attempt_at, seq LIMIT ?`,
  );
  const start = lastServed.get(db) ?? 0;
  const found: Due[][] = [];
  let owner = start;
  let wrapped = false;
  while (found.length < limit) {
    const next = (nextOwner.get(owner) as { owner: number | null }).owner;
    if (next === null || (wrapped && next > start)) {
      if (wrapped || start === 0) break;
      wrapped = true;
      owner = 0;
      continue;
    }
    owner = next;
    const due = ofOwner.all(owner, now, suspectAfter, Math.min(1, extractions), limit) as unknown as Due[];
    if (due.length > 0) found.push(due);
  }
  lastServed.set(db, owner);
  return found;
}

function inTurn(owners: Due[][], { limit, characters, extractions }: ClaimOptions): number[] {
  const taken: number[] = [];
  let left = characters;
  let extracted = 0;
  for (let turn = 0; owners.some((due) => turn < due.length); turn++) {
    for (const due of owners) {
      const next = due[turn];
      if (!next) continue;
      if (taken.length >= limit || left <= 0) return taken;
      if (extracted + next.infer > extractions) continue;
      extracted += next.infer;
      taken.push(next.seq);
      left -= next.characters;
    }
  }
  return taken;
}
