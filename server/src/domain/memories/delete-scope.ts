import { type Coalesced, poll } from '../../lib/coalesce.ts';
import type { Clock } from '../../ports/clock.ts';
import { DomainError } from '../../ports/errors.ts';
import type { Identifiers } from '../../ports/identifiers.ts';
import type { Actor, Scope } from '../../ports/memory.ts';
import type { Idempotency, Once } from '../usage/idempotency.ts';
import type { MemoryRecords } from './commands.ts';
import { findReplay } from './commit-write.ts';
import type { BegunDeletion, MatchedMemory, ScannedSlice } from './deletion-commands.ts';
import { type DeletionName, deletions, type NewDeletion, type StoredDeletion } from './deletion-kinds.ts';
import { toCodes, withoutNames } from './deletion-receipts.ts';
import type { MemoryStore } from './memory-store.ts';
import { hasKeys, type ScopeInput, toScope } from './scope.ts';

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

export interface ScopeDeletionResult {
  matched: number;
  /** null if the memories were only counted. */
  begun: BegunDeletion | null;
  isReplay: boolean;
}

const maxRemovedFirst = 1_000;
const pageSize = 1_000;
/** The maximum of memories that one write prepares, because other writes wait in the meantime. */
const maxPrepared = 250;

/** Deletes the memories of a scope if their number is the expected one. They can no longer be read then. */
export async function deleteScope(
  services: ScopeDeletionServices,
  requested: ScopeDeletion,
): Promise<ScopeDeletionResult> {
  const { store, records, clock, identifiers } = services;
  const { scope: input, parameters, actor, confirm, idempotency } = requested;
  const { accountId } = input;
  const startedAt = clock.now();
  const replay = () => findReplay<BegunDeletion>(store, accountId, { idempotency });
  const replayed = await replay();
  if (replayed) return complete(services, accountId, replayed);
  const ids = await listMatching(records, toScope(input));
  const matched = ids.length;
  if (confirm === undefined) return { matched, begun: null, isReplay: false };
  if (confirm !== matched) {
    // The first request with the same key may have deleted them in the meantime.
    const repeated = await replay();
    if (repeated) return complete(services, accountId, repeated);
    throw confirmationMismatch(matched, confirm);
  }
  const deletion: NewDeletion = {
    ...{ id: identifiers.deletion(), accountId, kind: 'scope', parameters, actor, startedAt },
    ...(await toCodes(services, accountId, parameters)),
  };
  await prepare(records, deletion, ids);
  const name = { accountId, id: deletion.id };
  const status = matched > maxRemovedFirst ? ('running' as const) : ('done' as const);
  const prepared = { accountId, begun: { id: deletion.id, matched, status }, ids, idempotency };
  const begin = () => records.run(accountId, 'beginMemoryDeletion', prepared);
  let result = await begin();
  for (; result && 'hiding' in result && result.hiding !== null; result = await begin()) {
    // The other deletion has counted its memories, so they must not count here.
    await continueDeletion(records, { accountId, id: result.hiding }, 'hideMemories');
  }
  const isBegun = result !== null && 'value' in result && !result.isReplay;
  if (!isBegun) await discardDeletion(records, name);
  // The scope matches fewer memories by now.
  if (result && 'hiding' in result) return deleteScope(services, requested);
  if (result === null) throw new DomainError('not_found', 'This account no longer exists.');
  return complete(services, accountId, result);
}

/** Hides the memories of a deletion that has begun, and removes them if they are few. */
async function complete(
  { records, continueDeletions }: ScopeDeletionServices,
  accountId: string,
  { value: begun, isReplay }: Once<BegunDeletion>,
): Promise<ScopeDeletionResult> {
  const name = { accountId, id: begun.id };
  const deletion = await records.get(deletions, name);
  if (deletion?.state === 'running') {
    await continueDeletion(records, name, 'hideMemories');
    if (deletion.matched <= maxRemovedFirst) await continueDeletion(records, name, 'removeHiddenMemories');
  }
  continueDeletions();
  return { matched: begun.matched, begun, isReplay };
}

