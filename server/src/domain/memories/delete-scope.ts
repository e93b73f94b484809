import type { Clock } from '../../ports/clock.ts';
import { DomainError } from '../../ports/errors.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { Actor, Scope } from '../../ports/memory-store.ts';
import { toFilterKeys } from '../text/filter-keys.ts';
import type { Idempotency } from '../usage/idempotency.ts';
import type { MemoryRecords } from './commands.ts';
import { findReplay } from './commit-write.ts';
import { toCodes } from './deletion-codes.ts';
import type { BegunDeletion } from './deletion-commands.ts';
import { type DeletionName, deletions, type NewDeletion } from './deletion-kinds.ts';
import type { MatchedMemory } from './deletion-queries.ts';
import type { MemoryStore } from './memory-store.ts';
import { type ScopeInput, toScope } from './scope.ts';

export interface ScopeDeletionServices {
  store: Pick<MemoryStore, 'findResponse'>;
  records: MemoryRecords;
  clock: Clock;
  identifiers: Identifiers;
  continueDeletions(): void;
}

export interface ScopeDeletion {
  scope: ScopeInput;
  /** The requested scope, with the names of the contract. */
  parameters: NewDeletion['parameters'];
  actor: Actor;
  /** The number of memories that the caller expects; undefined to only count them. */
  confirm: number | undefined;
  idempotency: Idempotency | undefined;
}

/** `begun` is null if the memories were only counted. */
export type ScopeDeletionResult =
  | { matched: number; begun: null; isReplay: false }
  | { matched: number; begun: BegunDeletion; isReplay: boolean };

const maxRemovedFirst = 1_000;
const pageSize = 1_000;
/** The maximum of memories that one write prepares, because other writes wait in the meantime. */
const maxPrepared = 250;

/**
 * Deletes the memories of a scope if their number is the expected one. When it resolves, they can no longer be read.
 * @throws {DomainError} `confirmation_mismatch`, `idempotency_key_reused`
 */
export async function deleteScope(
  services: ScopeDeletionServices,
  { scope: input, parameters, actor, confirm, idempotency }: ScopeDeletion,
): Promise<ScopeDeletionResult> {
  const { store, records, clock, identifiers } = services;
  const { accountId } = input;
  const startedAt = clock.now();
  const replayed = await replay();
  if (replayed) return replayed;
  const ids = await listMatching(records, toScope(input));
  const matched = ids.length;
  if (confirm === undefined) return { matched, begun: null, isReplay: false };
  if (confirm !== matched) {
    // The first request with the same key may have deleted them in the meantime.
    const repeated = await replay();
    if (repeated) return repeated;
    throw confirmationMismatch(matched, confirm);
  }
  const deletion: NewDeletion = {
    ...{ id: identifiers.deletion(), accountId, kind: 'scope', parameters, actor, startedAt },
    ...(await toCodes(services, accountId, parameters)),
  };
  await prepare(records, deletion, ids);
  const name = { accountId, id: deletion.id };
  const status = matched > maxRemovedFirst ? ('running' as const) : ('done' as const);
  const prepared = { accountId, begun: { id: deletion.id, matched, status }, idempotency };
  const result = await records.run(accountId, 'beginMemoryDeletion', prepared);
  if (result === null || result.isReplay) await discardDeletion(records, name);
  if (result === null) throw new DomainError('not_found', 'This account no longer exists.');
  const { value: begun, isReplay } = result;
  await complete(services, { accountId, id: begun.id });
  return { matched: begun.matched, begun, isReplay };

  async function replay(): Promise<ScopeDeletionResult | undefined> {
    const found = await findReplay<BegunDeletion>(store, accountId, { idempotency });
    if (!found) return undefined;
    const { response: begun } = found;
    await complete(services, { accountId, id: begun.id });
    return { matched: begun.matched, begun, isReplay: true };
  }
}

/** Hides the memories of a deletion that has begun, and removes them if they are few. */
async function complete({ records, continueDeletions }: ScopeDeletionServices, name: DeletionName): Promise<void> {
  const deletion = await records.get(deletions, name);
  if (deletion?.state === 'running') {
    await hideMemories(records, name);
    if (deletion.matched <= maxRemovedFirst) await removeMemories(records, name);
  }
  continueDeletions();
}

/** Hides all memories of a deletion that has begun, and facts that were extracted from them meanwhile. */
export async function hideMemories(records: MemoryRecords, { accountId, id }: DeletionName): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    after = await records.run(accountId, 'hideMemories', { accountId, id, after });
  }
}

/** Removes hidden memories until none is left, which ends the deletion, or until the server stops. */
export async function removeMemories(
  records: MemoryRecords,
  { accountId, id }: DeletionName,
  isStopping: () => boolean = () => false,
): Promise<void> {
  for (let after: string | null = ''; after !== null && !isStopping(); ) {
    after = await records.run(accountId, 'removeHiddenMemories', { accountId, id, after });
  }
}

export async function discardDeletion(records: MemoryRecords, { accountId, id }: DeletionName): Promise<void> {
  while (!(await records.run(accountId, 'discardMemoryDeletion', { accountId, id })));
}

async function prepare(records: MemoryRecords, deletion: NewDeletion, ids: readonly string[]): Promise<void> {
  for (let at = 0; at === 0 || at < ids.length; at += maxPrepared) {
    const some = ids.slice(at, at + maxPrepared);
    await records.run(deletion.accountId, 'prepareMemoryDeletion', { deletion, ids: some });
  }
}

async function listMatching(records: MemoryRecords, scope: Scope): Promise<string[]> {
  const ids: string[] = [];
  for (const archived of [false, true]) {
    let after: MatchedMemory | undefined;
    do {
      const query = { scope, archived, limit: pageSize, after };
      const page: MatchedMemory[] = await records.query(scope.accountId, 'matchMemories', query);
      for (const memory of page) if (hasFilterKeys(memory, scope)) ids.push(memory.id);
      after = page.length < pageSize ? undefined : page.at(-1);
    } while (after);
  }
  return ids;
}

/** Whether an archived memory has the filter keys of a scope. The store compares those of the other memories. */
function hasFilterKeys({ metadata }: MatchedMemory, { filterKeys = [] }: Scope): boolean {
  if (metadata === null || filterKeys.length === 0) return true;
  const own = new Set(toFilterKeys(metadata));
  return filterKeys.every((alternatives) => alternatives.some((one) => own.has(one)));
}

function confirmationMismatch(matched: number, confirm: number): DomainError {
  return new DomainError(
    'confirmation_mismatch',
    `confirm is ${confirm}, but the scope now matches ${matched} ${matched === 1 ? 'memory' : 'memories'}. Nothing was deleted. Check the memories, then send confirm=${matched}.`,
    { details: { matched } },
  );
}
