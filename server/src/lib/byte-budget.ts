interface ByteBudgetLimits {
  perHolder: number;
  inAll: number;
}

/** The part of the free bytes that one holder may have. */
const share = 1 / 4;

/**
 * Counts the bytes that holders keep in memory. No holder may have more than a quarter of what is free, so that those
 * who take all they get leave something to others.
 */
export function createByteBudget({ perHolder, inAll }: ByteBudgetLimits) {
  let heldInAll = 0;
  const heldBy = new Map<string, number>();
  return {
    /** Whether the holder may hold this many bytes more. */
    admits: (holder: string, bytes: number) =>
      (heldBy.get(holder) ?? 0) + bytes <= Math.min(perHolder, (inAll - heldInAll) * share),
    /** Counts bytes, also those that were not admitted. */
    hold(holder: string, bytes: number): void {
      heldInAll += bytes;
      heldBy.set(holder, (heldBy.get(holder) ?? 0) + bytes);
    },
    release(holder: string, bytes: number): void {
      heldInAll -= bytes;
      const left = (heldBy.get(holder) ?? 0) - bytes;
      if (left > 0) heldBy.set(holder, left);
      else heldBy.delete(holder);
    },
    /** Returns the bytes of one holder, or of all. */
    held: (holder?: string) => (holder === undefined ? heldInAll : (heldBy.get(holder) ?? 0)),
  };
}
