/** The maximum length of a query in Unicode code points. */
const maxQuery = 8_000;

/** Returns the beginning of a text, as long as a search accepts. A code point has at most two units. */
export function toQuery(text: string): string {
  return [...text.trimStart().slice(0, 2 * maxQuery)].slice(0, maxQuery).join('');
}
