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
import { prepare } from '../connection/prepare.ts';

interface DueRow extends Due {
  seq: number;
  dueAt: number;
}

const isDue = "status = 'pending' AND next_attempt_at <= ?";
const dueColumns = 'seq, next_attempt_at AS dueAt, length(text) AS characters, infer';

interface Rotation {
  /** The account that the next claim begins after, so that those with small numbers are not always first. */
  lastAccount: number;
  users: UserRotation<number>;
}

const rotationOf = new WeakMap<DatabaseSync, Rotation>();

/** The memories to ingest next. */
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
  const quarantined = prepare(
    db,
    `SELECT seq, owner, user_id AS user FROM memory WHERE ${isDue} AND interruptions >= ? AND infer <= ?
     ORDER BY next_attempt_at, seq`,
  ).iterate(now, quarantineAfter, Math.min(1, extractions));
  for (const row of quarantined) {
    const { seq, owner: accountNumber, user } = row as { seq: number; owner: number; user: string };
    if (!busy.has(`${accountNumber} ${user}`)) return [seq];
  }
  return [];
}

/** Users, after the numbers of their accounts, that facts are being extracted for. */
function busyUsers(db: DatabaseSync, { now }: IngestClaimOptions): Set<string> {
  const leased = prepare(
    db,
    'SELECT owner, user_id AS user FROM memory WHERE leased = 1 AND infer = 1 AND next_attempt_at > ?',
  ).all(now) as { owner: number; user: string }[];
  return new Set(leased.map(({ owner: accountNumber, user }) => `${accountNumber} ${user}`));
}

/** The oldest due memories of up to `limit` accounts. */
function dueByAccount(
  db: DatabaseSync,
  rotation: Rotation,
  busy: ReadonlySet<string>,
  options: IngestClaimOptions,
): DueRow[][] {
  const nextAccount = prepare(db, "SELECT min(owner) AS owner FROM memory WHERE owner > ? AND status = 'pending'");
  const next = (after: number) => (nextAccount.get(after) as { owner: number | null }).owner;
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
  return prepare(
    db,
    `SELECT ${dueColumns} FROM memory
     WHERE owner = ? AND infer = 0 AND ${isDue} AND interruptions < ? ORDER BY next_attempt_at, seq LIMIT ?`,
  )
    .all(accountNumber, now, quarantineAfter, limit)
    .map(toDue);
}

/** The oldest memory of each user that nothing is being extracted for. */
function dueExtractions(
  db: DatabaseSync,
  accountNumber: number,
  rotation: UserRotation<number>,
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
  const next = (after: string) => (nextUser.get(accountNumber, after) as { user: string | null }).user;
  const found: DueRow[] = [];
  const users: string[] = [];
  for (const user of ringAfter(rotation.lastOf(accountNumber), '', next)) {
    const due = busy.has(`${accountNumber} ${user}`)
      ? undefined
      : oldest.get(accountNumber, user, options.now, options.quarantineAfter);
    if (!due) continue;
    found.push(toDue(due));
    users.push(user);
    if (found.length === max) break;
  }
  rotation.ended(accountNumber, users, max);
  return found;
}

function toDue(row: Record<string, unknown>): DueRow {
  const { infer, ...due } = row as unknown as Omit<DueRow, 'infer'> & { infer: 0 | 1 };
  return { ...due, infer: infer === 1 };
}
