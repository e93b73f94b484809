import { type Coalesced, poll } from '../../lib/coalesce.ts';
import type { Clock } from '../../ports/clock.ts';
import type { MemoryRecords } from './commands.ts';
import { discardDeletion, hideMemories, removeMemories } from './delete-scope.ts';
import { withoutNames } from './deletion-codes.ts';
import { type DeletionName, deletions, type StoredDeletion } from './deletion-kinds.ts';
import type { ScannedSlice } from './deletion-queries.ts';

/** A store with what it keeps outside of its records. */
export interface ErasingStore {
  records: MemoryRecords;
  /** Erases deleted texts from the files of the store. Resolves to false if that is not possible now. */
  eraseDeleted(): Promise<boolean>;
  /** Whether search indexes in memory contain one of the memories. */
  isIndexed(accountId: string, seqs: readonly number[]): Promise<boolean>;
}

interface DeletionOptions {
  store: ErasingStore;
  clock: Clock;
  onError(error: unknown): void;
  /** The interval of checks for deletions of other processes. @default 5000 */
  everyMs?: number;
}

const maxAtOnce = 100;
/** A request that prepares a deletion begins it within this time, or never. */
const abandonedMs = 10 * 60_000;

/** Continues deletions that have begun, including those from before a restart, and verifies completed ones. */
export function startMemoryDeletions({ store, clock, onError, everyMs = 5_000 }: DeletionOptions): Coalesced {
  const { records } = store;
  const unverified = () => records.scan(deletions, 'unverified', { of: [], limit: maxAtOnce });

  async function goOn(deletion: StoredDeletion, stopping: AbortSignal): Promise<void> {
    if (deletion.state === 'running') {
      await hideMemories(records, deletion);
      await removeMemories(records, deletion, () => stopping.aborted);
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

/**
 * Checks all stored data, including indexes in memory, for traces of finished deletions, and records which have none.
 * The ids of their memories are dropped.
 */
async function verifyDeletions(store: ErasingStore, done: readonly StoredDeletion[], at: number): Promise<void> {
  // Until then, deleted texts may still be in the files.
  if (!(await store.eraseDeleted())) return;
  for (const deletion of done) {
    if (!(await isGone(store, deletion))) continue;
    const { accountId, id, removed } = deletion;
    const verified = { accountId, id, removed, at, parameters: withoutNames(deletion) };
    while (!(await store.records.run(accountId, 'verifyMemoryDeletion', verified)));
  }
}

export async function isGone({ records, isIndexed }: ErasingStore, { accountId, id }: DeletionName): Promise<boolean> {
  for (let after: string | null = ''; after !== null; ) {
    const slice: ScannedSlice = await records.query(accountId, 'scanDeletion', { accountId, id, after });
    if (slice.isLeft || (await isIndexed(accountId, slice.seqs))) return false;
    after = slice.last;
  }
  return true;
}
