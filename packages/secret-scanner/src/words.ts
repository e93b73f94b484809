/** Makes a set of words from a list with spaces between them. */
export function words(list: string): ReadonlySet<string> {
  return new Set(list.trim().split(/\s+/));
}

/** Splits a list of phrases with commas between them. */
export function phrases(list: string): string[] {
  return list.trim().split(/,\s+/);
}
