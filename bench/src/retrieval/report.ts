import { nothingToFind } from './evaluation-set.ts';
import { atThreshold, type QuestionResult, toFigures, toSilence } from './figures.ts';
import { type SystemName, systemNames } from './systems.ts';

type ResultsBySystem = Readonly<Record<SystemName, readonly QuestionResult[]>>;

const head = ['', 'n', 'system', 'recall@5', 'recall@10', 'hit@1', 'MRR'];

/** Writes the figures as tables of plain text. */
export function formatReport(resultsBySystem: ResultsBySystem): string {
  const found = select(resultsBySystem, ({ category }) => category !== nothingToFind);
  const unfound = select(resultsBySystem, ({ category }) => category === nothingToFind);
  const parts = [
    `By category\n${formatGroups(found, 'category')}`,
    `By set\n${formatGroups(found, 'set')}`,
    `At score 0.5\n${formatThreshold(found)}`,
  ];
  if (unfound['the whole'].length > 0) parts.push(`Nothing to find\n${formatSilence(unfound)}`);
  return parts.join('\n\n');
}

function formatGroups(resultsBySystem: ResultsBySystem, field: 'category' | 'set'): string {
  const groups = [...new Set(resultsBySystem['the whole'].map((result) => result[field]))].sort();
  const rows = [...groups, null].flatMap((group) =>
    systemNames.map((system, line) => {
      const own = resultsBySystem[system].filter((result) => group === null || result[field] === group);
      const { recallAt5, recallAt10, hitAt1, meanReciprocalRank } = toFigures(own);
      const figures = [recallAt5, recallAt10, hitAt1, meanReciprocalRank].map(format);
      return [line === 0 ? (group ?? 'all') : '', line === 0 ? String(own.length) : '', system, ...figures];
    }),
  );
  return formatTable([head, ...rows]);
}

function formatThreshold(resultsBySystem: ResultsBySystem): string {
  const rows = systemNames.map((system) => {
    const { precision, recall, firstRight } = atThreshold(resultsBySystem[system]);
    return [system, format(precision), format(recall), format(firstRight)];
  });
  return formatTable([['system', 'precision', 'recall', 'first hit right'], ...rows]);
}

function formatSilence(resultsBySystem: ResultsBySystem): string {
  const rows = systemNames.map((system) => {
    const own = resultsBySystem[system];
    return [system, String(own.length), format(toSilence(own))];
  });
  return formatTable([['system', 'n', 'all scores below 0.5'], ...rows]);
}

function select(resultsBySystem: ResultsBySystem, wanted: (result: QuestionResult) => boolean): ResultsBySystem {
  const entries = systemNames.map((system) => [system, resultsBySystem[system].filter(wanted)]);
  return Object.fromEntries(entries) as ResultsBySystem;
}

/** A mean of no values is not a figure. */
function format(figure: number): string {
  return Number.isNaN(figure) ? '–' : figure.toFixed(1);
}

/** Aligns columns of text to the left, of numbers to the right. */
function formatTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const numeric = widths.map((_, column) => rows.slice(1).every((row) => /^[\d.]*$|^–$/.test(row[column] ?? '')));
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          numeric[column] ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
