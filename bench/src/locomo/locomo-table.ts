import type { LocomoResult } from './measure-locomo.ts';

/** Writes the figures of each category, and of all questions, in percent. */
export function locomoTable(results: readonly LocomoResult[]): string {
  const groups: [name: string, of: readonly LocomoResult[]][] = [...Map.groupBy(results, ({ category }) => category)];
  groups.sort(([a], [b]) => a.localeCompare(b)).push(['all', results]);
  const rows = groups.map(([name, of]) => {
    const mean = (measure: (result: LocomoResult) => number) =>
      ((100 * of.reduce((sum, result) => sum + measure(result), 0)) / of.length).toFixed(1);
    return [name, String(of.length), mean(recallAt(5)), mean(recallAt(10)), mean(hitAt(10)), mean(reciprocalRank)];
  });
  const table = [['', 'questions', 'recall@5', 'recall@10', 'hit@10', 'MRR'], ...rows];
  return table
    .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(12) : cell.padStart(10))).join(''))
    .join('\n');
}

/** The share of the evidence among the first results. */
const recallAt = (count: number) => (result: LocomoResult) =>
  result.evidence.filter((id) => result.found.slice(0, count).includes(id)).length / result.evidence.length;

const hitAt = (count: number) => (result: LocomoResult) => Number(recallAt(count)(result) > 0);

function reciprocalRank({ evidence, found }: LocomoResult): number {
  const first = found.findIndex((id) => evidence.includes(id));
  return first < 0 ? 0 : 1 / (first + 1);
}
