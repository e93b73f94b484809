import { removeInvisible } from './remove-invisible.ts';

/** The characters that end a line. Other readers take some more control characters for that, which are left out. */
const lineEnd = /\r\n|[\v\f\r\x85\u2028\u2029]/g;
const control = /(?![\t\n])\p{Cc}/gu;

/**
 * Puts `> ` before each line of a text that others wrote, so that no line can imitate the text around it. Control
 * characters are removed, because a terminal would overwrite the mark. Invisible characters are removed too, because
 * they could hide text or change its order.
 */
export function quoteLines(text: string): string {
  return removeInvisible(text)
    .replaceAll(lineEnd, '\n')
    .replaceAll(control, '')
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');
}
