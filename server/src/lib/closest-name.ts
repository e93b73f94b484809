import { distance } from 'fastest-levenshtein';

/** Returns the nearest name if it is near enough to be intended. The first words are, such as `user` for `user_id`. */
export function closestName(name: string, names: readonly string[]): string | undefined {
  const given = name.toLowerCase();
  // A name of one or two characters would be near to every other short one.
  const isNear = (edits: number) => edits <= Math.max(2, given.length / 4) && edits < given.length;
  return names
    .map((candidate) => ({ candidate, edits: distance(given, candidate.toLowerCase()) }))
    .sort((one, other) => one.edits - other.edits)
    .find(({ candidate, edits }) => isNear(edits) || candidate.toLowerCase().startsWith(`${given}_`))?.candidate;
}
