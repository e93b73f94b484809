import { DomainError } from '../../ports/errors.ts';
import type { Commit, CommitResult, MemoryStore, QuotaLimit, StoredResponse } from '../../ports/memory-store.ts';
import { type Idempotency, type Replay, responseKeyOf, toIdempotencyRecord, toReplay } from '../usage/idempotency.ts';
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
  /** Prepares the write again after a conflict with another write. */
  again(): Promise<Preparation<Value>>;
  /**
   * Prepares the write again without the changes that a limit rejects. If it is absent, the whole write is rejected.
   */
  without?(limits: readonly (QuotaLimit | null)[]): PreparedWrite<Value>;
}

export type Preparation<Value> = PreparedWrite<Value> | Replay;

export type Committed<Value> = { kind: 'written' } | Replay | { kind: 'again'; prepare(): Promise<Preparation<Value>> };

/**
 * Commits a prepared write together with its response.
 * @param response - kept for repetitions; null for a write without an Idempotency-Key
 * @throws {DomainError} when the memory is missing or the quota is used up
 */
export async function commitWrite<Value>(
  store: MemoryStore,
  write: PreparedWrite<Value>,
  response: Omit<StoredResponse, 'fingerprint'> | null,
): Promise<Committed<Value>> {
  const { commit, now, quota, idempotency, committed, without } = write;
  const idempotencyRecord = idempotency && response ? toIdempotencyRecord(idempotency, response, now) : undefined;
  const [result] = (await store.commit([{ ...commit, quota: quota && toWriteQuota(quota), idempotencyRecord }])) as [
    CommitResult,
  ];
  switch (result.kind) {
    case 'written':
      committed();
      return result;
    case 'replayed':
      return toReplay(idempotency as Idempotency, result.response, missingMemory);
    case 'over_limit':
      if (!without) throw overLimit(quota as AccountQuota, result.limits[0] as QuotaLimit, now);
      return { kind: 'again', prepare: async () => without(result.limits) };
    case 'missing':
      throw needsMemory(commit) ? missingMemory() : missingAccount();
    default:
      return { kind: 'again', prepare: write.again };
  }
}

function needsMemory({ changes }: Pick<Commit, 'changes'>): boolean {
  return changes.some(({ kind }) => kind !== 'insert');
}

/** The error of a write that cannot miss a memory: its account was deleted after the authentication. */
function missingAccount(): DomainError {
  return new DomainError('unauthenticated', 'The account of this credential has been deleted.');
}

/**
 * Finds the response of a repeated write, before any other read: the memory may have changed or gone since.
 * @throws {DomainError} `idempotency_key_reused`; `not_found` when the response has ended with its memory
 */
export async function findReplay(
  store: Pick<MemoryStore, 'findResponse'>,
  accountId: string,
  idempotency: Idempotency | undefined,
  now: number,
): Promise<Replay | undefined> {
  const response = idempotency && (await store.findResponse(accountId, responseKeyOf(idempotency), now));
  return response && toReplay(idempotency, response, missingMemory);
}

function toWriteQuota({ month, memoryWrites, endUsers, projects }: AccountQuota) {
  return { month, memoryWrites, endUsers, projects };
}

/** An id that no memory has. */
export const missingMemoryId = 'mem_00000000000000000000000000';

/**
 * Returns the same error for ids that never existed, are deleted, malformed or of another account. Callers cannot tell
 * these cases apart.
 */
export function missingMemory(): DomainError {
  return new DomainError('not_found', 'No memory with this id exists in this account.');
}
