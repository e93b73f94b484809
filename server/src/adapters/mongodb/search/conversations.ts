import type { ClientSession } from 'mongodb';
import { neighboursAt } from '../../store-kit/candidate-selection.ts';
import type { SearchCollections } from './search-documents.ts';

interface Position {
  /** A number that identifies the run within one search. */
  run: number;
  /** The number of earlier messages of the run. */
  position: number;
}

/** Reads the given conversations completely, because messages outside of a scope keep their positions. */
export async function readConversations(
  { memories }: SearchCollections,
  session: ClientSession,
  accountId: string,
  conversations: ReadonlySet<string>,
) {
  const runs: string[][] = [];
  const positions = new Map<string, Position>();
  if (conversations.size > 0) {
    // The index covers this query in this order. Messages of the same time are in the order of writing.
    const messages = memories
      .find({ visibleTo: accountId, conversation: { $in: [...conversations] } }, { session })
      .project<{ _id: string; conversation: string }>({ _id: 1, conversation: 1 })
      .sort({ conversation: 1, occurredAt: 1, _id: 1 })
      .hint('conversation');
    let last: string | undefined;
    for await (const { _id, conversation } of messages) {
      if (conversation !== last) runs.push([]);
      last = conversation;
      const run = runs.at(-1) as string[];
      positions.set(_id, { run: runs.length - 1, position: run.length });
      run.push(_id);
    }
  }
  return {
    /** Returns undefined for a memory that is not a message of these conversations. */
    find: (key: string) => positions.get(key),
    /** Returns the messages up to `reach` before and after, with their distance. */
    around(key: string, reach: number): [distance: number, key: string][] {
      const found = positions.get(key);
      return found ? neighboursAt(runs[found.run] as string[], found.position, reach) : [];
    },
  };
}
