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

const share = 1 / 4;

/** No holder may have more than a quarter of the free bytes, so that some are left for the others. */
export function createByteBudget({ perHolder, inAll }: { perHolder: number; inAll: number }) {
  let heldInAll = 0;
  const heldBy = createCounts();
  return {
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
    held: (holder?: string) => (holder === undefined ? heldInAll : heldBy.of(holder)),
  };
}
