import type { Case } from './case.ts';
import type { LanguageOutcome } from './run-language.ts';

/** The cell of a case: its problems; undefined when the SDK is missing. */
export type Column = Pick<LanguageOutcome, 'name' | 'problems'> | { name: string; problems?: undefined };

function cellOf({ problems }: Column, id: string): string {
  if (!problems) return '-';
  return problems.get(id)?.length === 0 ? 'ok' : 'FAIL';
}

/** Writes one line a case, one column a language, and the failures below. */
export function formatTable(cases: Case[], columns: Column[]): string {
  const width = Math.max('case'.length, ...cases.map(({ id }) => id.length));
  const line = (first: string, cells: string[]): string =>
    [first.padEnd(width), ...cells.map((cell, index) => cell.padEnd(columns[index]?.name.length ?? 0))]
      .join('  ')
      .trimEnd();
  const rows = cases.map(({ id }) =>
    line(
      id,
      columns.map((column) => cellOf(column, id)),
    ),
  );
  const failures = cases.flatMap(({ id, title }) =>
    columns.flatMap(({ name, problems }) => {
      const found = problems?.get(id) ?? [];
      return found.length === 0 ? [] : [`\n${id} (${title}), ${name}:`, ...found.map((problem) => `  ${problem}`)];
    }),
  );
  return [
    line(
      'case',
      columns.map(({ name }) => name),
    ),
    ...rows,
    ...failures,
  ].join('\n');
}
