import { createHash } from 'node:crypto';
import { DomainError } from '../../ports/errors.ts';
import { endedStatus } from '../../ports/memory-rows.ts';
import type { Commit, CommitResult, IdempotencyRecord, MemoryStore, StoredResponse } from '../../ports/memory-store.ts';
import { type AccountQuota, overLimit } from '../usage/quota.ts';

/** A write whose result is known before its commit. */
export interface PreparedWrite<Value> {
  kind: 'prepared';
  /** The content of the response. */
  value: Value;
  commit: Omit<Commit, 'idempotencyRecord' | 'quota'>;
  now: number;
  quota?: AccountQuota;
  idempotency: Idempotency | undefined;
  /** Called after the commit. */
  committed(): void;
  /** Prepares the write again after another write came in between. */
  again(): Promise<Preparation<Value>>;
}

/** `replayed`: the write was made before, with this response. */
export type Preparation<Value> = PreparedWrite<Value> | Replay;

export type Committed = { kind: 'written' } | Replay | { kind: 'stale' };

export interface Replay {
  kind: 'replayed';
  response: StoredResponse;
}

/**
 * Commits a prepared write together with its response.
 * @param response - kept for repetitions; null for a write without an Idempotency-Key
 * @throws {DomainError} when the memory is missing or the quota is used up
 */
export async function commitWrite<Value>(
  store: MemoryStore,
  { commit, now, quota, idempotency, committed }: PreparedWrite<Value>,
  response: Omit<StoredResponse, 'fingerprint'> | null,
): Promise<Committed> {
  const idempotencyRecord = idempotency && response ? toIdempotencyRecord(idempotency, response, now) : undefined;
  const [result] = (await store.commit([{ ...commit, quota: quota && toWriteQuota(quota), idempotencyRecord }])) as [
    CommitResult,
  ];
  switch (result.kind) {
    case 'written':
      committed();
      return result;
    case 'replayed':
      return toReplay(idempotency as Idempotency, result.response);
    case 'over_limit':
      throw overLimit(quota as AccountQuota, result, now);
    case 'missing':
      throw missingMemory();
    default:
      return { kind: 'stale' };
  }
}

/** Finds the response of a repeated write, before any other read: the memory may have changed or gone since. */
export async function findReplay(
  store: MemoryStore,
  accountId: string,
  idempotency: Idempotency | undefined,
  now: number,
): Promise<Replay | undefined> {
  const response = idempotency && (await store.findResponse(accountId, keysOf(idempotency), now));
  return response && toReplay(idempotency, response);
}

/**
 * @throws {DomainError} `idempotency_key_reused` when the stored response belongs to another request; `not_found` when it
 * has ended with its memory
 */
function toReplay({ fingerprint }: Idempotency, response: StoredResponse): Replay {
  if (fingerprint !== response.fingerprint) {
    throw new DomainError(
      'idempotency_key_reused',
      'This Idempotency-Key was used for another request. Use a new key for a new write; repeat a write with the same method, path and body.',
    );
  }
  if (response.status === endedStatus) throw missingMemory();
  return { kind: 'replayed', response };
}

function toWriteQuota({ month, memoryWrites, endUsers, projects }: AccountQuota) {
  return { month, memoryWrites, endUsers, projects };
}

/** One error for ids that never existed, are gone, malformed or of another account, so that no one can tell which. */
export function missingMemory(): DomainError {
  return new DomainError('not_found', 'There is no memory with this id, or it is not yours.');
}

const keptMs = 24 * 60 * 60 * 1000;

/** The Idempotency-Key of a write, and a fingerprint that distinguishes the write from others with the same key. */
export interface Idempotency {
  /** The credential that sent the key (see `credentialOf`). Another one does not get the response. */
  credential: string;
  key: string;
  fingerprint: string;
}

/** Returns the keys of the stored response. No Idempotency-Key contains a blank, so the two forms never meet. */
function keysOf({ credential, key }: Idempotency): Pick<IdempotencyRecord, 'key' | 'formerKey'> {
  return { key: `${credential} ${key}`, formerKey: key };
}

/** Hashes method, path and body; the order of keys in the body does not matter. */
export function fingerprintOf(method: string, path: string, body: unknown): string {
  return createHash('sha256')
    .update(`${method} ${path}\n${canonicalJson(body)}`)
    .digest('hex');
}

function toIdempotencyRecord(
  idempotency: Idempotency,
  response: Omit<StoredResponse, 'fingerprint'>,
  now: number,
): IdempotencyRecord {
  const { fingerprint } = idempotency;
  return {
    ...keysOf(idempotency),
    response: { fingerprint, ...response },
    createdAt: now,
    expiresAt: now + keptMs,
  };
}

function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}
