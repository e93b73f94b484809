/**
 * A line break with the marks of a list or quotation behind it. `wide` is the text between two paragraphs: blank lines
 * and the fence of a code block.
 */
const lineBreak =
  /[ \t\\]{0,8}\r?\n(?<wide>(?:[ \t>]{0,12}\r?\n){0,3}(?:[ \t>]{0,12}(?:`{3,4}|~{3,4})\w{0,20}[ \t]{0,4}\r?\n)?)[ \t>|]{0,24}(?:(?:[-*•]|\d{1,2}[.)])[ \t]{1,4})?/y;
const speaker = /(?:user|human|assistant|ai|bot|agent|system) ?: /iy;

/** The offset after a line break, and whether more than a line break was skipped. */
export interface LineStart {
  at: number;
  isWide: boolean;
}

/** Skips the line break that begins at `at`, even after spaces. Returns undefined if there is none. */
export function skipLineBreak(text: string, at: number): LineStart | undefined {
  lineBreak.lastIndex = at;
  const wide = lineBreak.exec(text)?.groups?.['wide'];
  return wide === undefined ? undefined : { at: lineBreak.lastIndex, isWide: wide !== '' };
}

/** Skips a line break, and the label of a speaker after it: the next line may be the next message. */
export function skipToSentence(text: string, at: number): LineStart | undefined {
  const line = skipLineBreak(text, at);
  if (!line) return undefined;
  speaker.lastIndex = line.at;
  return speaker.test(text) ? { ...line, at: speaker.lastIndex } : line;
}

/** Whether the value that ends at `end` also ends its line, except for quotation marks and the end of a sentence. */
export function endsLine(text: string, end: number): boolean {
  return /^["'`”»*.!]{0,4}[ \t]{0,8}(?:\r?\n|$)/.test(text.slice(end, end + 16));
}
