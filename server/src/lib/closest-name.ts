import { distance } from 'fastest-levenshtein';

/** The name that was probably meant: the nearest by single-character edits, if it is near at all. */
export function closestName(name: string, names: readonly string[]): string | undefined {
  const nearest = names
    .map((candidate) => ({ candidate, edits: distance(name, candidate) }))
    .sort((one, other) => one.edits - other.edits)[0];
  return nearest && nearest.edits <= Math.max(2, name.length / 4) ? nearest.candidate : undefined;
}
