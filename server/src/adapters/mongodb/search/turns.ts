import type { ClientSession } from 'mongodb';
import type { Collections } from '../schema/documents.ts';

export interface Place {
  /** A number for the run, within one answer. */
  run: number;
  /** Among the turns of the run in the order in which they happened. */
  position: number;
}

export interface Conversations {
  /** undefined for what is no turn of the runs that were read. */
  placeOf(key: string): Place | undefined;
  /** The turns up to `reach` places before and after, with their distance. */
  around(key: string, reach: number): [distance: number, key: string][];
}

/** The runs of the given conversations, whole: turns outside a scope keep their places, too. */
export async function readConversations(
  { memories }: Collections,
  session: ClientSession,
  ownerId: string,
  conversations: ReadonlySet<string>,
): Promise<Conversations> {
  const runs: string[][] = [];
  const places = new Map<string, Place>();
  if (conversations.size > 0) {
    // The index holds all of it, in this order; of the same time the one written first comes first.
    const turns = memories
      .find({ ownerId, conversation: { $in: [...conversations] } }, { session })
      .project<{ _id: string; conversation: string }>({ _id: 1, conversation: 1 })
      .sort({ conversation: 1, occurredAt: 1, _id: 1 })
      .hint('conversation');
    let last: string | undefined;
    for await (const { _id, conversation } of turns) {
      if (conversation !== last) runs.push([]);
      last = conversation;
      const own = runs.at(-1) as string[];
      places.set(_id, { run: runs.length - 1, position: own.length });
      own.push(_id);
    }
  }
  return {
    placeOf: (key) => places.get(key),
    around(key, reach) {
      const place = places.get(key);
      if (!place) return [];
      const first = Math.max(0, place.position - reach);
      return (runs[place.run] as string[])
        .slice(first, place.position + reach + 1)
        .map((neighbour, at): [number, string] => [Math.abs(first + at - place.position), neighbour])
        .filter(([distance]) => distance > 0);
    },
  };
}
