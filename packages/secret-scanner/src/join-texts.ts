import { isGap } from './characters.ts';
import { meaningOf } from './find-sensitive.ts';
import { isPart, pieceBefore, pieceBehind } from './read-break.ts';

/** The length of each text that is read at a seam, in UTF-16 units. */
const reach = 400;
/** The length of text before a seam that may contain a name. */
const nameReach = 160;
const minTokenLength = 16;

/** The end of one text and the beginning of the next, which is at `at`. */
export interface Seam {
  text: string;
  at: number;
}

/** Joins two texts, as if a line break were between them, if a token or number may extend over both. */
export function joinTokens(first: string, second: string): Seam | undefined {
  return mayShareToken(first, second) ? join(first, second) : undefined;
}

/** Does the same, even if the first text may end with the name of a value. */
export function joinTexts(first: string, second: string): Seam | undefined {
  return mayEndInName(first) || mayShareToken(first, second) ? join(first, second) : undefined;
}

function join(first: string, second: string): Seam {
  const before = first.slice(-reach).trimEnd();
  return { text: `${before}\n${second.slice(0, reach)}`, at: before.length + 1 };
}

/** Whether the last sentence has not ended, or is a question, and contains a noun such as `password`. */
function mayEndInName(text: string): boolean {
  const end = endOfText(text);
  if ('.!,;'.includes(text.charAt(end - 1))) return false;
  const limit = Math.max(0, end - nameReach);
  let start = end - 1;
  while (start > limit && !'.!?;'.includes(text.charAt(start - 1))) start--;
  return meaningOf(text.slice(start, end)) === 'secret';
}

function endOfText(text: string): number {
  let end = text.length;
  while (end > 0 && isGap(text.charCodeAt(end - 1))) end--;
  return end;
}

function mayShareToken(first: string, second: string): boolean {
  const end = endOfText(first);
  if (!isPart(first, end - 1) || !isPart(second, 0)) return false;
  if (isDigit(first, end - 1) && isDigit(second, 0)) return true;
  const left = pieceBefore(first, end);
  return left.end - left.start + pieceBehind(second, 0).end >= minTokenLength;
}

function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}
