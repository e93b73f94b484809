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

export function isTopic(line: string): boolean {
  return /[:：]\s*$/.test(line) && markOf(line) === undefined;
}

export function withoutQuote(line: string): string {
  return line.includes('>') ? line.replace(quote, '$1') : line;
}

export function withoutBold(line: string): string {
  return line.includes('**') ? line.replace(bold, '$1') : line;
}

/** A label at the beginning of the last line, such as `Scope: shop only`. */
const label = /^[^\s:：][^:：]{0,39}(?::\s+|：\s*)\S/;
const letters = 26;

/**
 * Numbers the items below a topic 1) 2) 3), and inside them a. b. c.; a line without a mark becomes an item.
 * @returns each line; it begins with a line break if an empty line is missing before a section
 */
export function numberItems(lines: readonly string[]): string[] {
  const numbering = new Numbering();
  const last = lines.findLastIndex((line) => !isBlank(line));
  return lines.map((line, at) => {
    if (isBlank(line)) return numbering.pause(line);
    const mark = markOf(line);
    if (mark) return numbering.number(line, mark);
    const isIndented = /^\s/.test(line);
    if (isIndented && numbering.hasItem) return numbering.continueItem(line);
    if (!isIndented && at < last && isTopic(line) && numbering.maySectionBegin(lines[at + 1] ?? '')) {
      return numbering.beginSection(line);
    }
    return at === last && numbering.isInItem && label.test(line) ? line : numbering.addItem(line);
  });
}

class Numbering {
  /** Whether the section has an item that an indented line may continue. */
  hasItem = false;
  /** Whether the previous line belongs to an item with a mark. */
  isInItem = false;
  private outer = 0;
  private inner = 0;
  /** The last numbers of `1.` lists in the text. */
  private source = { outer: 0, inner: 0 };
  private isAfterGap = false;
  private isAfterTopic = false;

  pause(line: string): string {
    this.isAfterGap = true;
    return line;
  }

  continueItem(line: string): string {
    this.isAfterGap = false;
    return line;
  }

  maySectionBegin(next: string): boolean {
    const mark = markOf(next);
    return this.isAfterGap || (mark !== undefined && mark.kind !== 'lettered' && mark.indent < 2);
  }

  beginSection(line: string): string {
    const section = this.isAfterGap ? line : `\n${line}`;
    this.hasItem = false;
    this.isInItem = false;
    this.isAfterGap = false;
    this.isAfterTopic = true;
    this.source = { outer: 0, inner: 0 };
    return section;
  }

  addItem(line: string): string {
    const item = this.outerItem(this.nextNumber(), line.trimStart());
    this.isInItem = false;
    return item;
  }

  number(line: string, mark: Mark): string {
    const { kind, indent, ordinal } = mark;
    if (this.hasItem && (indent >= 2 || kind === 'lettered')) return this.innerItem(line, mark);
    const mayKeep = ordinal === this.outer + 1 || (ordinal === 1 && (this.isAfterGap || this.isAfterTopic));
    const hasNumber = kind === 'numbered' || kind === 'ordered';
    const number = hasNumber && mayKeep ? ordinal : this.nextNumber();
    const isListed = kind === 'bullet' || kind === 'numbered' || ordinal === 1 || ordinal === this.source.outer + 1;
    if (kind === 'ordered' && isListed) this.source.outer = ordinal;
    const item = this.outerItem(number, isListed ? mark.words : line.trimStart());
    return kind === 'numbered' && mayKeep && indent < 2 ? line : item;
  }

  /** A section begins with 1, although one that continues the numbers may keep them. */
  private nextNumber(): number {
    return this.isAfterTopic ? 1 : this.outer + 1;
  }

  private outerItem(number: number, words: string): string {
    this.outer = number;
    this.inner = 0;
    this.source.inner = 0;
    this.hasItem = true;
    this.isInItem = true;
    this.isAfterGap = false;
    this.isAfterTopic = false;
    return `${number}) ${words}`;
  }

  private innerItem(line: string, { kind, indent, ordinal, words }: Mark): string {
    const next = Math.min(this.inner + 1, letters);
    const isNext = kind === 'lettered' && ordinal === next;
    // An unindented letter may be an abbreviation.
    if (kind === 'lettered' && !isNext && indent < 2) return this.addItem(line);
    const isListed = kind !== 'ordered' || ordinal === 1 || ordinal === this.source.inner + 1;
    if (kind === 'ordered' && isListed) this.source.inner = ordinal;
    this.inner = next;
    this.isInItem = true;
    this.isAfterGap = false;
    if (isNext) return line;
    return `   ${String.fromCharCode(96 + next)}. ${isListed ? words : line.trimStart()}`;
  }
}
