/** A set of words, written with spaces between them. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}
