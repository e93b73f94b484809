/** The words of a text that separates them by blanks. */
export function toList(words: string): string[] {
  return words === '' ? [] : words.split(' ');
}
