/** @throws {Error} for no values, because an empty measurement has no median. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Returns the smallest value that `share` (0..1) of all values do not exceed. @throws {Error} for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('nothing was measured');
  return value;
}
