import type { DatabaseSync } from 'node:sqlite';
import type { IngestClaimOptions } from '../../../ports/memory-store.ts';
import {
  createUserTurns,
  type Due,
  maxExtractions,
  ringAfter,
  takeByTurns,
  type UserTurns,
} from '../../store-kit/fair-claims.ts';
import { prepare } from '../connection/prepare.ts';

interface DueRow extends Due {
  seq: number;
  dueAt: number;
}

const isDue = "status = 'pending' AND next_attempt_at <= ?";
const dueColumns = 'seq, next_attempt_at AS dueAt, length(text) AS characters, infer';

interface Turns {
  /** The account that the next claim begins after, so that those with small numbers are not always first. */
  lastAccount: number;
  users: UserTurns<number>;
}

const turnsOf = new WeakMap<DatabaseSync, Turns>();

/** The memories to ingest next. */
export function dueMemories(db: DatabaseSync, options: IngestClaimOptions): number[] {
  const turns = turnsOf.get(db) ?? { lastAccount: 0, users: createUserTurns() };
  turnsOf.set(db, turns);
  const busy = busyUsers(db, options);
  const due = takeByTurns(dueByAccount(db, turns, busy, options), options).map(({ seq }) => seq);
  return due.length > 0 || !options.quarantined ? due : findQuarantined(db, busy, options);
}

function findQuarantined(
  db: DatabaseSync,
  busy: ReadonlySet<string>,
  { now, quarantineAfter, extractions }: IngestClaimOptions,
): number[] {
  const quarantined = prepare(
    db,
    `SELECT seq, owner, user_id AS user FROM memory WHERE ${isDue} AND interruptions >= ? AND infer <= ?
     ORDER BY next_attempt_at, seq`,
  ).iterate(now, quarantineAfter, Math.min(1, extractions));
  for (const row of quarantined) {
    const { seq, owner, user } = row as { seq: number; owner: number; user: string };
    if (!busy.has(`${owner} ${user}`)) return [seq];
  }
  return [];
}

/** Users, after the numbers of their accounts, that facts are being extracted for. */
function busyUsers(db: DatabaseSync, { now }: IngestClaimOptions): Set<string> {
  const leased = prepare(
    db,
    'SELECT owner, user_id AS user FROM memory WHERE leased = 1 AND infer = 1 AND next_attempt_at > ?',
  ).all(now) as { owner: number; user: string }[];
  return new Set(leased.map(({ owner, user }) => `${owner} ${user}`));
}

/** The oldest due memories of up to `limit` accounts. */
function dueByAccount(
  db: DatabaseSync,
  turns: Turns,
  busy: ReadonlySet<string>,
  options: IngestClaimOptions,
): DueRow[][] {
  const nextAccount = prepare(db, "SELECT min(owner) AS owner FROM memory WHERE owner > ? AND status = 'pending'");
  const next = (after: number) => (nextAccount.get(after) as { owner: number | null }).owner;
  const found: DueRow[][] = [];
  for (const owner of ringAfter(turns.lastAccount, 0, next)) {
    turns.lastAccount = owner;
    const due = [...duePlain(db, owner, options), ...dueExtractions(db, owner, turns.users, busy, options)];
    if (due.length > 0) found.push(due.toSorted((a, b) => a.dueAt - b.dueAt || a.seq - b.seq));
    if (found.length >= options.limit) break;
  }
  return found;
}

function duePlain(db: DatabaseSync, owner: number, { now, quarantineAfter, limit }: IngestClaimOptions): DueRow[] {
  return prepare(
    db,
    `SELECT ${dueColumns} FROM memory
     WHERE owner = ? AND infer = 0 AND ${isDue} AND interruptions < ? ORDER BY next_attempt_at, seq LIMIT ?`,
  )
    .all(owner, now, quarantineAfter, limit)
    .map(toDue);
}

/** The oldest memory of each user that nothing is being extracted for. */
function dueExtractions(
  db: DatabaseSync,
  owner: number,
  turns: UserTurns<number>,
  busy: ReadonlySet<string>,
  options: IngestClaimOptions,
): DueRow[] {
  const max = maxExtractions(options);
  if (max === 0) return [];
  const nextUser = prepare(
    db,
    "SELECT min(user_id) AS user FROM memory WHERE owner = ? AND user_id > ? AND status = 'pending' AND infer = 1",
  );
  const oldest = prepare(
    db,
    `SELECT ${dueColumns} FROM memory
     WHERE owner = ? AND user_id = ? AND infer = 1 AND ${isDue} AND interruptions < ?
     ORDER BY next_attempt_at, seq LIMIT 1`,
  );
  const next = (after: string) => (nextUser.get(owner, after) as { user: string | null }).user;
  const found: DueRow[] = [];
  const users: string[] = [];
  for (const user of ringAfter(turns.lastOf(owner), '', next)) {
    const due = busy.has(`${owner} ${user}`)
      ? undefined
      : oldest.get(owner, user, options.now, options.quarantineAfter);
    if (!due) continue;
    found.push(toDue(due));
    users.push(user);
    if (found.length === max) break;
  }
  turns.ended(owner, users, max);
  return found;
}

function toDue(row: Record<string, unknown>): DueRow {
  const { infer, ...due } = row as unknown as Omit<DueRow, 'infer'> & { infer: 0 | 1 };
  return { ...due, infer: infer === 1 };
}
