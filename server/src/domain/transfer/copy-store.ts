import { createHash } from 'node:crypto';
import type { Account } from '../../ports/account-store.ts';
import { DomainError } from '../../ports/errors.ts';
import { foldEmail } from '../../ports/fold-email.ts';
import {
  type AccountRecord,
  type CopySource,
  type CopyTarget,
  isNewer,
  type KeyRecord,
  type MemoryState,
  type RequestRecord,
  requestsIn,
} from '../../ports/store-copy.ts';
import { compareRecords, fingerprint, type Likeness } from './compare-records.ts';

export interface CopyObserver {
  /** Memories and requests are counted. */
  begin(part: { name: 'copying' | 'checking'; total: number }): void;
  advance(count: number): void;
  /** So many were there already. */
  skip(count: number): void;
  end(): void;
  checked(report: AccountReport): void;
}

/** What an account came to, read back from the target. */
export interface AccountReport {
  account: Account;
  /** What of the account itself is not as in the source, because it was at the target before. */
  keptAtTarget: ('plan' | 'limits' | 'password')[];
  memories: Record<Likeness, number> & {
    missing: number;
    /** At the target, and not in the source. */
    onlyAtTarget: number;
  };
  /** Over the memories in the order of their ids; equal when each is the same. */
  checksums: { source: string; target: string };
  /** Embedders whose vectors were copied. */
  embedderIds: string[];
  requests: { same: number; missing: number };
  keys: { same: number; missing: number };
  /** Usage of months and sums of days: how many, and how many of them are smaller at the target. */
  sums: { same: number; missing: number };
  /** Some ids of memories that are not as they should be. */
  wrongIds: string[];
  isComplete: boolean;
}

export interface CopyResult {
  reports: AccountReport[];
  /** Told to stop before the end. Another run goes on from there. */
  isInterrupted: boolean;
}

interface CopyOptions {
  source: CopySource;
  target: CopyTarget;
  /** Id, e-mail or phone; undefined: every account. */
  accountName: string | undefined;
  observer: CopyObserver;
  /** Asked between batches. */
  isStopping(): boolean;
}

/** States are small, records with their vectors are not. */
const statesAtOnce = 1_000;
const recordsAtOnce = 100;
const requestsAtOnce = 500;
const accountsAtOnce = 500;
const idsShown = 10;

class Stopped extends Error {}

/**
 * Copies accounts with all that is theirs, then reads everything back and compares it. What the target has already is not
 * written again: a run that was ended, however, is finished by the next one. Where the target has a newer version of a
 * memory, that stays.
 * @throws {DomainError} `not_found` for an account that is not there, `conflict` when the target gives its e-mail, phone or
 * id to another; then nothing was written
 */
export async function copyStore(options: CopyOptions): Promise<CopyResult> {
  const { source, target, observer } = options;
  const records = await chooseAccounts(options);
  await refuseConflicts(records, target);
  const reports: AccountReport[] = [];
  try {
    let total = 0;
    for (const { account } of records) {
      const counted = await source.count(account.id);
      total += counted.memories + counted.requests;
      stopIfTold(options);
    }
    observer.begin({ name: 'copying', total });
    for (const record of records) await copyAccount(options, record);
    observer.end();
    observer.begin({ name: 'checking', total });
    for (const record of records) {
      const report = await checkAccount(options, record);
      reports.push(report);
      observer.checked(report);
    }
    observer.end();
    return { reports, isInterrupted: false };
  } catch (error) {
    observer.end();
    if (error instanceof Stopped) return { reports, isInterrupted: true };
    throw error;
  }
}

async function chooseAccounts({ source, accountName }: CopyOptions): Promise<AccountRecord[]> {
  const records = await source.accounts();
  if (accountName === undefined) return records;
  const chosen = records.filter(
    ({ account: { id, email, phone } }) =>
      id === accountName || phone === accountName || (email !== null && foldEmail(email) === foldEmail(accountName)),
  );
  if (chosen.length === 0) throw new DomainError('not_found', `The source has no account ${accountName}.`);
  return chosen;
}

/** One e-mail, phone or id for two accounts would be one account too few. */
async function refuseConflicts(records: readonly AccountRecord[], target: CopyTarget): Promise<void> {
  for (const batch of inBatches(records, accountsAtOnce)) {
    const there = await target.accountsLike(batch.map(({ account }) => account));
    const byName = new Map(there.flatMap(({ account }) => namesOf(account).map((name) => [name, account])));
    for (const { account } of batch) {
      const others = new Set(namesOf(account).map((name) => byName.get(name)));
      for (const other of others) if (other) refuseConflict(account, other);
    }
  }
}

