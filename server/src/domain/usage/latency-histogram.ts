import { latencySteps } from '../../ports/request-log.ts';

/** The first step contains everything faster. */
const firstMs = 0.1;
/** The last step contains everything slower than ten minutes. */
const lastMs = 600_000;
const ratio = (lastMs / firstMs) ** (1 / (latencySteps - 1));

/**
 * Returns the step of a histogram for a latency. Every step is 13 % wider than the one before, so percentiles of any
 * sum of histograms are correct to within a step.
 */
export function latencyStep(ms: number): number {
  if (!(ms > firstMs)) return 0;
  return Math.min(latencySteps - 1, Math.ceil(Math.log(ms / firstMs) / Math.log(ratio) - 1e-9));
}

/** Returns the latency in milliseconds that a share (0..1) of the requests did not exceed; 0 without requests. */
export function percentile(counts: readonly number[], share: number): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const rank = Math.max(1, Math.ceil(total * share));
  let seen = 0;
  for (const [step, count] of counts.entries()) {
    seen += count;
    if (count > 0 && seen >= rank) return Number((firstMs * ratio ** step).toPrecision(3));
  }
  return 0;
}
