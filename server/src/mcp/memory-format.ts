import { isBlank, isTopic, type Mark, markOf, numberItems, withoutBold, withoutQuote } from './number-items.ts';

/** The recommended format of a memory. Memories in this format are found and read well later. */
export const formatRules = [
  'First line: the topic, a noun phrase or a sentence with its scope in parentheses, ending with a colon.',
  'Below it numbered items 1) 2) 3), inside them a. b. c.; an empty line between sections.',
  'No "1." lists, no "-" bullets, no bold, no ">" quotes, no code fences.',
  'Keep names, versions, paths, commands, numbers and URLs exactly.',
  'Below 2,000 characters: split what is longer.',
];

export interface FormatWarning {
  rule: 'topic_line' | 'bullets' | 'ordered_list' | 'numbered_items' | 'bold' | 'quote' | 'code_fence' | 'length';
  message: string;
}

export interface FormatReport {
  warnings: FormatWarning[];
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

function warningsOn(lines: readonly string[]): FormatWarning[] {
  const unquoted = lines.map(withoutQuote);
  const plain = unquoted.map(withoutBold);
  const marks = plain.map(markOf);
  const any = (kind: Mark['kind']) => marks.some((mark) => mark?.kind === kind);
  const differ = (some: readonly string[], others: readonly string[]) => some.some((line, at) => line !== others[at]);
  const hasFence = unquoted.some((line) => fence.test(line));
  const lacksTopic = !isTopic(plain.find((line) => !isBlank(line)) ?? '');
  const isTooLong = [...lines.join('\n')].length > maxCharacters;
  const found: [boolean, FormatWarning['rule'], message: string][] = [
    [lacksTopic, 'topic_line', 'The first line is not a topic: name the subject there, ending with a colon.'],
    [any('bullet'), 'bullets', 'It has bullets: number the items 1) 2) 3), with a. b. c. inside them.'],
    [any('ordered'), 'ordered_list', 'Its items are numbered 1. 2. 3.: write 1) 2) 3).'],
    [
      !hasFence && lacksNumbers(plain, lines),
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
function lacksNumbers(plain: readonly string[], given: readonly string[]): boolean {
  const first = plain.findIndex((line) => !isBlank(line));
  const from = markOf(plain[first] ?? '') ? first : first + 1;
  return numberItems(plain.slice(from)).some((line, index) => {
    const at = from + index;
    const { kind } = markOf(plain[at] ?? '') ?? {};
    return line !== plain[at] && at !== first && plain[at] === given[at] && kind !== 'bullet' && kind !== 'ordered';
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
