import { distance } from 'fastest-levenshtein';

/** Returns the nearest name by single-character edits, if it is near enough to be the intended one. */
export function closestName(name: string, names: readonly string[]): string | undefined {
  const nearest = names
    .map((candidate) => ({ candidate, edits: distance(name, candidate) }))
    .sort((one, other) => one.edits - other.edits)[0];
  if (nearest === undefined || nearest.edits > Math.max(2, name.length / 4)) return undefined;
  // A name of one or two characters would be near to every other short one.
  return nearest.edits < name.length ? nearest.candidate : undefined;
}
