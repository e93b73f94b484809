/** The recommended format of a memory. Memories in this format are found and read well later. */
export const formatRules = [
  'First line: the topic, a noun phrase or a sentence with its scope in parentheses, ending with a colon.',
  'Below it numbered items 1) 2) 3), inside them a. b. c.; an empty line between sections.',
  'No "1." lists, no "-" bullets, no bold, no ">" quotes, no code fences.',
  'Keep names, versions, paths, commands, numbers and URLs exactly.',
  'Below 2,000 characters: split what is longer.',
];

export interface FormatReport {
  warnings: { rule: string; message: string }[];
  /** The text in the format, with all of its words; null if a program cannot convert it. */
  fixed: string | null;
}

const maxCharacters = 2_000;
const fence = /`{3}|^\s*~{3}/;

/** Compares the text of a memory with the recommended format. The text may be stored in any format. */
export function checkFormat(text: string): FormatReport {
  const lines = text.split(/\r?\n/);
  const warnings = warningsOn(lines);
  if (warnings.every(({ rule }) => rule === 'length')) return { warnings, fixed: null };
  const fixed = correctFormat(lines);
  return { warnings, fixed: warningsOn(fixed.split('\n')).length === 0 ? fixed : null };
}

function warningsOn(lines: readonly string[]): FormatReport['warnings'] {
  const unquoted = lines.map(withoutQuote);
  const plain = unquoted.map(withoutBold);
  const marks = plain.map(markOf);
  const any = (kind: Mark['kind']) => marks.some((mark) => mark?.kind === kind);
  const differ = (some: readonly string[], others: readonly string[]) => some.some((line, at) => line !== others[at]);
  const hasFence = unquoted.some((line) => fence.test(line));
  const lacksTopic = !isTopic(plain.find((line) => !isBlank(line)) ?? '');
  const isTooLong = [...lines.join('\n')].length > maxCharacters;
  const found: [boolean, rule: string, message: string][] = [
    [lacksTopic, 'topic_line', 'The first line is not a topic: name the subject there, ending with a colon.'],
    [any('bullet'), 'bullets', 'It has bullets: number the items 1) 2) 3), with a. b. c. inside them.'],
    [any('ordered'), 'ordered_list', 'Its items are numbered 1. 2. 3.: write 1) 2) 3).'],
    [
      !hasFence && lacksNumbers(plain, lines, marks),
      'numbered_items',
      'Some lines have no number: number the items of each section 1) 2) 3), with a. b. c. inside them.',
    ],
    [differ(plain, unquoted), 'bold', 'It has bold text: leave out **.'],
    [differ(unquoted, lines), 'quote', 'It has quote markers: leave out ">" and name the speaker.'],
    [hasFence, 'code_fence', 'It has code fences: keep commands and paths, leave out the fences.'],
    [isTooLong, 'length', `It is longer than ${maxCharacters} characters: split it into several memories.`],
  ];
  return found.flatMap(([holds, rule, message]) => (holds ? [{ rule, message }] : []));
}

/** Whether a line without another fault is not an item, or has a number out of order. */
function lacksNumbers(plain: string[], given: readonly string[], marks: readonly (Mark | undefined)[]): boolean {
  const first = plain.findIndex((line) => !isBlank(line));
  const from = marks[first] ? first : first + 1;
  return numberItems(plain.slice(from)).some((line, index) => {
    const at = from + index;
    const isListed = marks[at]?.kind === 'bullet' || marks[at]?.kind === 'ordered';
    return line !== plain[at] && at !== first && plain[at] === given[at] && !isListed;
  });
}

/** A longer first line is a statement and not a topic. */
const maxTopicLength = 100;

const closingFence = /^\s*(?:`{3,}|~{3,})\s*$/;
const openingFence = /^\s*(?:`{3,}|~{3,})(?:[ \t]*[\w+#.-]+)?\s*$/;
const fenceMark = /`{3,}|^(\s*)~{3,}/g;
const heading = /^#{1,6}[ \t]+(?=\S)/;
/** A line that consists only of marks and separates sections. */
const separator = /^\s*(?:[-*_=][ \t]*){3,}$/;

/** Converts a text into the recommended format as far as a program can. All of its words stay. */
function correctFormat(lines: readonly string[]): string {
  const unfenced = withoutFences(lines.map(withoutMarks)).map(withoutMarks);
  const [topic = '', ...items] = withTopic(unfenced.flatMap(toSection));
  return [topic, ...numberItems(items)]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function withoutMarks(line: string): string {
  // A quote may be inside bold text.
  return withoutQuote(withoutBold(withoutQuote(line)));
}

/** Removes code fences and indents the text between them, so that it continues the previous item. */
function withoutFences(lines: readonly string[]): string[] {
  const last = lines.findLastIndex((line) => closingFence.test(line));
  let isFenced = false;
  return lines.flatMap((line, at) => {
    const isMark = isFenced ? closingFence.test(line) : at < last && openingFence.test(line);
    if (isMark) {
      isFenced = !isFenced;
      return [];
    }
    const words = line.replace(fenceMark, '$1');
    return [isFenced ? `   ${words}` : words];
  });
}

function toSection(line: string): string[] {
  if (isBlank(line) || separator.test(line)) return [''];
  return heading.test(line) ? ['', toTopic(line.replace(heading, '').trim())] : [line];
}

function toTopic(words: string): string {
  return isTopic(words) ? words : `${words.replace(/[.;,。]$/, '')}:`;
}

/** Makes the first line the topic if it looks like one, and otherwise adds a topic above it. */
function withTopic(lines: readonly string[]): string[] {
  const at = lines.findIndex((line) => !isBlank(line));
  const first = (lines[at] ?? '').trim();
  const rest = lines.slice(at + 1);
  const isStatement = first.length > maxTopicLength || /[:：]\s/.test(first) || rest.every(isBlank);
  const isHeading = isTopic(first) || !(isStatement || markOf(first));
  return isHeading ? [toTopic(first), ...rest] : ['Note:', first, ...rest];
}

interface Mark {
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

function markOf(line: string): Mark | undefined {
  for (const [kind, pattern] of marks) {
    const [mark, space = '', sign = '0'] = pattern.exec(line) ?? [];
    if (mark === undefined) continue;
    const ordinal = kind === 'lettered' ? sign.charCodeAt(0) - 96 : Number(sign);
    return { kind, indent: space.replaceAll('\t', '    ').length, ordinal, words: line.slice(mark.length) };
  }
  return undefined;
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}

function isTopic(line: string): boolean {
  return /[:：]\s*$/.test(line) && markOf(line) === undefined;
}

function withoutQuote(line: string): string {
  return line.includes('>') ? line.replace(quote, '$1') : line;
}

function withoutBold(line: string): string {
  return line.includes('**') ? line.replace(bold, '$1') : line;
}

/** A label at the beginning of the last line, such as `Scope: shop only`. */
const label = /^[^\s:：][^:：]{0,39}(?::\s+|：\s*)\S/;
const letters = 26;

/** Numbers the items 1) 2) 3) and inside them a. b. c. A line break precedes a section without an empty line. */
function numberItems(lines: readonly string[]): string[] {
  const numbering = new Numbering();
  const last = lines.findLastIndex((line) => !isBlank(line));
  return lines.map((line, at) => numbering.render(line, at < last ? lines[at + 1] : undefined));
}

class Numbering {
  /** Whether the section has an item that an indented line may continue. */
  private hasItem = false;
  /** Whether the previous line belongs to an item with a mark. */
  private isInItem = false;
  private isAfterGap = false;
  private outer = 0;
  private inner = 0;
  /** The last numbers of `1.` lists in the text. */
  private source = { outer: 0, inner: 0 };

  /** @param next the next line; undefined after the last line with words */
  render(line: string, next: string | undefined): string {
    const rendered = isBlank(line) ? line : this.renderWords(line, next);
    this.isAfterGap = isBlank(line);
    return rendered;
  }

  private renderWords(line: string, next: string | undefined): string {
    const mark = markOf(line);
    if (mark) return this.number(line, mark);
    const isIndented = /^\s/.test(line);
    if (isIndented && this.hasItem) return line;
    if (next === undefined) return this.isInItem && label.test(line) ? line : this.unmarkedItem(line);
    const { kind = 'lettered', indent = 0 } = markOf(next) ?? {};
    const maySectionBegin = this.isAfterGap || (kind !== 'lettered' && indent < 2);
    if (isIndented || !isTopic(line) || !maySectionBegin) return this.unmarkedItem(line);
    this.hasItem = false;
    this.isInItem = false;
    this.source.outer = 0;
    return this.isAfterGap ? line : `\n${line}`;
  }

  private unmarkedItem(line: string): string {
    return this.outerItem(this.nextNumber(), line.trimStart(), false);
  }

  private number(line: string, mark: Mark): string {
    const { kind, indent, ordinal } = mark;
    if (this.hasItem && (indent >= 2 || kind === 'lettered')) return this.innerItem(line, mark);
    const mayKeep = ordinal === this.outer + 1 || (ordinal === 1 && (this.isAfterGap || !this.hasItem));
    const number = kind !== 'lettered' && mayKeep ? ordinal : this.nextNumber();
    const isListed = kind === 'bullet' || kind === 'numbered' || ordinal === 1 || ordinal === this.source.outer + 1;
    if (kind === 'ordered' && isListed) this.source.outer = ordinal;
    const item = this.outerItem(number, isListed ? mark.words : line.trimStart());
    return kind === 'numbered' && mayKeep && indent < 2 ? line : item;
  }

  /** A section begins with 1, although one that continues the numbers may keep them. */
  private nextNumber(): number {
    return this.hasItem ? this.outer + 1 : 1;
  }

  private outerItem(number: number, words: string, isMarked = true): string {
    this.outer = number;
    this.inner = 0;
    this.source.inner = 0;
    this.hasItem = true;
    this.isInItem = isMarked;
    return `${number}) ${words}`;
  }

  private innerItem(line: string, { kind, indent, ordinal, words }: Mark): string {
    const next = Math.min(this.inner + 1, letters);
    const isNext = kind === 'lettered' && ordinal === next;
    // An unindented letter may be an abbreviation.
    if (kind === 'lettered' && !isNext && indent < 2) return this.unmarkedItem(line);
    const isListed = kind !== 'ordered' || ordinal === 1 || ordinal === this.source.inner + 1;
    if (kind === 'ordered' && isListed) this.source.inner = ordinal;
    this.inner = next;
    this.isInItem = true;
    return isNext ? line : `   ${String.fromCharCode(96 + next)}. ${isListed ? words : line.trimStart()}`;
  }
}
