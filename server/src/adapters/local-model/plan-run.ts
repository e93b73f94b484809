/** The limits of one run of the model. A run can't be interrupted, so they bound how long a query waits for it. */
export interface RunLimits {
  maxTexts: number;
  /** The number of texts times the tokens of the longest. A single text may have more. */
  maxTokens: number;
}

/**
 * Chooses the texts of the next run by their token counts, oldest first: always the oldest, and texts of similar length
 * that fit beside it. Returns their positions in ascending order.
 */
export function planRun(tokenCounts: readonly number[], limits: RunLimits): number[] {
  const oldest = tokenCounts[0];
  if (oldest === undefined) return [];
  const others = tokenCounts
    .map((count, position) => ({ count, position }))
    .slice(1)
    .sort((a, b) => Math.abs(a.count - oldest) - Math.abs(b.count - oldest) || a.position - b.position);
  const chosen = [0];
  let min = oldest;
  let max = oldest;
  for (const { count, position } of others) {
    const nextMin = Math.min(min, count);
    const nextMax = Math.max(max, count);
    const rows = chosen.length + 1;
    if (rows > limits.maxTexts || rows * nextMax > limits.maxTokens) break;
    // Padding is wasted work: a run with much of it takes longer than two without.
    if (nextMax > 1.5 * nextMin + 8) break;
    chosen.push(position);
    min = nextMin;
    max = nextMax;
  }
  return chosen.sort((a, b) => a - b);
}