/** What no two accounts of a store have. */
function namesOf({ id, email, phone }: Account): string[] {
  return [
    `id ${id}`,
    ...(email === null ? [] : [`email ${foldEmail(email)}`]),
    ...(phone === null ? [] : [`phone ${phone}`]),
  ];
}

/** Of an account at the target that has one of its names. */
function refuseConflict(account: Account, other: Account): void {
  const addressesOf = (one: Account) => namesOf(one).slice(1);
  const isAlike = addressesOf(account).some((address) => addressesOf(other).includes(address));
  if (account.id === other.id && isAlike) return;
  const name = account.email ?? account.phone;
  throw new DomainError(
    'conflict',
    account.id === other.id
      ? `The account ${account.id} is ${name} in the source and ${other.email ?? other.phone} at the target: these are no copies of one store.`
      : `The target has an account ${name} already, and it is another one (${other.id}; in the source ${account.id}). Nothing was copied.`,
  );
}

function stopIfTold({ isStopping }: CopyOptions): void {
  if (isStopping()) throw new Stopped();
}

/** Keys come last: no program uses an account whose memories are not there yet. */
async function copyAccount(options: CopyOptions, record: AccountRecord): Promise<void> {
  const { source, target } = options;
  const { id } = record.account;
  stopIfTold(options);
  await target.putAccount(record);
  await copyMemories(options, id);
  for await (const rows of requestPages(source, id)) {
    stopIfTold(options);
    const written = await target.putRequests(id, rows);
    options.observer.skip(rows.length - written);
    options.observer.advance(written);
  }
  await target.putMonths(id, await source.months(id));
  await target.putDays(id, await source.days(id));
  await target.putKeys(id, await source.keys(id));
}

async function copyMemories(options: CopyOptions, ownerId: string): Promise<void> {
  const { source, target, observer } = options;
  for await (const states of statePages(source, ownerId)) {
    const found = await target.statesOf(ownerId, idsOf(states));
    const there = new Map(found.map((state) => [state.id, state]));
    const wanted = states.filter((state) => {
      const known = there.get(state.id);
      return !known || isNewer(state, known);
    });
    observer.skip(states.length - wanted.length);
    for (const batch of inBatches(idsOf(wanted), recordsAtOnce)) {
      stopIfTold(options);
      await target.putMemories(ownerId, await source.memories(ownerId, batch));
      observer.advance(batch.length);
    }
  }
}

async function checkAccount(options: CopyOptions, { account, passwordHash }: AccountRecord): Promise<AccountReport> {
  const { source, target, observer } = options;
  const { id } = account;
  const checked = await checkMemories(options, id);
  const requests = { same: 0, missing: 0 };
  for await (const rows of requestPages(source, id)) {
    stopIfTold(options);
    const copies = new Map((await target.requestsOf(id, rows)).map((row) => [row.id, row]));
    for (const row of rows) requests[isSameRequest(row, copies.get(row.id)) ? 'same' : 'missing']++;
    observer.advance(rows.length);
  }
  const keys = await checkKeys(options, id);
  const sums = await checkSums(options, id);
  const there = (await target.accountsLike([account])).find((one) => one.account.id === id);
  const keptAtTarget: AccountReport['keptAtTarget'] = [];
  if (there?.account.plan !== account.plan) keptAtTarget.push('plan');
  if (JSON.stringify(limitsOf(there?.account)) !== JSON.stringify(limitsOf(account))) keptAtTarget.push('limits');
  if (there?.passwordHash !== passwordHash) keptAtTarget.push('password');
  const { different, older, missing } = checked.memories;
  const isComplete =
    there !== undefined && different + older + missing + requests.missing + keys.missing + sums.missing === 0;
  return { account, keptAtTarget, ...checked, requests, keys, sums, isComplete };
}

