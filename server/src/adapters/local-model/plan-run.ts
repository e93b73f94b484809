/** What one run of the model may hold. A run can't be interrupted, so this bounds how long a query waits for it. */
export interface RunLimits {
  maxTexts: number;
  /** Texts times the tokens of the longest. A single text may have more. */
  maxTokens: number;
}

/**
 * Chooses what to run next from waiting token counts, oldest first: always the oldest, and with it those of similar
 * length that fit. Returns their positions in ascending order.
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
    // Padding is work for nothing: a run with much of it takes longer than two without.
    if (nextMax > 1.5 * nextMin + 8) break;
    chosen.push(position);
    min = nextMin;
    max = nextMax;
  }
  return chosen.sort((a, b) => a - b);
}
