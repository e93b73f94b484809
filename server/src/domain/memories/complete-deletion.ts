import type { Clock } from '../../ports/clock.ts';
import type { Deletion, MemoryDeletions } from '../../ports/memory-deletions.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';

/** The maximum of memories that one write hides or lists, because other writes wait in the meantime. */
export const maxHiddenAtOnce = 250;
/** The same limit for memories that are removed with all their rows. */
const maxRemovedAtOnce = 25;

export interface DeletionStores {
  store: Pick<MemoryStore, 'commit'>;
  deletions: MemoryDeletions;
  clock: Clock;
}

/** Hides all memories of a deletion that has begun, and facts that were extracted from them meanwhile. */
export async function hideMemories(deletions: MemoryDeletions, deletion: Deletion): Promise<void> {
  for await (const ids of itemsOf(deletions, deletion)) await deletions.hide(deletion, ids);
  for (;;) {
    const derived = await deletions.derived(deletion, maxHiddenAtOnce);
    if (derived.length === 0) return;
    await deletions.prepare(deletion, derived);
    await deletions.hide(deletion, derived);
  }
}

/** Removes the rows of hidden memories in steps, until none is left or the server stops. */
export async function removeMemories(
  { store, deletions, clock }: DeletionStores,
  deletion: Deletion,
  isStopping: () => boolean = () => false,
): Promise<void> {
  for await (const ids of itemsOf(deletions, deletion)) {
    let left = await deletions.present(deletion, ids);
    while (left.length > 0) {
      if (isStopping()) return;
      const now = left.slice(0, maxRemovedAtOnce);
      const isRemoved = await removeTogether(store, deletion, now);
      if (isRemoved) left = left.slice(now.length);
      else {
        // Another process is removing the same memories, or ended before it had hidden them.
        await deletions.hide(deletion, now);
        left = await deletions.present(deletion, left);
      }
    }
  }
  await deletions.finish(deletion, clock.now());
}

async function removeTogether(
  store: DeletionStores['store'],
  deletion: Deletion,
  ids: readonly string[],
): Promise<boolean> {
  const { accountId } = deletion;
  const changes = ids.map((id) => ({ kind: 'remove', id, expired: true }) as const);
  const [result] = await store.commit([{ accountId, deletion, changes }]);
  return result?.kind === 'written';
}

async function* itemsOf(deletions: MemoryDeletions, deletion: Deletion): AsyncGenerator<string[]> {
  let after: string | undefined;
  for (;;) {
    const ids = await deletions.items(deletion, { after, limit: maxHiddenAtOnce });
    after = ids.at(-1);
    if (after === undefined) return;
    yield ids;
  }
}
