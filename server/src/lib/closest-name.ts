import { distance } from 'fastest-levenshtein';

/** Returns the nearest name by single-character edits, if it is near enough to be the intended one. */
export function closestName(name: string, names: readonly string[]): string | undefined {
  const nearest = names
    .map((candidate) => ({ candidate, edits: distance(name, candidate) }))
    .sort((one, other) => one.edits - other.edits)[0];
  return nearest && nearest.edits <= Math.max(2, name.length / 4) ? nearest.candidate : undefined;
}
