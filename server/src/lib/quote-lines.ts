/**
 * The characters that end a line. Some programs also treat other control characters as line ends; these are removed.
 */
const lineEnd = /\r\n|[\v\f\r\x85\u2028\u2029]/g;
const control = /(?![\t\n])\p{Cc}/gu;

/**
 * Puts `> ` before each line of a text that others wrote. No line of it can then imitate a line of the text around it.
 * Control characters, with which a terminal would overwrite the mark, are removed.
 */
export function quoteLines(text: string): string {
  return text
    .replaceAll(lineEnd, '\n')
    .replaceAll(control, '')
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}
