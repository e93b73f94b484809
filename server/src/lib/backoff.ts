/** Beyond this a delay of a millisecond would be twelve days. */
const maxDoublings = 30;

/** The delay before a repetition: doubled each time, up to a limit. @param doublings 0 for the first repetition */
export function backoffMs(doublings: number, { firstMs, maxMs }: { firstMs: number; maxMs: number }): number {
  return Math.min(maxMs, firstMs * 2 ** Math.min(doublings, maxDoublings));
}
