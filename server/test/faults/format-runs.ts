import type { Run } from './run-scenario.ts';

/** One line a run, with the numbers of what happened and of what is wrong. */
export function formatRuns(runs: readonly Run[]): string {
  const lengthOf = (_name: string, value: unknown) => (Array.isArray(value) ? value.length : value);
  return runs.map((run) => JSON.stringify(run, lengthOf)).join('\n');
}
