import { waitForRound } from '../../lib/yielding.ts';
import { DomainError, type ErrorCode } from '../../ports/errors.ts';
import type { Memory } from '../../ports/memory-store.ts';
import type { Idempotency } from '../usage/idempotency.ts';
import { type AccountQuota, overLimit } from '../usage/quota.ts';
import type { Preparation, PreparedWrite } from './commit-write.ts';
import type { Redacted } from './content-policy.ts';
import { type BuiltInsert, buildInsert, type CreationServices, type NewMemory } from './create-memory.ts';

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
/** The number of items that are built in one tick of the event loop. */
const itemsInTick = 8;

/**
 * Prepares a write of several memories in one commit. Each item is rejected separately, for its content or for a limit.
 * All others are written.
 */
export async function prepareMemories(
  services: CreationServices,
  { accountId, items, quota }: Batch,
  idempotency?: Idempotency,
): Promise<PreparedWrite<WrittenItem[]>> {
  const built: (BuiltInsert | DomainError)[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % itemsInTick === 0) await waitForRound(accountId);
    built.push(item instanceof DomainError ? item : await orRejection(() => buildInsert(services, item)));
  }
  return prepareItems(services, { accountId, quota, idempotency, items: built });
}

/** Items that are ready to be written together. `Rest` represents the other items. */
interface BuiltBatch<Rest> extends Pick<Batch, 'accountId' | 'quota'> {
  items: readonly (BuiltInsert | Rest)[];
  idempotency: Idempotency | undefined;
  /** Prepares the write again after a conflict with another write. @default the same items */
  again?: () => Promise<Preparation<(Redacted<Memory> | Rest | DomainError)[]>>;
}

/** Prepares the commit of all items that were built. Items that a limit rejects are left out. */
export function prepareItems<Rest extends DomainError | string>(
  services: Pick<CreationServices, 'clock' | 'queue'>,
  { accountId, quota, items, idempotency, again }: BuiltBatch<Rest>,
): PreparedWrite<(Redacted<Memory> | Rest | DomainError)[]> {
  const now = services.clock.now();

  function prepare(
    all: readonly (BuiltInsert | Rest | DomainError)[],
  ): PreparedWrite<(Redacted<Memory> | Rest | DomainError)[]> {
    const accepted = all.filter(isBuilt);
    const prepared: PreparedWrite<(Redacted<Memory> | Rest | DomainError)[]> = {
      kind: 'prepared',
      value: all.map((item) => (isBuilt(item) ? item.value : item)),
      commit: { accountId, changes: accepted.map(({ change }) => change) },
      ...{ now, quota, idempotency },
      committed() {
        for (const { value } of accepted) services.queue.announce(value.id);
      },
      again: again ?? (async () => prepared),
      without(limits) {
        const left = limits.values();
        return prepare(
          all.map((item) => {
            const limit = isBuilt(item) ? left.next().value : null;
            return limit ? overLimit(quota, limit, now) : item;
          }),
        );
      },
    };
    return prepared;
  }
  return prepare(items);
}

function isBuilt(item: BuiltInsert | DomainError | string): item is BuiltInsert {
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
