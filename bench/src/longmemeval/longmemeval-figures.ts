/** The numbers of first results that are evaluated. */
export const cutoffs = [1, 5, 10] as const;

/** The results of one question at one level: sessions or messages. */
export interface Ranking {
  /** The labels of the results, best first. */
  ranked: readonly string[];
  /** The labels with evidence; none when the file marks none. */
  correct: readonly string[];
  /** The number of documents with such a label. */
  relevantCount: number;
}

export interface QuestionResult {
  id: string;
  type: string;
  sessions: Ranking;
  /** Null when whole sessions were written. */
  messages: Ranking | null;
}

/** Means of all questions with evidence, 0..1. */
export interface LevelFigures {
  questions: number;
  recallAny: number[];
  recallAll: number[];
  ndcg: number;
}

export interface GroupFigures {
  group: string;
  sessions: LevelFigures;
  messages: LevelFigures | null;
}

/** Computes the figures of each type of question, in the order of the results, and of all. */
export function toLongMemEvalFigures(results: readonly QuestionResult[]): GroupFigures[] {
  const types = [...new Set(results.map(({ type }) => type))];
  return [
    ...types.map((type) =>
      toGroup(
        type,
        results.filter((result) => result.type === type),
      ),
    ),
    toGroup('all', results),
  ];
}

function toGroup(group: string, results: readonly QuestionResult[]): GroupFigures {
  const messages = results.map((result) => result.messages).filter((ranking) => ranking !== null);
  return {
    group,
    sessions: toLevel(results.map(({ sessions }) => sessions)),
    messages: messages.length === 0 ? null : toLevel(messages),
  };
}

function toLevel(rankings: readonly Ranking[]): LevelFigures {
  const counted = rankings.filter(({ correct }) => correct.length > 0);
  const mean = (of: (ranking: Ranking) => number) =>
    counted.reduce((sum, ranking) => sum + of(ranking), 0) / (counted.length || 1);
  return {
    questions: counted.length,
    recallAny: cutoffs.map((k) => mean((ranking) => evaluateAt(ranking, k).recallAny)),
    recallAll: cutoffs.map((k) => mean((ranking) => evaluateAt(ranking, k).recallAll)),
    ndcg: mean((ranking) => evaluateAt(ranking, 10).ndcg),
  };
}

/** Evaluates the results up to the `k`th label, as `src/retrieval/eval_utils.py` of LongMemEval does. */
export function evaluateAt({ ranked, correct, relevantCount }: Ranking, k: number) {
  const first = firstWith(ranked, k);
  const found = new Set(first);
  const ideal = Array.from({ length: Math.min(relevantCount, Math.max(k, first.length)) }, () => 1);
  const gains = first.map((label) => Number(correct.includes(label)));
  return {
    recallAny: Number(correct.some((label) => found.has(label))),
    recallAll: Number(correct.every((label) => found.has(label))),
    ndcg: ideal.length === 0 ? 0 : discounted(gains) / discounted(ideal),
  };
}

/** Returns the results up to the one with the `k`th label. Several results share a label when turns rank sessions. */
function firstWith(ranked: readonly string[], k: number): readonly string[] {
  const labels = new Set<string>();
  const end = ranked.findIndex((label) => labels.add(label).size === k);
  return end < 0 ? ranked : ranked.slice(0, end + 1);
}

/** The first two results weigh the same, in the official script and here. */
function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, at) => sum + (at === 0 ? gain : gain / Math.log2(at + 1)), 0);
}
