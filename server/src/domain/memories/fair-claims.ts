import type { IngestClaimOptions } from '../../ports/memory-store.ts';
import type { StoredMemory } from './kinds.ts';

/** The due memories of one account, oldest first. */
export interface DueQueue {
  /** Removes the next memory. Memories for extraction are skipped unless they are allowed. */
  next(extractions: boolean): Promise<StoredMemory | undefined>;
}

/** Takes the oldest memory of each account, then the next oldest of each, and so on, within the limits of a claim. */
export async function takeRoundRobin(
  queues: readonly DueQueue[],
  { limit, characters, extractions }: Pick<IngestClaimOptions, 'limit' | 'characters' | 'extractions'>,
): Promise<StoredMemory[]> {
  const taken: StoredMemory[] = [];
  let charactersLeft = characters;
  let extractionsLeft = extractions;
  for (let open = new Set(queues); open.size > 0; ) {
    for (const queue of open) {
      if (taken.length >= limit || charactersLeft <= 0) return taken;
      const memory = await queue.next(extractionsLeft > 0);
      if (!memory) {
        open.delete(queue);
        continue;
      }
      if (memory.infer) extractionsLeft--;
      taken.push(memory);
      charactersLeft -= memory.text.length;
    }
  }
  return taken;
}
