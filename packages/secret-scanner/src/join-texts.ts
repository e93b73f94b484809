import { holdsSecretNoun } from './find-sensitive.ts';
import { isPart, pieceBefore, pieceBehind } from './read-break.ts';

/** The length of each text that is read at a seam, in UTF-16 units. */
const reach = 400;
/** The length of text before a seam in which a name may stand. */
const nameReach = 160;
const minTokenLength = 16;

/** The end of one text and the beginning of the next, which is at `at`. */
export interface Seam {
  text: string;
  at: number;
}

/** Joins two texts, as if a line break were between them, when a secret may reach from one into the other. */
export function joinTexts(first: string, second: string): Seam | undefined {
  const before = first.slice(-reach).trimEnd();
  const behind = second.slice(0, reach);
  if (!holdsSecretNoun(before.slice(-nameReach)) && !mayShareToken(before, behind)) return undefined;
  return { text: `${before}\n${behind}`, at: before.length + 1 };
}

function mayShareToken(before: string, behind: string): boolean {
  if (!isPart(before, before.length - 1) || !isPart(behind, 0)) return false;
  if (/\d$/.test(before) && /^\d/.test(behind)) return true;
  const left = pieceBefore(before, before.length);
  const right = pieceBehind(behind, 0);
  return left.end - left.start + right.end >= minTokenLength;
}
