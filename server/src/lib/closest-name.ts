import { distance } from 'fastest-levenshtein';

/** Returns the nearest name if it is near enough to be intended. The first words are, such as `user` for `user_id`. */
export function closestName(name: string, names: readonly string[]): string | undefined {
  const given = name.toLowerCase();
  return names
    .map((candidate) => ({ candidate, edits: distance(given, candidate.toLowerCase()) }))
    .sort((one, other) => one.edits - other.edits)
    .find(({ candidate, edits }) => isNear(given, edits) || candidate.toLowerCase().startsWith(`${given}_`))?.candidate;
}

/** A name of one or two characters would be near to every other short one. */
function isNear({ length }: string, edits: number): boolean {
  return edits <= Math.max(2, length / 4) && edits < length;
}
