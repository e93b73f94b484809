/** One question and the hits of one system. */
export interface QuestionResult {
  set: string;
  category: string;
  query: string;
  expects: readonly string[];
  /** The hits, best first. */
  hits: readonly { id: string; score: number }[];
}

/** The figures are in percent. */
export interface Figures {
  recallAt5: number;
  recallAt10: number;
  hitAt1: number;
  meanReciprocalRank: number;
}

/** Scores of at least this mean "probably about this". */
const threshold = 0.5;

/** Computes how well the expected memories are found, over questions that expect some. */
export function toFigures(results: readonly QuestionResult[]): Figures {
  return {
    recallAt5: percent(mean(results.map((one) => recall(one, 5)))),
    recallAt10: percent(mean(results.map((one) => recall(one, 10)))),
    hitAt1: percent(mean(results.map((one) => (rankOfFirst(one) === 1 ? 1 : 0)))),
    meanReciprocalRank: percent(mean(results.map((one) => 1 / rankOfFirst(one)))),
  };
}

/** Computes the share, in percent, of questions without any hit at or above the threshold. */
export function toSilence(results: readonly QuestionResult[]): number {
  return percent(mean(results.map(({ hits }) => (hits.every(({ score }) => score < threshold) ? 1 : 0))));
}

/**
 * Computes three shares in percent. The first is that of expected ones among the hits at or above the threshold. The
 * second is that of expected memories that are among these hits. The third is that of expected ones among the first
 * hits.
 */
export function atThreshold(results: readonly QuestionResult[]): {
  precision: number;
  recall: number;
  firstRight: number;
} {
  const firsts = results.filter(({ hits }) => (hits[0]?.score ?? 0) >= threshold);
  let above = 0;
  let right = 0;
  let expected = 0;
  for (const { hits, expects } of results) {
    const shown = hits.filter(({ score }) => score >= threshold);
    above += shown.length;
    right += shown.filter(({ id }) => expects.includes(id)).length;
    expected += expects.length;
  }
  const firstRight = percent(firsts.filter((one) => rankOfFirst(one) === 1).length / firsts.length);
  return { precision: percent(right / above), recall: percent(right / expected), firstRight };
}

function recall({ hits, expects }: QuestionResult, top: number): number {
  const found = hits.slice(0, top).filter(({ id }) => expects.includes(id));
  return found.length / expects.length;
}

/** Returns Infinity when no expected memory is among the hits. */
function rankOfFirst({ hits, expects }: QuestionResult): number {
  const at = hits.findIndex(({ id }) => expects.includes(id));
  return at < 0 ? Number.POSITIVE_INFINITY : at + 1;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Rounds to one decimal, as figures are printed and recorded. */
function percent(share: number): number {
  return Math.round(share * 1_000) / 10;
}