async function checkMemories(
  options: CopyOptions,
  ownerId: string,
): Promise<Pick<AccountReport, 'memories' | 'checksums' | 'embedderIds' | 'wrongIds'>> {
  const { source, target, observer } = options;
  const hashes = { source: createHash('sha256'), target: createHash('sha256') };
  const memories = { same: 0, 're-embedded': 0, newer: 0, older: 0, different: 0, missing: 0, onlyAtTarget: 0 };
  const embedderIds = new Set<string>();
  const wrongIds: string[] = [];
  let found = 0;
  for await (const states of statePages(source, ownerId)) {
    for (const ids of inBatches(idsOf(states), recordsAtOnce)) {
      stopIfTold(options);
      const originals = await source.memories(ownerId, ids);
      const copies = new Map((await target.memories(ownerId, ids)).map((copy) => [copy.id, copy]));
      found += copies.size;
      for (const original of originals) {
        const copy = copies.get(original.id);
        const likeness = copy ? compareRecords(original, copy) : 'missing';
        memories[likeness]++;
        if (['older', 'different', 'missing'].includes(likeness) && wrongIds.length < idsShown) {
          wrongIds.push(original.id);
        }
        hashes.source.update(fingerprint(original));
        if (copy) hashes.target.update(fingerprint(copy));
        for (const { embedderId } of original.vectors) embedderIds.add(embedderId);
      }
      observer.advance(ids.length);
    }
  }
  memories.onlyAtTarget = Math.max(0, (await target.count(ownerId)).memories - found);
  const checksums = { source: hashes.source.digest('hex'), target: hashes.target.digest('hex') };
  return { memories, checksums, embedderIds: [...embedderIds].sort(), wrongIds };
}

async function checkKeys({ source, target }: CopyOptions, ownerId: string): Promise<AccountReport['keys']> {
  const copies = new Map((await target.keys(ownerId)).map((one) => [one.key.id, one]));
  const keys = { same: 0, missing: 0 };
  for (const one of await source.keys(ownerId)) keys[isKept(one, copies.get(one.key.id)) ? 'same' : 'missing']++;
  return keys;
}

/** It may have been revoked at the target, and used there; it must not have come to life again. */
function isKept({ key, hash }: KeyRecord, copy: KeyRecord | undefined): boolean {
  if (!copy?.hash.equals(hash)) return false;
  const known = ({ id, label, keyPrefix, scopes, createdAt, expiresAt }: KeyRecord['key']) =>
    JSON.stringify([id, label, keyPrefix, scopes, createdAt, expiresAt]);
  return known(key) === known(copy.key) && (key.revokedAt === null || copy.key.revokedAt !== null);
}

async function checkSums({ source, target }: CopyOptions, ownerId: string): Promise<AccountReport['sums']> {
  const sums = { same: 0, missing: 0 };
  const months = new Map((await target.months(ownerId)).map((one) => [one.month, one]));
  for (const { month, memoryWrites, memorySearches } of await source.months(ownerId)) {
    const copy = months.get(month);
    const isThere = copy && copy.memoryWrites >= memoryWrites && copy.memorySearches >= memorySearches;
    sums[isThere ? 'same' : 'missing']++;
  }
  const nameOf = (day: { day: number; operation: string }) => `${day.day} ${day.operation}`;
  const days = new Map((await target.days(ownerId)).map((one) => [nameOf(one), one]));
  for (const day of await source.days(ownerId)) {
    const copy = days.get(nameOf(day));
    sums[copy && requestsIn(copy) >= requestsIn(day) ? 'same' : 'missing']++;
  }
  return sums;
}

function isSameRequest(row: RequestRecord, copy: RequestRecord | undefined): boolean {
  const known = (one: RequestRecord) =>
    JSON.stringify([
      [one.id, one.createdAt, one.method, one.path, one.operation, one.source],
      [one.statusCode, one.latencyMs, one.keyId, one.keyPrefix, one.metered],
    ]);
  return copy !== undefined && known(row) === known(copy);
}

function limitsOf(account: Account | undefined) {
  return account && [account.limits.memoryWrites, account.limits.memorySearches, account.limits.endUsers];
}

async function* statePages(source: CopySource, ownerId: string): AsyncGenerator<MemoryState[]> {
  for (let after: string | null = null; ; ) {
    const states: MemoryState[] = await source.states(ownerId, { after, limit: statesAtOnce });
    const last = states.at(-1);
    if (!last) return;
    yield states;
    after = last.id;
  }
}

async function* requestPages(source: CopySource, ownerId: string): AsyncGenerator<RequestRecord[]> {
  for (let after: RequestRecord | null = null; ; ) {
    const rows: RequestRecord[] = await source.requests(ownerId, { after, limit: requestsAtOnce });
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = last;
  }
}

function idsOf(states: readonly MemoryState[]): string[] {
  return states.map(({ id }) => id);
}

function* inBatches<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let first = 0; first < items.length; first += size) yield items.slice(first, first + size);
}
