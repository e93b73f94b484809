import type { Goal, Row } from './measures/measure.ts';

/** A line of the report: a measurement, or the reason why there is none. */
export type Line = (Row & { ratio: number | null; met: boolean | null }) | { measure: string; failure: string };

export function toLine(row: Row): Line {
  const ratio = row.baseline === null ? null : row.value / row.baseline;
  return { ...row, ratio, met: row.goal === null ? null : isMet(row.goal, row.value, ratio) };
}

function isMet({ kind, limit }: Goal, value: number, ratio: number | null): boolean | null {
  if (kind === 'value at most') return value <= limit;
  if (ratio === null) return null;
  return kind === 'ratio at most' ? ratio <= limit : ratio >= limit;
}

const units = { 'per second': '/s', ms: ' ms', MB: ' MB', bytes: ' B', count: '' };

/** Writes the lines in columns, with numbered notes below. */
export function formatTable(lines: readonly Line[]): string {
  const notes: string[] = [];
  const cells = lines.map((line) => {
    const note = 'failure' in line ? `not measured: ${line.failure}` : line.note;
    if (!notes.includes(note)) notes.push(note);
    const mark = `[${notes.indexOf(note) + 1}]`;
    if ('failure' in line) return [line.measure, '–', '–', '–', '–', 'not measured', '–', mark];
    const { measure, value, baseline, unit, ratio, goal, met, mem0 } = line;
    return [
      measure,
      withUnit(value, unit),
      baseline === null ? '–' : withUnit(baseline, unit),
      ratio === null ? '–' : ratio.toFixed(2),
      goal === null ? '–' : formatGoal(goal, unit),
      met === null ? '–' : met ? 'yes' : 'NO',
      mem0 === undefined ? '–' : withUnit(mem0, unit),
      mark,
    ];
  });
  const table = [['measure', 'value', 'baseline', 'ratio', 'goal', 'met?', 'mem0', ''], ...cells];
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? [];
  const rows = table.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column] ?? 0, column))
      .join('  ')
      .trimEnd(),
  );
  return [
    ...rows,
    '',
    'ratio = value ÷ baseline; mem0: measured before on such a machine, for orientation (README)',
    ...notes.map((note, index) => `[${index + 1}] ${note}`),
  ].join('\n');
}

function pad(cell: string, width: number, column: number): string {
  return column === 0 || column > 3 ? cell.padEnd(width) : cell.padStart(width);
}

function withUnit(value: number, unit: Row['unit']): string {
  return `${value >= 100 ? value.toFixed(0) : value.toFixed(1)}${units[unit]}`;
}

function formatGoal({ kind, limit }: Goal, unit: Row['unit']): string {
  if (kind === 'value at most') return `≤ ${limit}${units[unit]}`;
  return `ratio ${kind === 'ratio at most' ? '≤' : '≥'} ${limit}`;
}
