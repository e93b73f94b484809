import { type Coalesced, poll } from '../../lib/coalesce.ts';
import type { Deletion } from '../../ports/memory-deletions.ts';
import { type DeletionStores, hideMemories, removeMemories } from './complete-deletion.ts';
import { withoutNames } from './deletion-codes.ts';

interface DeletionOptions extends DeletionStores {
  onError(error: unknown): void;
  /** The interval of checks for deletions of other processes. @default 5000 */
  everyMs?: number;
}

/** The maximum of deletions in one run. */
const maxAtOnce = 100;
/** A request that prepares a deletion begins it within this time, or never. */
const abandonedMs = 10 * 60_000;

/** Continues deletions that have begun, including those from before a restart, and verifies completed ones. */
export function startMemoryDeletions({ onError, everyMs = 5_000, ...stores }: DeletionOptions): Coalesced {
  const { deletions, clock } = stores;
  let stopping = false;

  async function goOn(deletion: Deletion): Promise<void> {
    if (deletion.state === 'running') {
      await hideMemories(deletions, deletion);
      await removeMemories(stores, deletion, () => stopping);
    } else if (deletion.state === 'preparing' && deletion.startedAt < clock.now() - abandonedMs) {
      await deletions.discard(deletion);
    }
  }

  async function verifyAll(): Promise<void> {
    const done = (await deletions.unverified(maxAtOnce)).filter(({ state }) => state === 'done');
    if (done.length === 0 || stopping) return;
    const gone = new Set(await deletions.scan(done));
    const verified = done.filter(({ id }) => gone.has(id));
    await Promise.all(verified.map((one) => deletions.verify(one, { at: clock.now(), parameters: withoutNames(one) })));
  }

  async function runAll(): Promise<void> {
    try {
      for (const deletion of await deletions.unverified(maxAtOnce)) {
        if (!stopping) await goOn(deletion);
      }
      await verifyAll();
    } catch (error) {
      // The next run continues where this one ended.
      onError(error);
    }
  }

  const { run, stop } = poll(runAll, everyMs);
  void run();
  return {
    run,
    stop() {
      stopping = true;
      return stop();
    },
  };
}
