import { DomainError, unauthenticated } from '../../ports/errors.ts';
import type { Memory } from '../../ports/memory.ts';
import {
  type Responded,
  type Responder,
  readReplay,
  responseKeyOf,
  toIdempotencyRecord,
} from '../usage/idempotency.ts';
import { type AccountQuota, overLimit, type QuotaLimit } from '../usage/quota.ts';
import type { OverLimit } from '../usage/write-quota.ts';
import type { Commit, CommitResult } from './changes.ts';
import type { MemoryStore } from './memory-store.ts';
import { isWithin, type Restriction } from './scope.ts';

export interface PreparedWrite<Value> extends Omit<Commit, 'accountId' | 'idempotencyRecord' | 'quota'> {
  value: Value;
  now: number;
  quota?: AccountQuota;
  /** Whether the next preparation leaves out the changes that a limit rejects. Otherwise, the write fails. */
  isDivisible?: true;
}

/** A write fails after this many attempts in which other writers were faster. */
const maxRounds = 200;

/** Commits a write with its response, and prepares it again after a conflict. @throws {DomainError} */
export async function commitWrite<Value, Response>(
  store: Pick<MemoryStore, 'commit'>,
  accountId: string,
  responder: Responder<Value, Response>,
  prepare: (overLimit: OverLimit | undefined) => Promise<PreparedWrite<Value>>,
): Promise<Responded<Value, Response>> {
  const { idempotency, present, subjectOf } = responder;
  let rejection: OverLimit | undefined;
  for (let round = 1; round <= maxRounds; round++) {
    const { value, now, isDivisible, ...write } = await prepare(rejection);
    const { changes, quota } = write;
    const response = present(value);
    const subjectId = subjectOf?.(value, response) ?? null;
    const idempotencyRecord = idempotency && toIdempotencyRecord(idempotency, response, subjectId, now);
    const [result] = (await store.commit([{ ...write, accountId, idempotencyRecord }])) as [CommitResult];
    if (result.kind === 'written') return { value: response, isReplay: false, written: value };
    if (result.kind === 'replayed') {
      return { value: readReplay(idempotency, result.response, missingMemory), isReplay: true };
    }
    if (result.kind === 'missing') {
      if (changes.some(({ kind }) => kind !== 'insert')) throw missingMemory();
      // An insertion misses no memory: the account was deleted after the authentication.
      throw unauthenticated('The account of this credential has been deleted.');
    }
    rejection = result.kind === 'over_limit' ? result : undefined;
    if (rejection && !isDivisible) throw overLimit(quota as AccountQuota, rejection.limits[0] as QuotaLimit, now);
  }
  throw new DomainError('conflict', 'Other writes keep changing this memory. Read it again, then retry the update.');
}

/**
 * Finds the response of a repeated write, before any other read: the memory may have changed or gone since.
 * @throws {DomainError} `idempotency_key_reused`; `not_found` when the response has ended with its memory
 */
export async function findReplay<Response>(
  store: Pick<MemoryStore, 'findResponse'>,
  accountId: string,
  { idempotency }: Pick<Responder<never, Response>, 'idempotency'>,
): Promise<Responded<never, Response> | undefined> {
  const found = idempotency && (await store.findResponse(accountId, responseKeyOf(idempotency)));
  return found && { value: readReplay<Response>(idempotency, found, missingMemory), isReplay: true };
}

export const missingMemoryId = 'mem_00000000000000000000000000';

/** Returns the same error for ids that never existed, are deleted, malformed or of another account. */
export function missingMemory(): DomainError {
  return new DomainError('not_found', 'No memory with this id exists in this account.');
}

/** A memory, and the restriction of the caller. */
export interface MemoryTarget {
  accountId: string;
  id: string;
  restriction?: Restriction;
}

/** @throws {DomainError} `not_found` if there is none, or the key must not reach it */
export async function readMemory(store: Pick<MemoryStore, 'get'>, { accountId, id, restriction = null }: MemoryTarget) {
  const memory = await store.get(accountId, id);
  if (!memory || !isWithin(memory, restriction)) throw missingMemory();
  return memory;
}

/** The versions of which a memory must have one to be changed; undefined: any. Empty: the request names none. */
export type ExpectedVersions = readonly number[] | undefined;

export function requireVersion({ version }: Pick<Memory, 'version'>, expected: ExpectedVersions): void {
  if (expected === undefined || expected.includes(version)) return;
  const changed = `The memory has changed since the version in If-Match, and now has version ${version}. Read it again, then retry the write with the new ETag.`;
  const none = 'If-Match has no ETag of a memory. Send the ETag with its quotes, such as "v2-4", or * for any version.';
  throw new DomainError('precondition_failed', expected.length === 0 ? none : changed);
}
