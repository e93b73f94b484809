/** Splits words that blanks separate. */
export function toList(words: string): string[] {
  return words === '' ? [] : words.split(' ');
}
