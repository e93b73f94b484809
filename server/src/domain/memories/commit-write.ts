import type { Commit, CommitResult, MemoryStore, StoredResponse } from '../../ports/memory-store.ts';
import { overLimit, type Quota } from '../usage/quota.ts';
import { checkFingerprint, type Idempotency, toIdempotencyRecord } from './idempotency.ts';
import { missingMemory } from './missing-memory.ts';

/** A write whose outcome is known, and which only has to be committed. */
export interface PreparedWrite<Value> {
  kind: 'prepared';
  /** What the response tells the caller. */
  value: Value;
  commit: Omit<Commit, 'idempotencyRecord' | 'quota'>;
  now: number;
  quota?: Quota;
  idempotency: Idempotency | undefined;
  /** What follows the commit. */
  committed(): void;
  /** Prepares the write again after another write came in between. */
  again(): Promise<Preparation<Value>>;
}

/** `replayed`: the write was made before; this was its response. */
export type Preparation<Value> = PreparedWrite<Value> | { kind: 'replayed'; response: StoredResponse };

export type Committed = { kind: 'written' } | { kind: 'replayed'; response: StoredResponse } | { kind: 'stale' };

/**
 * Commits a prepared write together with its response.
 * @param response kept for repetitions; not needed for a write without an Idempotency-Key
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
      throw overLimit(quota as Quota, result, now);
    case 'missing':
      throw missingMemory();
    default:
      return { kind: 'stale' };
  }
}

/** A repeated write gets its response before anything else is read: its memory may have changed or gone since. */
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

function toWriteQuota({ month, memoryWrites, endUsers, projects }: Quota) {
  return { month, memoryWrites, endUsers, projects };
}
