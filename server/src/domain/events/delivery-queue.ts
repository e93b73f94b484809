/** The maximum of waiting events of one webhook that a claim considers, the oldest ones. */
export const maxQueueWindow = 500;
/** The number of them that is read first, because it usually suffices. */
export const usualQueueWindow = 100;

interface Waiting {
  id: string;
  memoryId: string | null;
  nextAttemptAt: number;
  /** Larger for later events of the same memory. */
  order: number;
}

/**
 * Chooses the due deliveries of a webhook: for each memory, only the first one that waits.
 * @param waiting oldest first
 * @returns `postponed`: due deliveries that wait for one that is not, with its time, so that they wake nobody before
 */
export function chooseDue<Row extends Waiting>(
  waiting: readonly Row[],
  { now, limit }: { now: number; limit: number },
): { due: Row[]; postponed: { id: string; nextAttemptAt: number }[] } {
  const first = new Map<string, Row>();
  for (const row of waiting) {
    const present = row.memoryId === null ? undefined : first.get(row.memoryId);
    if (row.memoryId !== null && (!present || row.order < present.order)) first.set(row.memoryId, row);
  }
  const firstOf = (row: Row) => (row.memoryId === null ? row : (first.get(row.memoryId) as Row));
  const due = waiting.filter((row) => firstOf(row) === row && row.nextAttemptAt <= now).slice(0, limit);
  const postponed = waiting.flatMap((row) => {
    const { nextAttemptAt } = firstOf(row);
    return row.nextAttemptAt <= now && nextAttemptAt > now ? [{ id: row.id, nextAttemptAt }] : [];
  });
  return { due, postponed };
}
