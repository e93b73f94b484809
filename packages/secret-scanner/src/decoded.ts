import { alphabets, isIn } from './alphabet.ts';
import type { Finding } from './sensitive-kinds.ts';

/** A part of a text in another notation, decoded. Both functions map a unit of `text` to the original text. */
export interface Decoded {
  text: string;
  startOf(unit: number): number;
  endOf(unit: number): number;
  /** Whether only separators were removed, so that numbers and words of a table are no secrets. */
  isSpaced?: boolean;
}

/** Moves a finding from a decoded part to the text around it. */
export function toSource(finding: Finding, { startOf, endOf }: Decoded): Finding {
  const [first, last] = [finding.start, finding.end - 1];
  // The first character may be written last.
  return {
    ...finding,
    start: Math.min(startOf(first), startOf(last)),
    end: Math.max(endOf(first), endOf(last)),
  };
}

/** A decoded text in which each unit is written separately. */
export function fromUnits(text: string, starts: readonly number[], ends: readonly number[]): Decoded {
  return { text, startOf: (unit) => starts[unit] as number, endOf: (unit) => ends[unit] as number };
}

const maxForeignShare = 0.3;

/** Whether bytes, one in each unit, are readable text, at least most of it in ASCII. */
export function isReadable(bytes: string): boolean {
  let foreign = 0;
  for (let at = 0; at < bytes.length; at++) {
    const code = bytes.charCodeAt(at);
    if (isControl(code)) return false;
    if (code > 126) foreign++;
  }
  return foreign <= bytes.length * maxForeignShare;
}

export function isControl(code: number): boolean {
  return (code < 32 && code !== 9 && code !== 10 && code !== 13) || code === 127;
}

export function isWord(text: string, at: number): boolean {
  return isIn(alphabets.word, text.charCodeAt(at));
}

export function isHexPair(text: string, at: number): boolean {
  return isIn(alphabets.hex, text.charCodeAt(at)) && isIn(alphabets.hex, text.charCodeAt(at + 1));
}
