/** Returns the strings of a value of metadata, which is one or a list of them when it is of use as a label. */
export function wordsOf(value: unknown): string[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return [...new Set(values.filter((one) => typeof one === 'string' && one.trim() !== '') as string[])];
}
