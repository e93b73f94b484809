/** The characters that end a line. Other readers take some more control characters for that, which are left out. */
const lineEnd = /\r\n|[\v\f\r\x85\u2028\u2029]/g;
const control = /(?![\t\n])\p{Cc}/gu;

/**
 * Puts `> ` before each line of a text that others wrote. No line of it can then be taken for a line of the text
 * around. Control characters, with which a terminal would overwrite the mark, are left out.
 */
export function quoteLines(text: string): string {
  return text
    .replaceAll(lineEnd, '\n')
    .replaceAll(control, '')
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}
