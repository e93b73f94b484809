import { nothingToFind } from './evaluation-set.ts';
import { type Figures, type QuestionResult, toFigures, toSilence } from './figures.ts';

/** The recorded figures of the whole system, by category. */
export type Floors = Record<string, Partial<Figures> | { silence: number }>;

export interface Check {
  category: string;
  /** The figures below their floors; empty when all hold. */
  problems: string[];
}

/** The points that a figure may be below its floor. */
const tolerance = 1;

export function toFloors(results: readonly QuestionResult[]): Floors {
  return Object.fromEntries(
    [...byCategory(results)].map(([category, own]) => [
      category,
      category === nothingToFind ? { silence: toSilence(own) } : toFigures(own),
    ]),
  );
}

/** Computes the floors, none of them above its measured figure. */
export function lower(recorded: Floors, measured: Floors): Floors {
  return Object.fromEntries(
    Object.entries(recorded).map(([category, floor]) => {
      const now = (measured[category] ?? {}) as Record<string, number>;
      const figures = Object.entries(floor).map(([figure, floor]) => [figure, Math.min(floor, now[figure] ?? floor)]);
      return [category, Object.fromEntries(figures)];
    }),
  );
}

/** Checks each category. A category on one side only also fails: a floor without a figure protects nothing. */
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
      // Figures have one decimal; further digits come from the subtraction.
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
