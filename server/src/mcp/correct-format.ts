import { numberItems } from './number-items.ts';
import { isBlank, isTopic, markOf, withoutBold, withoutQuote } from './text-marks.ts';

/** A longer first line is a statement and not a topic. */
const maxTopicLength = 100;

const closingFence = /^\s*(?:`{3,}|~{3,})\s*$/;
const openingFence = /^\s*(?:`{3,}|~{3,})(?:[ \t]*[\w+#.-]+)?\s*$/;
const fenceMark = /`{3,}|^(\s*)~{3,}/g;
const heading = /^#{1,6}[ \t]+(?=\S)/;
/** A line that consists only of marks and separates sections. */
const separator = /^\s*(?:[-*_=][ \t]*){3,}$/;

/** Converts a text into the recommended format as far as a program can. All of its words stay. */
export function correctFormat(lines: readonly string[]): string {
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
