import { nothingToFind } from './evaluation-set.ts';
import { type Figures, type QuestionResult, toFigures, toSilence } from './figures.ts';

/** Recorded figures of the whole system, by category. */
export type Floors = Record<string, Partial<Figures> | { silence: number }>;

export interface Check {
  category: string;
  /** What fell below its floor; empty when nothing did. */
  problems: string[];
}

/** A figure may fall this many points below its floor. */
const tolerance = 1;

export function toFloors(results: readonly QuestionResult[]): Floors {
  return Object.fromEntries(
    [...byCategory(results)].map(([category, own]) => [
      category,
      category === nothingToFind ? { silence: toSilence(own) } : toFigures(own),
    ]),
  );
}

/** The floors, none of them above what was measured. */
export function lower(recorded: Floors, measured: Floors): Floors {
  return Object.fromEntries(
    Object.entries(recorded).map(([category, floor]) => {
      const now = (measured[category] ?? {}) as Record<string, number>;
      const figures = Object.entries(floor).map(([figure, floor]) => [figure, Math.min(floor, now[figure] ?? floor)]);
      return [category, Object.fromEntries(figures)];
    }),
  );
}

/** One check a category. A category on one side only fails as well: a floor that nobody measures holds nothing. */
export function checkFloors(recorded: Floors, measured: Floors): Check[] {
  const categories = new Set([...Object.keys(recorded), ...Object.keys(measured)]);
  return [...categories].sort().map((category) => {
    const floor = recorded[category];
    const now = measured[category];
    if (!floor) return { category, problems: ['has no recorded floor: run with --record'] };
    if (!now) return { category, problems: ['has a floor but no question'] };
    const figures = now as Record<string, number>;
    const problems = Object.entries(floor).flatMap(([figure, floor]) => {
      const value = figures[figure];
      if (value === undefined) return [`${figure} is not measured`];
      // Figures have one decimal: what the subtraction adds behind it is noise.
      return value < Math.round((floor - tolerance) * 10) / 10 ? [`${figure} is ${value}, its floor ${floor}`] : [];
    });
    return { category, problems };
  });
}

function byCategory(results: readonly QuestionResult[]): Map<string, QuestionResult[]> {
  return Map.groupBy(
    [...results].sort((left, right) => (left.category < right.category ? -1 : 1)),
    ({ category }) => category,
  );
}
