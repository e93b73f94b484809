/** After this many doublings a delay of a millisecond is twelve days. */
const maxDoublings = 30;

/** Returns the delay before a retry, which doubles up to a limit. @param doublings 0 for the first retry */
export function backoffMs(doublings: number, { firstMs, maxMs }: { firstMs: number; maxMs: number }): number {
  return Math.min(maxMs, firstMs * 2 ** Math.min(doublings, maxDoublings));
}
