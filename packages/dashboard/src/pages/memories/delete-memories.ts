import { NotFoundError } from '@mnema/sdk';
import { mnema } from '../../api/client.ts';
import { defer } from '../../parts/deferred.ts';
import { messageOf } from '../../parts/states.tsx';
import { addToast } from '../../parts/toasts.ts';
import { texts } from '../../texts/texts.ts';
import { hideMemories } from './queries.ts';

/** The browser sends this many requests to one host at a time. */
const parallel = 6;

async function deleteOne(id: string): Promise<void> {
  try {
    await mnema.delete(id);
  } catch (error) {
    // Another person was faster, or a response was lost.
    if (!NotFoundError.is(error)) throw error;
  }
}

/** Hides a memory immediately, and deletes it after the time for an undo. */
export function deleteWithUndo(id: string): void {
  defer({
    ids: [id],
    text: texts.memories.deleted,
    async commit() {
      try {
        await deleteOne(id);
        hideMemories(new Set([id]));
      } catch (error) {
        addToast({ text: texts.memories.deleteFailed(messageOf(error)) });
      }
    },
  });
}

export interface DeletedMany {
  done: Set<string>;
  /** The first failure, if there was one. */
  failure?: unknown;
}

/** Deletes memories without a delay. @param onProgress runs with the number of deleted memories */
export async function deleteMany(ids: readonly string[], onProgress: (done: number) => void): Promise<DeletedMany> {
  const result: DeletedMany = { done: new Set() };
  const waiting = [...ids];
  async function work(): Promise<void> {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      try {
        await deleteOne(id);
        result.done.add(id);
        onProgress(result.done.size);
      } catch (error) {
        result.failure ??= error;
      }
    }
  }
  await Promise.all(Array.from({ length: parallel }, work));
  hideMemories(result.done);
  return result;
}
