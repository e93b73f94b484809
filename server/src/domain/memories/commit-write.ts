import { createHash } from 'node:crypto';
import { DomainError } from '../../ports/errors.ts';
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
export type Preparation<Value> = PreparedWrite<Value> | { kind: 'replayed'; response: StoredResponse };

export type Committed = { kind: 'written' } | { kind: 'replayed'; response: StoredResponse } | { kind: 'stale' };

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
      if (idempotency) checkFingerprint(idempotency, result.response);
      return result;
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
): Promise<{ kind: 'replayed'; response: StoredResponse } | undefined> {
  const response = idempotency && (await store.findResponse(accountId, idempotency.key, now));
  if (!response) return undefined;
  checkFingerprint(idempotency, response);
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
  key: string;
  fingerprint: string;
}

/** Hashes method, path and body; the order of keys in the body does not matter. */
export function fingerprintOf(method: string, path: string, body: unknown): string {
  return createHash('sha256')
    .update(`${method} ${path}\n${canonicalJson(body)}`)
    .digest('hex');
}

function toIdempotencyRecord(
  { key, fingerprint }: Idempotency,
  response: Omit<StoredResponse, 'fingerprint'>,
  now: number,
): IdempotencyRecord {
  return { key, response: { fingerprint, ...response }, createdAt: now, expiresAt: now + keptMs };
}

/** @throws {DomainError} `idempotency_key_reused` when the stored response belongs to another request */
function checkFingerprint({ fingerprint }: Idempotency, response: StoredResponse): void {
  if (fingerprint === response.fingerprint) return;
  throw new DomainError(
    'idempotency_key_reused',
    'This Idempotency-Key was used for another request. Use a new key for a new write; repeat a write with the same method, path and body.',
  );
}

function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item)}`).join(',')}}`;
}
