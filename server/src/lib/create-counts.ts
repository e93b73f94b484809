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
