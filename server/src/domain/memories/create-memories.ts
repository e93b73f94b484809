import { waitForRound } from '../../lib/yielding.ts';
import { DomainError, type ErrorCode } from '../../ports/errors.ts';
import type { Memory } from '../../ports/memory-store.ts';
import type { Responded, Responder } from '../usage/idempotency.ts';
import { type AccountQuota, overLimit } from '../usage/quota.ts';
import { commitWrite } from './commit-write.ts';
import type { Redacted } from './content-policy.ts';
import { type BuiltMemory, buildMemory, type CreationServices, insertOf, type NewMemory } from './create-memory.ts';

/** The item of a batch: the new memory, or the reason for its rejection. */
export type WrittenItem = Redacted<Memory> | DomainError;

export interface Batch {
  accountId: string;
  /** An error represents an item that was rejected earlier. */
  items: readonly (Omit<NewMemory, 'quota'> | DomainError)[];
  quota: AccountQuota;
}

/** The rejections that concern a single item. Any other error rejects the whole batch. */
const itemCodes: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'invalid_request',
  'sensitive_content',
  'outside_key_restriction',
]);
const itemsInTick = 8;

/**
 * Writes several memories in one commit. Each item is rejected separately, for its content or for a limit. All others
 * are written.
 */
export function createMemories<Response>(
  services: CreationServices,
  { accountId, items, quota }: Batch,
  responder: Responder<WrittenItem[], Response>,
): Promise<Responded<WrittenItem[], Response>> {
  return writeItems<DomainError, Response>(services, { accountId, quota }, responder, async () => {
    const built: (BuiltMemory | DomainError)[] = [];
    for (const [index, item] of items.entries()) {
      if (index > 0 && index % itemsInTick === 0) await waitForRound(accountId);
      built.push(item instanceof DomainError ? item : await orRejection(() => buildMemory(services, item)));
    }
    return built;
  });
}

/**
 * Writes all items that were built, except for those that a limit rejects. `Rest` represents the other items.
 * @param build is called again after a conflict with another write
 */
export async function writeItems<Rest extends DomainError | string, Response>(
  { store, clock, queue }: Pick<CreationServices, 'store' | 'clock' | 'queue'>,
  { accountId, quota }: Pick<Batch, 'accountId' | 'quota'>,
  responder: Responder<(Redacted<Memory> | Rest | DomainError)[], Response>,
  build: () => Promise<readonly (BuiltMemory | Rest | DomainError)[]>,
): Promise<Responded<(Redacted<Memory> | Rest | DomainError)[], Response>> {
  let items: readonly (BuiltMemory | Rest | DomainError)[] = [];
  const responded = await commitWrite(store, accountId, responder, async (conflict) => {
    if (conflict?.kind !== 'over_limit') items = await build();
    const now = clock.now();
    const limits = conflict?.kind === 'over_limit' ? conflict.limits.values() : null;
    items = items.map((item) => {
      const limit = limits && isBuilt(item) ? limits.next().value : null;
      return limit ? overLimit(quota, limit, now) : item;
    });
    const value = items.map((item) => (isBuilt(item) ? item.value : item));
    return { value, now, quota, changes: items.filter(isBuilt).map(insertOf), isDivisible: true };
  });
  if (responded.value) for (const { value } of items.filter(isBuilt)) queue.announce(value.id);
  return responded;
}

function isBuilt(item: BuiltMemory | DomainError | string): item is BuiltMemory {
  return typeof item === 'object' && !(item instanceof DomainError);
}

/** Resolves to the result of `read`, or to the error that rejects only this item. */
export async function orRejection<Value>(read: () => Value | Promise<Value>): Promise<Value | DomainError> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DomainError && itemCodes.has(error.code)) return error;
    throw error;
  }
}
