import type { Run } from './run-scenario.ts';

/** One line a run, with the numbers of what happened and of what is wrong, and the sums. */
export function formatRuns(runs: readonly Run[]): string {
  const countsOf = ({ scenario, ofKind, ...run }: Run): [string, number][] =>
    Object.entries({ ...ofKind, ...run }).map(([name, value]) => [name, Array.isArray(value) ? value.length : value]);
  const lines = runs.map(
    (run) =>
      `${run.scenario}: ${countsOf(run)
        .map(([name, count]) => `${name} ${count}`)
        .join(', ')}`,
  );
  const sums = Map.groupBy(runs.flatMap(countsOf), ([name]) => name);
  const all = [...sums].map(([name, counts]) => `${name} ${counts.reduce((sum, [, count]) => sum + count, 0)}`);
  return [...lines, `all: ${all.join(', ')}`].join('\n');
}
