import { pausesEvery, runYielding } from '../../lib/yielding.ts';
import type { Memory, Message } from '../../ports/memory.ts';
import { toSpeaker, toText } from './joined-text.ts';

export interface ChunkOptions {
  /** The greatest length of a chunk, in Latin characters. Other scripts get fewer characters. @default 800 */
  targetLength?: number;
  /** The maximum of characters at the end of a chunk that the next one repeats, in Latin characters. @default 120 */
  overlapLength?: number;
}

interface MessageSpan {
  start: number;
  contentStart: number;
  label: string;
}

/** The length of text that is cut without a pause for the event loop, in UTF-16 units. */
const sliceLength = 2_000;

/** A border within this share of a window would leave a chunk that is too short. */
const minShare = 1 / 3;

const sentences = new Intl.Segmenter('und', { granularity: 'sentence' });
const words = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * Splits a memory into texts that fit the embedder. A text that fits is one chunk. Longer text is cut between messages,
 * otherwise between paragraphs, sentences or words, otherwise between characters. A chunk begins with the last sentence
 * of the one before if that sentence is short. A chunk that begins inside a message begins with `speaker: `. A blank
 * text has no chunks.
 * @param memory `messages` count only when `text` is their {@link toText}
 */
export async function toChunks(
  memory: Pick<Memory, 'accountId' | 'text' | 'messages'>,
  { targetLength = 800, overlapLength = 120 }: ChunkOptions = {},
): Promise<string[]> {
  const { text } = memory;
  if (text.trim() === '') return [];
  if (advance(text, 0, targetLength) === text.length) return [text];
  return runYielding(memory.accountId, chunksOf(memory, targetLength, overlapLength));
}

function* chunksOf(
  memory: Pick<Memory, 'text' | 'messages'>,
  targetLength: number,
  overlapLength: number,
): Generator<void, string[]> {
  const { text } = memory;
  const maxLabelLength = targetLength / 5;
  if (text.length > sliceLength) yield;
  const spans = memory.messages !== null && toText(memory.messages) === text ? toSpans(memory.messages) : [];
  const chunks: string[] = [];
  const isPauseDue = pausesEvery(sliceLength);
  let index = -1;
  for (let start = 0, overlapStart = 0; start < text.length; ) {
    if (isPauseDue(start)) yield;
    while ((spans[index + 1]?.start ?? Infinity) <= overlapStart) index++;
    const current = spans[index];
    const repeatable = current !== undefined && current.label.length <= maxLabelLength;
    if (current && overlapStart < start && overlapStart < current.contentStart) {
      overlapStart = repeatable ? current.start : start;
    }
    const label = repeatable && overlapStart >= current.contentStart ? current.label : '';

    const capacity = targetLength - cost(label) - cost(text.slice(overlapStart, start));
    const limit = advance(text, start, capacity);
    const end =
      limit === text.length ? limit : lastBorder(text, start, limit, lastSpanStart(spans, index, start, limit));
    if (text.slice(start, end).trim() !== '') chunks.push(label + text.slice(overlapStart, end).trim());
    overlapStart = toOverlapStart(text, start, end, overlapLength);
    start = end;
  }
  return chunks;
}

function toSpans(messages: readonly Message[]): MessageSpan[] {
  let start = 0;
  return messages.map((message) => {
    const label = `${toSpeaker(message)}: `;
    const span = { start, contentStart: start + label.length, label };
    start = span.contentStart + message.content.length + 1;
    return span;
  });
}

/** Finds the start of the last message that begins after `start` and not after `limit`. */
function lastSpanStart(spans: readonly MessageSpan[], from: number, start: number, limit: number): number | undefined {
  let last: number | undefined;
  for (let index = Math.max(from, 0); index < spans.length; index++) {
    const spanStart = spans[index]?.start ?? Infinity;
    if (spanStart > limit) break;
    if (spanStart > start) last = spanStart;
  }
  return last;
}

function lastBorder(text: string, start: number, limit: number, spanStart: number | undefined): number {
  if (spanStart !== undefined) return spanStart;
  const window = text.slice(start, limit);
  const minLength = window.length * minShare;
  const paragraph = Math.max(window.lastIndexOf('\n\n'), window.lastIndexOf('\r\n\r\n'));
  if (paragraph > minLength) return start + paragraph;
  const sentence = lastSegmentStart(sentences, window);
  if (sentence > minLength) return start + sentence;
  const word = lastSegmentStart(words, window);
  return word > minLength ? start + word : limit;
}

/** Finds the start of the text before `end` that the next chunk repeats; `end` if it repeats nothing. */
function toOverlapStart(text: string, start: number, end: number, overlapLength: number): number {
  const tailStart = retreat(text, end, overlapLength, start);
  const tail = text.slice(tailStart, end).trimEnd();
  if (tail === '') return end;
  const sentence = lastSegmentStart(sentences, tail);
  if (sentence > 0) return tailStart + sentence;
  // The sentence is too long to repeat, but its last words are better than nothing.
  const space = /\s\S/.exec(tail);
  return space === null ? end : tailStart + space.index + 1;
}

function lastSegmentStart(segmenter: Intl.Segmenter, window: string): number {
  return segmenter.segment(window).containing(window.length - 1)?.index ?? 0;
}

/** Finds the furthest end of a text from `start` that costs at most `capacity`. It has at least one character. */
function advance(text: string, start: number, capacity: number): number {
  let end = start;
  for (let spent = 0; end < text.length; end++) {
    spent += costOf(text.charCodeAt(end));
    if (spent > capacity) break;
  }
  if (end === start) end++;
  return end < text.length && splitsCharacter(text, end) ? end + (end - 1 > start ? -1 : 1) : end;
}

/** Finds the furthest beginning, not before `start`, of a text up to `end` that costs at most `capacity`. */
function retreat(text: string, end: number, capacity: number, start: number): number {
  let begin = end;
  for (let spent = 0; begin > start; begin--) {
    spent += costOf(text.charCodeAt(begin - 1));
    if (spent > capacity) break;
  }
  return begin < end && splitsCharacter(text, begin) ? begin + 1 : begin;
}

function splitsCharacter(text: string, index: number): boolean {
  return (text.charCodeAt(index) & 0xfc00) === 0xdc00 && (text.charCodeAt(index - 1) & 0xfc00) === 0xd800;
}

function cost(text: string): number {
  let sum = 0;
  for (let index = 0; index < text.length; index++) sum += costOf(text.charCodeAt(index));
  return sum;
}

/**
 * Estimates the part of an embedder's window that a UTF-16 unit takes, in Latin letters. Four or five Latin letters
 * make a token. In Han, Kana, Hangul, Thai, Lao, Khmer and Myanmar, nearly every character is a token or more. All
 * others, including halves of surrogate pairs, are between these.
 */
function costOf(unit: number): number {
  if (unit < 0x0370) return 1;
  if (unit >= 0x2000 && unit < 0x2070) return 1;
  const dense =
    (unit >= 0x0e00 && unit < 0x0f00) ||
    (unit >= 0x1000 && unit < 0x10a0) ||
    (unit >= 0x1780 && unit < 0x1800) ||
    (unit >= 0x2e80 && unit < 0xd800) ||
    (unit >= 0xf900 && unit < 0xfb00) ||
    (unit >= 0xff00 && unit < 0xfff0);
  return dense ? 3.2 : 1.6;
}
