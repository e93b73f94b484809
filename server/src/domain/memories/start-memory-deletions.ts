import { type Coalesced, poll } from '../../lib/coalesce.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Deletion, MemoryDeletions } from '../../ports/memory-deletions.ts';
import { hideMemories, removeMemories } from './complete-deletion.ts';
import { withoutNames } from './deletion-codes.ts';

interface DeletionOptions {
  deletions: MemoryDeletions;
  clock: Clock;
  onError(error: unknown): void;
  /** The interval of checks for deletions of other processes. @default 5000 */
  everyMs?: number;
}

/** The maximum of deletions in one run. */
const maxAtOnce = 100;
/** A request that prepares a deletion begins it within this time, or never. */
const abandonedMs = 10 * 60_000;

/** Continues deletions that have begun, including those from before a restart, and verifies completed ones. */
export function startMemoryDeletions({ deletions, clock, onError, everyMs = 5_000 }: DeletionOptions): Coalesced {
  async function goOn(deletion: Deletion, stopping: AbortSignal): Promise<void> {
    if (deletion.state === 'running') {
      await hideMemories(deletions, deletion);
      await removeMemories(deletions, deletion, () => stopping.aborted);
    } else if (deletion.state === 'preparing' && deletion.startedAt < clock.now() - abandonedMs) {
      await deletions.discard(deletion);
    }
  }

  async function verifyAll(stopping: AbortSignal): Promise<void> {
    const done = (await deletions.unverified(maxAtOnce)).filter(({ state }) => state === 'done');
    if (done.length === 0 || stopping.aborted) return;
    const gone = new Set(await deletions.scan(done));
    const verified = done.filter(({ id }) => gone.has(id));
    await Promise.all(verified.map((one) => deletions.verify(one, { at: clock.now(), parameters: withoutNames(one) })));
  }

  async function runAll(stopping: AbortSignal): Promise<void> {
    for (const deletion of await deletions.unverified(maxAtOnce)) {
      if (!stopping.aborted) await goOn(deletion, stopping);
    }
    await verifyAll(stopping);
  }

  // After an error, the next run continues where this one ended.
  const runs = poll((stopping) => runAll(stopping).catch(onError), everyMs);
  void runs.run();
  return runs;
}
