import { writeKinds } from './known-memory.ts';
import type { Run } from './run-scenario.ts';

const columns: [string, (run: Run) => string | number][] = [
  ['scenario', ({ scenario }) => scenario],
  ['faults', ({ faults }) => faults],
  ['acknowledged', ({ acknowledged }) => acknowledged],
  ...writeKinds.map((kind): [string, (run: Run) => number] => [kind, ({ ofKind }) => ofKind[kind]]),
  ['sent again', ({ repeated }) => repeated],
  ['lost', ({ lost }) => lost.length],
  ['doubled', ({ doubled }) => doubled.length],
  ['resurrected', ({ resurrected }) => resurrected.length],
  ['wrong', ({ wrong }) => wrong.length],
  ['stuck', ({ stuck }) => stuck.length],
  ['failed', ({ failed }) => failed],
  ['wrongly', ({ failedWrongly }) => failedWrongly.length],
  ['not found', ({ notFound }) => notFound.length],
  ['events', ({ events }) => events],
  ['without a commit', ({ withoutCommit }) => withoutCommit.length],
  ['undelivered', ({ undelivered }) => undelivered.length],
  ['disordered', ({ disordered }) => disordered.length],
  ['seconds', ({ seconds }) => seconds],
];

/** One line a run, and the sum. */
export function formatRuns(runs: readonly Run[]): string {
  const cells = runs.map((run) => columns.map(([, cellOf]) => cellOf(run)));
  const sums = columns.map((_, at) => (at === 0 ? 'all' : cells.reduce((sum, row) => sum + Number(row[at]), 0)));
  const table = [columns.map(([heading]) => heading), ...cells, sums].map((row) => row.map(String));
  const widths = columns.map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  return table
    .map((row) => row.map((cell, at) => (at === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[at] ?? 0))))
    .map((row) => row.join('  '))
    .join('\n');
}