/** Hides or removes all memories of a deletion that has begun, unless the server stops before. */
export async function continueDeletion(
  records: MemoryRecords,
  { accountId, id }: DeletionName,
  command: 'hideMemories' | 'removeHiddenMemories',
  isStopping: () => boolean = () => false,
): Promise<void> {
  for (let after: string | null = ''; after !== null && !isStopping(); ) {
    after = await records.run(accountId, command, { accountId, id, after });
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
      for (const { id, metadata } of page) if (!metadata || hasKeys(metadata, scope.filterKeys)) ids.push(id);
      after = page.length < pageSize ? undefined : page.at(-1);
    } while (after);
  }
  return ids;
}

function confirmationMismatch(matched: number, confirm: number): DomainError {
  return new DomainError(
    'confirmation_mismatch',
    `confirm is ${confirm}, but the scope now matches ${matched} ${matched === 1 ? 'memory' : 'memories'}. Nothing was deleted. Check the memories, then send confirm=${matched}.`,
    { details: { matched } },
  );
}

/** A store with what it keeps outside of its records. A database server keeps nothing there. */
export interface ErasingStore {
  records: MemoryRecords;
  local?: ErasingFiles | undefined;
}

interface ErasingFiles {
  /** Erases deleted texts from the files of the store. Resolves to false if that is not possible now. */
  eraseDeleted(): Promise<boolean>;
  /** Whether search indexes in memory contain one of the memories. */
  isIndexed(accountId: string, seqs: readonly number[]): Promise<boolean>;
}

interface DeletionOptions {
  store: ErasingStore;
  clock: Clock;
  onError(error: unknown): void;
}

const maxAtOnce = 100;
/** The interval of checks for deletions of other processes. */
const everyMs = 5_000;
/** A request that prepares a deletion begins it within this time, or never. */
const abandonedMs = 10 * 60_000;

/** Continues deletions that have begun, including those from before a restart, and verifies completed ones. */
export function startMemoryDeletions({ store, clock, onError }: DeletionOptions): Coalesced {
  const { records } = store;
  const unverified = () => records.scan(deletions, 'unverified', { of: [], limit: maxAtOnce });

  async function goOn(deletion: StoredDeletion, stopping: AbortSignal): Promise<void> {
    if (deletion.state === 'running') {
      await continueDeletion(records, deletion, 'hideMemories');
      await continueDeletion(records, deletion, 'removeHiddenMemories', () => stopping.aborted);
    } else if (deletion.state === 'preparing' && deletion.startedAt < clock.now() - abandonedMs) {
      await discardDeletion(records, deletion);
    }
  }

  async function runAll(stopping: AbortSignal): Promise<void> {
    for (const deletion of await unverified()) if (!stopping.aborted) await goOn(deletion, stopping);
    const done = (await unverified()).filter(({ state }) => state === 'done');
    if (done.length > 0 && !stopping.aborted) await verifyDeletions(store, done, clock.now());
  }

  // After an error, the next run continues where this one ended.
  const runs = poll((stopping) => runAll(stopping).catch(onError), everyMs);
  void runs.run();
  return runs;
}

/** Checks all stored data, also indexes in memory, for traces of finished deletions, and records which have none. */
async function verifyDeletions(store: ErasingStore, done: readonly StoredDeletion[], at: number): Promise<void> {
  // Until then, deleted texts may still be in the files.
  if ((await store.local?.eraseDeleted()) === false) return;
  for (const deletion of done) {
    if (!(await isGone(store, deletion))) continue;
    const { accountId, id, removed } = deletion;
    const verified = { accountId, id, removed, at, parameters: withoutNames(deletion) };
    while (!(await store.records.run(accountId, 'verifyMemoryDeletion', verified)));
  }
}

export async function isGone({ records, local }: ErasingStore, { accountId, id }: DeletionName): Promise<boolean> {
  for (let after: string | null = ''; after !== null; ) {
    const slice: ScannedSlice = await records.query(accountId, 'scanDeletion', { accountId, id, after });
    if (slice.isLeft || (await local?.isIndexed(accountId, slice.seqs))) return false;
    after = slice.last;
  }
  return true;
}
