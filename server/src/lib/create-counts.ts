/** Counts by name. A name without a count takes no memory. */
export function createCounts() {
  const counts = new Map<string, number>();
  return {
    of: (name: string): number => counts.get(name) ?? 0,
    add(name: string, change: number): void {
      const left = (counts.get(name) ?? 0) + change;
      if (left > 0) counts.set(name, left);
      else counts.delete(name);
    },
  };
}

/** The maximum share of the free bytes for one holder. */
const share = 1 / 4;

/**
 * Counts the bytes that holders keep in memory. No holder may have more than a quarter of the free bytes, so that some
 * are left for the others.
 */
export function createByteBudget({ perHolder, inAll }: { perHolder: number; inAll: number }) {
  let heldInAll = 0;
  const heldBy = createCounts();
  return {
    /** Whether the holder may have this many more bytes. */
    admits: (holder: string, bytes: number) =>
      heldBy.of(holder) + bytes <= Math.min(perHolder, (inAll - heldInAll) * share),
    /** Counts bytes, including bytes that were not admitted. */
    hold(holder: string, bytes: number): void {
      heldInAll += bytes;
      heldBy.add(holder, bytes);
    },
    release(holder: string, bytes: number): void {
      heldInAll -= bytes;
      heldBy.add(holder, -bytes);
    },
    /** Returns the bytes of one holder, or of all. */
    held: (holder?: string) => (holder === undefined ? heldInAll : heldBy.of(holder)),
  };
}
