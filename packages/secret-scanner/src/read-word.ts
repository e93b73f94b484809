import { isGap, isLetter, isSpace } from './characters.ts';

/** Reads the next word behind spaces on the same line. */
export function readWord(text: string, from: number): { start: number; end: number } | undefined {
  let start = from;
  while (start < text.length && start - from < 8 && isSpace(text.charCodeAt(start))) start++;
  let end = start;
  while (end < text.length && end - start < 80 && !isGap(text.charCodeAt(end))) end++;
  return end === start ? undefined : { start, end };
}

/** Reads the word before spaces or hyphens that end at `start`. */
export function previousWord(folded: string, start: number): string | undefined {
  let end = start;
  while (end > 0 && (folded.charCodeAt(end - 1) === 32 || folded.charCodeAt(end - 1) === 45)) end--;
  if (end === start) return undefined;
  let at = end;
  while (at > 0 && end - at < 24 && isLetter(folded.charCodeAt(at - 1))) at--;
  return at === end ? undefined : folded.slice(at, end);
}
