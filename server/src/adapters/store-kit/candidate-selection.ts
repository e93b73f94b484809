/** The minimum size of a scope in which common words are not looked up. In smaller scopes, that takes little time. */
const minScopeSize = 10_000;
const maxShare = 0.2;

/** Returns the words that select candidates: those of at most a fifth of a large scope, or all if it has none. */
export function distinctiveWords(
  words: readonly string[],
  { scopeSize, documentFrequencies }: { scopeSize: number; documentFrequencies: readonly number[] },
): readonly string[] {
  if (scopeSize < minScopeSize) return words;
  const frequencyOf = (position: number) => documentFrequencies[position] as number;
  const isDistinctive = (_: string, position: number) => frequencyOf(position) <= maxShare * scopeSize;
  const isAnyHeld = words.some((word, position) => isDistinctive(word, position) && frequencyOf(position) > 0);
  return isAnyHeld ? words.filter(isDistinctive) : words;
}

export function limitWithinTimes(limit: number): number {
  return Math.floor(limit / 2);
}

/** The distance up to which messages around a found one are also candidates. */
const neighbourReach = 2;
/** The distance up to which messages are read as context, for the words around those neighbours. */
const contextReach = 2 * neighbourReach;

/** Adds the messages around the found memories. @returns whether each memory is only context */
export function withNeighbours<Key>(
  found: Iterable<Key>,
  messagesAround: (key: Key, reach: number) => readonly [distance: number, key: Key][],
): Map<Key, boolean> {
  const isContext = new Map<Key, boolean>();
  for (const key of found) {
    isContext.set(key, false);
    for (const [distance, neighbour] of messagesAround(key, contextReach)) {
      if (distance <= neighbourReach) isContext.set(neighbour, false);
      else if (!isContext.has(neighbour)) isContext.set(neighbour, true);
    }
  }
  return isContext;
}

/** Returns the messages up to `reach` before and after a position of a conversation, with their distance from it. */
export function neighboursAt<Key>(messages: readonly Key[], position: number, reach: number) {
  const near: [distance: number, key: Key][] = [];
  const end = Math.min(messages.length, position + reach + 1);
  for (let at = Math.max(0, position - reach); at < end; at++) {
    if (at !== position) near.push([Math.abs(at - position), messages[at] as Key]);
  }
  return near;
}
