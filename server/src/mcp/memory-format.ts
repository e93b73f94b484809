/** The recommended format of a memory, with which it is found and read well later. */
export const formatRules = [
  'First line: the topic, a noun phrase or a sentence with its scope in parentheses, ending with a colon.',
  'Below it numbered items 1) 2) 3), inside them a. b. c.; an empty line between sections.',
  'No "1." lists, no "-" bullets, no bold, no ">" quotes, no code fences.',
  'Keep names, versions, paths, commands, numbers and URLs exactly.',
  'Below 2,000 characters: split what is longer.',
];

export interface FormatWarning {
  rule: 'topic_line' | 'bullets' | 'ordered_list' | 'bold' | 'quote' | 'code_fence' | 'length';
  message: string;
}

export interface FormatReport {
  warnings: FormatWarning[];
  /** The text with all corrections that a program can make; null when there are none. */
  fixed: string | null;
}

const maxCharacters = 2_000;
/** A longer first line is a statement and no topic. */
const maxTopicLength = 100;

const fence = /^\s*(?:```|~~~)/;
/** A `>=` is a comparison and no quote. */
const quote = /^(\s*)(?:>(?!=)[ \t]?)+/;
const bullet = /^(\s*)[-*•][ \t]+/;
const ordered = /^(\s*)\d{1,3}\.[ \t]+/;
const numbered = /^\s*(?:\d{1,3}\)|[a-z]\.)[ \t]/;
const bold = /\*\*(?=\S)([^*\n]{1,500})\*\*/g;

/** Compares the text of a memory with the recommended format. The text may be stored in any format. */
export function checkFormat(text: string): FormatReport {
  const lines = text.split('\n');
  // Both are computed only once, since a text may have 100,000 lines.
  const unquoted = lines.map((line) => (line.includes('>') ? line.replace(quote, '$1') : line));
  const plain = unquoted.map((line) => (line.includes('**') ? line.replace(bold, '$1') : line));
  const any = (pattern: RegExp) => unquoted.some((line) => line !== '' && pattern.test(line));
  const differ = (some: readonly string[], others: readonly string[]) => some.some((line, at) => line !== others[at]);
  const lacksTopic = !isTopic(plain.find((line) => line.trim() !== '') ?? '');
  const isTooLong = [...text].length > maxCharacters;
  const found: [boolean, FormatWarning['rule'], message: string][] = [
    [lacksTopic, 'topic_line', 'The first line is no topic: let it name what this is about and end with a colon.'],
    [any(bullet), 'bullets', 'It has bullets: number items 1) 2) 3), inside them a. b. c.'],
    [any(ordered), 'ordered_list', 'It numbers items 1. 2. 3.: write 1) 2) 3).'],
    [differ(plain, unquoted), 'bold', 'It has bold text: leave out **.'],
    [differ(unquoted, lines), 'quote', 'It has quote markers: leave out ">" and say who said it.'],
    [any(fence), 'code_fence', 'It has code fences: keep commands and paths, leave out the fences.'],
    [isTooLong, 'length', `It is longer than ${maxCharacters} characters: split it into several memories.`],
  ];
  const warnings = found.flatMap(([holds, rule, message]) => (holds ? [{ rule, message }] : []));
  const isFixable = warnings.some(({ rule }) => rule !== 'length');
  return { warnings, fixed: isFixable ? fix(plain) : null };
}

function isTopic(line: string): boolean {
  return /[:：]\s*$/.test(line);
}

function fix(plain: readonly string[]): string {
  const numbers = new Numbers();
  const unfenced = plain.filter((line) => line === '' || !fence.test(line));
  const items = withTopic(unfenced).map((line) => numbers.renumber(line));
  return items.join('\n').trim();
}

/** Turns the first line into the topic when it looks like one, and otherwise adds a topic above it. */
function withTopic(lines: string[]): string[] {
  const at = lines.findIndex((line) => line.trim() !== '');
  const first = (lines[at] ?? '').trim();
  const rest = lines.slice(at + 1);
  if (isTopic(first) && !isItem(first)) return [first, ...rest];
  const isHeading = !isItem(first) && first.length <= maxTopicLength && rest.some((line) => line.trim() !== '');
  if (isHeading) return [`${first.replace(/[.;,。]$/, '')}:`, ...rest];
  return ['Note:', isItem(first) ? first : `1) ${first}`, ...rest];
}

function isItem(line: string): boolean {
  return bullet.test(line) || ordered.test(line) || numbered.test(line);
}

/** Gives bullets and `1.` items the numbers that memories use. */
class Numbers {
  private outer = 0;
  private inner = 0;

  renumber(line: string): string {
    if (line === '') {
      this.outer = 0;
      this.inner = 0;
      return line;
    }
    const [mark, indent] = bullet.exec(line) ?? ordered.exec(line) ?? [];
    if (mark === undefined || indent === undefined) {
      if (/^\d{1,3}\)/.test(line)) this.outer = Number.parseInt(line, 10);
      // An empty line ends a section, and with it its numbers.
      if (line.trim() === '') this.outer = 0;
      if (!/^\s/.test(line)) this.inner = 0;
      return line;
    }
    const words = line.slice(mark.length);
    if (indent.length < 2 || this.outer === 0) {
      this.inner = 0;
      this.outer += 1;
      return `${this.outer}) ${words}`;
    }
    this.inner += 1;
    return `   ${String.fromCharCode(96 + Math.min(this.inner, 26))}. ${words}`;
  }
}
