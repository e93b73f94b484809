import type { DatabaseSync } from 'node:sqlite';
import type { IngestClaimOptions } from '../../../ports/memory-store.ts';
import {
  createUserRotation,
  type Due,
  maxExtractions,
  ringAfter,
  takeRoundRobin,
  type UserRotation,
} from '../../store-kit/fair-claims.ts';
import { prepare, readValue } from '../connection/prepare.ts';
import { isLive } from './expiry.ts';

interface DueRow extends Due {
  seq: number;
  dueAt: number;
}

/** Its two parameters are the time. */
const isDue = `status = 'pending' AND next_attempt_at <= ? AND ${isLive}`;
const dueColumns = 'seq, next_attempt_at AS dueAt, length(text) AS characters';

interface Rotation {
  /** The account after which the next claim begins, so that accounts with small numbers are not always first. */
  lastAccount: number;
  users: UserRotation<number>;
}

const rotationOf = new WeakMap<DatabaseSync, Rotation>();

/** Finds the memories to ingest next. */
export function dueMemories(db: DatabaseSync, options: IngestClaimOptions): number[] {
  const rotation = rotationOf.get(db) ?? { lastAccount: 0, users: createUserRotation() };
  rotationOf.set(db, rotation);
  const busy = busyUsers(db, options);
  const due = takeRoundRobin(dueByAccount(db, rotation, busy, options), options).map(({ seq }) => seq);
  return due.length > 0 || !options.quarantined ? due : findQuarantined(db, busy, options);
}

function findQuarantined(
  db: DatabaseSync,
  busy: ReadonlySet<string>,
  { now, quarantineAfter, extractions }: IngestClaimOptions,
): number[] {
  const quarantined = prepare<{ seq: number; owner: number; user: string }>(
    db,
    `SELECT seq, owner, user_id AS user FROM memory WHERE ${isDue} AND interruptions >= ? AND infer <= ?
     ORDER BY next_attempt_at, seq`,
  ).iterate(now, now, quarantineAfter, Math.min(1, extractions));
  for (const { seq, owner: accountNumber, user } of quarantined) {
    if (!busy.has(`${accountNumber} ${user}`)) return [seq];
  }
  return [];
}

/** Lists the users with an extraction in progress, with the numbers of their accounts. */
function busyUsers(db: DatabaseSync, { now }: IngestClaimOptions): Set<string> {
  const leased = prepare<{ owner: number; user: string }>(
    db,
    'SELECT owner, user_id AS user FROM memory WHERE leased = 1 AND infer = 1 AND next_attempt_at > ?',
  ).all(now);
  return new Set(leased.map(({ owner: accountNumber, user }) => `${accountNumber} ${user}`));
}

/** Finds the oldest due memories of up to `limit` accounts. */
function dueByAccount(
  db: DatabaseSync,
  rotation: Rotation,
  busy: ReadonlySet<string>,
  options: IngestClaimOptions,
): DueRow[][] {
  const next = (after: number) =>
    readValue<number | null>(db, "SELECT min(owner) FROM memory WHERE owner > ? AND status = 'pending'", after) ?? null;
  const found: DueRow[][] = [];
  for (const accountNumber of ringAfter(rotation.lastAccount, 0, next)) {
    rotation.lastAccount = accountNumber;
    const due = [
      ...duePlain(db, accountNumber, options),
      ...dueExtractions(db, accountNumber, rotation.users, busy, options),
    ];
    if (due.length > 0) found.push(due.toSorted((a, b) => a.dueAt - b.dueAt || a.seq - b.seq));
    if (found.length >= options.limit) break;
  }
  return found;
}

function duePlain(
  db: DatabaseSync,
  accountNumber: number,
  { now, quarantineAfter, limit }: IngestClaimOptions,
): DueRow[] {
  return prepare<Omit<DueRow, 'infer'>>(
    db,
    `SELECT ${dueColumns} FROM memory
     WHERE owner = ? AND infer = 0 AND ${isDue} AND interruptions < ? ORDER BY next_attempt_at, seq LIMIT ?`,
  )
    .all(accountNumber, now, now, quarantineAfter, limit)
    .map((due) => ({ ...due, infer: false }));
}

/** Finds the oldest memory of each user without an extraction in progress. */
function dueExtractions(
  db: DatabaseSync,
  accountNumber: number,
  rotation: UserRotation<number>,
  busy: ReadonlySet<string>,
  options: IngestClaimOptions,
): DueRow[] {
  const max = maxExtractions(options);
  if (max === 0) return [];
  const nextUserSql =
    "SELECT min(user_id) FROM memory WHERE owner = ? AND user_id > ? AND status = 'pending' AND infer = 1";
  const oldest = prepare<Omit<DueRow, 'infer'>>(
    db,
    `SELECT ${dueColumns} FROM memory
     WHERE owner = ? AND user_id = ? AND infer = 1 AND ${isDue} AND interruptions < ?
     ORDER BY next_attempt_at, seq LIMIT 1`,
  );
  const next = (after: string) => readValue<string | null>(db, nextUserSql, accountNumber, after) ?? null;
  const found: DueRow[] = [];
  const users: string[] = [];
  for (const user of ringAfter(rotation.lastOf(accountNumber), '', next)) {
    const due = busy.has(`${accountNumber} ${user}`)
      ? undefined
      : oldest.get(accountNumber, user, options.now, options.now, options.quarantineAfter);
    if (!due) continue;
    found.push({ ...due, infer: true });
    users.push(user);
    if (found.length === max) break;
  }
  rotation.ended(accountNumber, users, max);
  return found;
}
