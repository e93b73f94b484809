import type { Clock } from '../../ports/clock.ts';
import { DomainError } from '../../ports/errors.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { Deletion, MatchedMemory, MemoryDeletions, NewDeletion } from '../../ports/memory-deletions.ts';
import type { Actor, MemoryStore, Scope, StoredResponse } from '../../ports/memory-store.ts';
import { toFilterKeys } from '../text/filter-keys.ts';
import { type Idempotency, type Replay, toIdempotencyRecord } from '../usage/idempotency.ts';
import { findReplay } from './commit-write.ts';
import { hideMemories, removeMemories } from './complete-deletion.ts';
import { toCodes } from './deletion-codes.ts';
import { type ScopeInput, toScope } from './scope.ts';

export interface ScopeDeletionServices {
  store: Pick<MemoryStore, 'findResponse'>;
  deletions: MemoryDeletions;
  clock: Clock;
  identifiers: Identifiers;
  /** Continues deletions in the background. */
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
  /** Renders the response that is stored for retries. */
  render(begun: BegunDeletion): Omit<StoredResponse, 'fingerprint'>;
}

/** A deletion that has begun. Its memories can no longer be read. */
export interface BegunDeletion {
  id: string;
  matched: number;
  status: 'running' | 'done';
}

export type ScopeDeletionResult =
  | { kind: 'counted'; matched: number }
  | { kind: 'begun'; begun: BegunDeletion }
  | Replay;

/** The maximum of memories that are removed before the response. */
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
  { scope: input, parameters, actor, confirm, idempotency, render }: ScopeDeletion,
): Promise<ScopeDeletionResult> {
  const { store, deletions, clock, identifiers } = services;
  const { accountId } = input;
  const startedAt = clock.now();
  const replayed = await replay();
  if (replayed) return replayed;
  const ids = await listMatching(deletions, toScope(input));
  const matched = ids.length;
  if (confirm === undefined) return { kind: 'counted', matched };
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
  await prepare(deletions, deletion, ids);
  const begun = { id: deletion.id, matched, status: matched > maxRemovedFirst ? 'running' : 'done' } as const;
  const idempotencyRecord = idempotency && toIdempotencyRecord(idempotency, render(begun), startedAt);
  const result = await deletions.begin(deletion, { matched, idempotencyRecord });
  if (result.kind !== 'written') {
    await deletions.discard(deletion);
    const repeated = await replay();
    if (repeated) return repeated;
    throw new DomainError('not_found', 'This account no longer exists.');
  }
  await complete(services, deletion);
  return { kind: 'begun', begun };

  async function replay(): Promise<Replay | undefined> {
    const found = await findReplay(store, accountId, idempotency, startedAt);
    if (found) await complete(services, { accountId, id: deletionIdOf(found) });
    return found;
  }
}

/** Hides the memories of a deletion that has begun, and removes them if they are few. */
async function complete(
  services: ScopeDeletionServices,
  { accountId, id }: Pick<Deletion, 'accountId' | 'id'>,
): Promise<void> {
  const deletion = await services.deletions.get(accountId, id);
  if (deletion?.state === 'running') {
    await hideMemories(services.deletions, deletion);
    if (deletion.matched <= maxRemovedFirst) await removeMemories(services.deletions, deletion);
  }
  services.continueDeletions();
}

async function prepare(deletions: MemoryDeletions, deletion: NewDeletion, ids: readonly string[]): Promise<void> {
  for (let at = 0; at === 0 || at < ids.length; at += maxPrepared) {
    await deletions.prepare(deletion, ids.slice(at, at + maxPrepared));
  }
}

/** Lists the ids of all memories in a scope, including archived ones. */
async function listMatching(deletions: MemoryDeletions, scope: Scope): Promise<string[]> {
  const ids: string[] = [];
  for (const archived of [false, true]) {
    let after: MatchedMemory | undefined;
    do {
      const page: MatchedMemory[] = await deletions.matching({ scope, archived, limit: pageSize, after });
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

/** Responses to deletions by scope name the deletion, over REST and MCP. */
function deletionIdOf({ response }: Replay): string {
  const body: { deletion_id?: string } = JSON.parse(response.body);
  return body.deletion_id ?? '';
}

function confirmationMismatch(matched: number, confirm: number): DomainError {
  return new DomainError(
    'confirmation_mismatch',
    `confirm is ${confirm}, but the scope now matches ${matched} ${matched === 1 ? 'memory' : 'memories'}. Nothing was deleted. Check the memories, then send confirm=${matched}.`,
    { details: { matched } },
  );
}
