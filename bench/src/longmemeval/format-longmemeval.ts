import { cutoffs, type GroupFigures, type LevelFigures } from './longmemeval-figures.ts';

const header = ['', 'questions', ...cutoffs.map((k) => `any@${k}`), ...cutoffs.map((k) => `all@${k}`), 'NDCG@10'];

/** Writes the figures as two tables in percent: by session and by turn. */
export function formatLongMemEval(groups: readonly GroupFigures[]): string {
  const tables = [
    toTable(
      'by session',
      groups.map(({ group, sessions }) => toCells(group, sessions)),
    ),
  ];
  const messages = groups.flatMap(({ group, messages }) => (messages === null ? [] : [toCells(group, messages)]));
  if (messages.length > 0) tables.push(toTable('by turn', messages));
  return tables.join('\n\n');
}

function toCells(group: string, { questions, recallAny, recallAll, ndcg }: LevelFigures): string[] {
  const shares = [...recallAny, ...recallAll, ndcg].map((share) => (questions === 0 ? '–' : (100 * share).toFixed(1)));
  return [group, String(questions), ...shares];
}

function toTable(title: string, rows: readonly string[][]): string {
  const table = [[title, ...header.slice(1)], ...rows];
  const widths = header.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  return table
    .map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  '),
    )
    .join('\n');
}
