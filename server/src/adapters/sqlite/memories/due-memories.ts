import type { DatabaseSync } from 'node:sqlite';
import type { ClaimOptions } from '../../../ports/memory-store.ts';
import { prepare } from '../connection/prepare.ts';

interface Due {
  seq: number;
  dueAt: number;
  characters: number;
  infer: 0 | 1;
}

const isDue = "status = 'pending' AND next_attempt_at <= ?";

interface Turn {
  /** Where the next round of owners begins, so that those with small numbers are not always first. */
  owner: number;
  /** The same for the users of an owner that facts are extracted for. */
  users: Map<number, string>;
}

const turns = new WeakMap<DatabaseSync, Turn>();

/** What to work on next: of each owner with something due the oldest, then the next oldest of each, and so on. */
export function dueMemories(db: DatabaseSync, options: ClaimOptions): number[] {
  const turn = turns.get(db) ?? { owner: 0, users: new Map() };
  turns.set(db, turn);
  const busy = usersUnderWay(db, options);
  const due = inTurn(ownersWithDue(db, turn, busy, options), options);
  if (due.length > 0 || !options.suspect) return due;
  const suspected = prepare(
    db,
    `SELECT seq, owner, user_id AS user FROM memory WHERE ${isDue} AND interruptions >= ? AND infer <= ?
     ORDER BY next_attempt_at, seq`,
  ).iterate(options.now, options.suspectAfter, Math.min(1, options.extractions)) as Iterable<Suspect>;
  for (const { seq, owner, user } of suspected) {
    if (!busy.has(`${owner} ${user}`)) return [seq];
  }
  return [];
}

interface Suspect {
  seq: number;
  owner: number;
  user: string;
}

/** Users, with their owners' numbers, that facts are being extracted for. */
function usersUnderWay(db: DatabaseSync, { now }: ClaimOptions): Set<string> {
  const leased = prepare(
    db,
    'SELECT owner, user_id AS user FROM memory WHERE leased = 1 AND infer = 1 AND next_attempt_at > ?',
  ).all(now) as unknown as { owner: number; user: string }[];
  return new Set(leased.map(({ owner, user }) => `${owner} ${user}`));
}

/** For up to `limit` owners their oldest due memories. */
function ownersWithDue(db: DatabaseSync, turn: Turn, busy: Set<string>, options: ClaimOptions): Due[][] {
  const { limit } = options;
  const nextOwner = prepare(db, "SELECT min(owner) AS owner FROM memory WHERE owner > ? AND status = 'pending'");
  const start = turn.owner;
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
    const due = [...plainOf(db, owner, options), ...extractionsOf(db, owner, turn, busy, options)];
    if (due.length > 0) found.push(due.toSorted((a, b) => a.dueAt - b.dueAt || a.seq - b.seq));
  }
  turn.owner = owner;
  return found;
}

function plainOf(db: DatabaseSync, owner: number, { now, suspectAfter, limit }: ClaimOptions): Due[] {
  return prepare(
    db,
    `SELECT seq, next_attempt_at AS dueAt, length(text) AS characters, infer FROM memory
     WHERE owner = ? AND infer = 0 AND ${isDue} AND interruptions < ? ORDER BY next_attempt_at, seq LIMIT ?`,
  ).all(owner, now, suspectAfter, limit) as unknown as Due[];
}

/** The oldest of each user that nothing is being extracted for; one user after the other, from claim to claim. */
function extractionsOf(
  db: DatabaseSync,
  owner: number,
  turn: Turn,
  busy: Set<string>,
  { now, suspectAfter, extractions, limit }: ClaimOptions,
): Due[] {
  const nextUser = prepare(
    db,
    "SELECT min(user_id) AS user FROM memory WHERE owner = ? AND user_id > ? AND status = 'pending' AND infer = 1",
  );
  const oldest = prepare(
    db,
    `SELECT seq, next_attempt_at AS dueAt, length(text) AS characters, infer FROM memory
     WHERE owner = ? AND user_id = ? AND infer = 1 AND ${isDue} AND interruptions < ?
     ORDER BY next_attempt_at, seq LIMIT 1`,
  );
  const most = Math.min(extractions, limit);
  const start = turn.users.get(owner) ?? '';
  const found: Due[] = [];
  let user = start;
  let wrapped = false;
  while (found.length < most) {
    const next = (nextUser.get(owner, user) as { user: string | null }).user;
    if (next === null || (wrapped && next > start)) {
      if (wrapped || start === '') break;
      wrapped = true;
      user = '';
      continue;
    }
    user = next;
    const due = busy.has(`${owner} ${user}`) ? undefined : oldest.get(owner, user, now, suspectAfter);
    if (due) found.push(due as unknown as Due);
  }
  if (found.length === most && most > 0) turn.users.set(owner, user);
  else if (most > 0) turn.users.delete(owner);
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
