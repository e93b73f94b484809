import type { DeletionName, MemoryDeletions } from '../../ports/memory-deletions.ts';

/** Hides all memories of a deletion that has begun, and facts that were extracted from them meanwhile. */
export async function hideMemories(deletions: MemoryDeletions, name: DeletionName): Promise<void> {
  for (let after: string | null = ''; after !== null; ) after = await deletions.hide(name, after);
}

/** Removes hidden memories until none is left, which ends the deletion, or until the server stops. */
export async function removeMemories(
  deletions: MemoryDeletions,
  name: DeletionName,
  isStopping: () => boolean = () => false,
): Promise<void> {
  for (let after: string | null = ''; after !== null && !isStopping(); ) after = await deletions.remove(name, after);
}
