import type { Commit, CommitResult, MemoryStore, StoredResponse } from '../../ports/memory-store.ts';
import { type AccountQuota, overLimit } from '../usage/quota.ts';
import { checkFingerprint, type Idempotency, toIdempotencyRecord } from './idempotency.ts';
import { missingMemory } from './missing-memory.ts';

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
