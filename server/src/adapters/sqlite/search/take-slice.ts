/** The seq after the last memory of a table. */
export const all = Number.POSITIVE_INFINITY;

/**
 * Takes the rows of one slice, which has fewer rows if their texts are long.
 * @param take returns the length of the row's texts
 * @returns the last memory of the slice; {@link all} after the last slice
 */
export function takeSlice<Row extends [seq: number, ...unknown[]]>(
  max: { rows: number; characters: number },
  rows: Iterable<Row>,
  take: (row: Row) => number,
): number {
  let count = 0;
  let characters = 0;
  for (const row of rows) {
    characters += take(row);
    if (++count >= max.rows || characters >= max.characters) return row[0];
  }
  return all;
}
