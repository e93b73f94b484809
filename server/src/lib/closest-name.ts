/** The name that was probably meant: the nearest by single-character edits, if it is near at all. */
export function closestName(name: string, names: readonly string[]): string | undefined {
  const nearest = names
    .map((candidate) => ({ candidate, edits: editDistance(name, candidate) }))
    .sort((one, other) => one.edits - other.edits)[0];
  return nearest && nearest.edits <= Math.max(2, name.length / 4) ? nearest.candidate : undefined;
}

/** Levenshtein. `row[j]`: edits between what was read of `from` and the first j characters of `to`. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, character] of [...from].entries()) {
    const next = [i + 1];
    for (let j = 0; j < to.length; j++) {
      const replaced = (row[j] ?? 0) + (character === to[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
