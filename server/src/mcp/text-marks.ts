/** The mark of an item at the beginning of a line. */
export interface Mark {
  kind: 'bullet' | 'ordered' | 'numbered' | 'lettered';
  /** The width of the space before the mark. */
  indent: number;
  /** The number or the position of the letter; 0 for a bullet. */
  ordinal: number;
  words: string;
}

const bullet = /^(\s*)[-*•][ \t]+/;
const ordered = /^(\s*)(\d{1,3})\.[ \t]+/;
const numbered = /^(\s*)(\d{1,3})[)）][ \t]*/;
const lettered = /^(\s*)([a-z])\.[ \t]+/;
const marks = Object.entries({ bullet, ordered, numbered, lettered }) as [Mark['kind'], RegExp][];

/** A `>=` is a comparison and no quote. */
const quote = /^(\s*)(?:>(?!=)[ \t]?)+/;
/** Asterisks inside a word or next to a space are operators, as in `2**8` and `f(**kw, **more)`. */
const bold = /(?<![\w*])\*{2,}(?=[^\s*])((?:[^*\n]|\*(?!\*)){0,499}[^\s*])\*{2,}(?![\w*])/g;

export function markOf(line: string): Mark | undefined {
  for (const [kind, pattern] of marks) {
    const [mark, space = '', sign = '0'] = pattern.exec(line) ?? [];
    if (mark === undefined) continue;
    const ordinal = kind === 'lettered' ? sign.charCodeAt(0) - 96 : Number(sign);
    return { kind, indent: widthOf(space), ordinal, words: line.slice(mark.length) };
  }
  return undefined;
}

function widthOf(space: string): number {
  return space.replaceAll('\t', '    ').length;
}

export function isBlank(line: string): boolean {
  return line.trim() === '';
}

/** Whether a line names what follows it. */
export function isTopic(line: string): boolean {
  return /[:：]\s*$/.test(line) && markOf(line) === undefined;
}

export function withoutQuote(line: string): string {
  return line.includes('>') ? line.replace(quote, '$1') : line;
}

export function withoutBold(line: string): string {
  return line.includes('**') ? line.replace(bold, '$1') : line;
}
