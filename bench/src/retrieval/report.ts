import { nothingToFind } from './evaluation-set.ts';
import { type Asked, atThreshold, toFigures, toSilence } from './figures.ts';
import { type SystemName, systemNames } from './systems.ts';

type Answers = Readonly<Record<SystemName, readonly Asked[]>>;

const head = ['', 'n', 'system', 'recall@5', 'recall@10', 'hit@1', 'MRR'];

/** The figures in tables of plain text. */
export function formatReport(answers: Answers): string {
  const found = select(answers, ({ category }) => category !== nothingToFind);
  const unfound = select(answers, ({ category }) => category === nothingToFind);
  const parts = [
    `By category\n${formatGroups(found, 'category')}`,
    `By set\n${formatGroups(found, 'set')}`,
    `At score 0.5\n${formatThreshold(found)}`,
  ];
  if (unfound['the whole'].length > 0) parts.push(`Nothing to find\n${formatSilence(unfound)}`);
  return parts.join('\n\n');
}

function formatGroups(answers: Answers, field: 'category' | 'set'): string {
  const groups = [...new Set(answers['the whole'].map((asked) => asked[field]))].sort();
  const rows = [...groups, null].flatMap((group) =>
    systemNames.map((system, line) => {
      const own = answers[system].filter((asked) => group === null || asked[field] === group);
      const { recallAt5, recallAt10, hitAt1, meanReciprocalRank } = toFigures(own);
      const figures = [recallAt5, recallAt10, hitAt1, meanReciprocalRank].map(format);
      return [line === 0 ? (group ?? 'all') : '', line === 0 ? String(own.length) : '', system, ...figures];
    }),
  );
  return formatTable([head, ...rows]);
}

function formatThreshold(answers: Answers): string {
  const rows = systemNames.map((system) => {
    const { precision, recall, firstRight } = atThreshold(answers[system]);
    return [system, format(precision), format(recall), format(firstRight)];
  });
  return formatTable([['system', 'precision', 'recall', 'first hit right'], ...rows]);
}

function formatSilence(answers: Answers): string {
  const rows = systemNames.map((system) => {
    const own = answers[system];
    return [system, String(own.length), format(toSilence(own))];
  });
  return formatTable([['system', 'n', 'all scores below 0.5'], ...rows]);
}

function select(answers: Answers, wanted: (asked: Asked) => boolean): Answers {
  const entries = systemNames.map((system) => [system, answers[system].filter(wanted)]);
  return Object.fromEntries(entries) as Answers;
}

/** A mean over nothing is no figure. */
function format(figure: number): string {
  return Number.isNaN(figure) ? '–' : figure.toFixed(1);
}

/** Columns of text to the left, of numbers to the right. */
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
