import { pausesEvery, runYielding, sliceLength } from '../../lib/yielding.ts';
import type { Memory, Message } from '../../ports/memory.ts';
import { toSpeaker, toText } from './joined-text.ts';
import { splitsCharacter } from './slices.ts';

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
 * @param options the greatest length of a chunk and of its repeated beginning, in Latin characters
 */
export async function toChunks(
  memory: Pick<Memory, 'accountId' | 'text' | 'messages'>,
  { targetLength = 800, overlapLength = 120 } = {},
): Promise<string[]> {
  const { text } = memory;
  if (text.trim() === '') return [];
  if (advance(text, 0, targetLength) === text.length) return [text];
  return runYielding(memory.accountId, chunksOf(memory, targetLength, overlapLength));
}

function* chunksOf(memory: Pick<Memory, 'text' | 'messages'>, targetLength: number, overlapLength: number) {
  const { text } = memory;
  const maxLabelLength = targetLength / 5;
  if (text.length > sliceLength) yield;
  const spans = memory.messages !== null && toText(memory.messages) === text ? toSpans(memory.messages) : [];
  const chunks: string[] = [];
  const isPauseDue = pausesEvery();
  for (let start = 0, overlapStart = 0; start < text.length; ) {
    if (isPauseDue(start)) yield;
    const current = spans.findLast((span) => span.start <= overlapStart);
    const repeatable = current !== undefined && current.label.length <= maxLabelLength;
    if (current && overlapStart < start && overlapStart < current.contentStart) {
      overlapStart = repeatable ? current.start : start;
    }
    const label = repeatable && overlapStart >= current.contentStart ? current.label : '';

    const capacity = targetLength - cost(label) - cost(text.slice(overlapStart, start));
    const limit = advance(text, start, capacity);
    const next = spans.findLast((span) => span.start > start && span.start <= limit);
    const end = limit === text.length ? limit : (next?.start ?? lastBorder(text, start, limit));
    if (text.slice(start, end).trim() !== '') chunks.push(label + text.slice(overlapStart, end).trim());
    overlapStart = toOverlapStart(text, start, end, overlapLength);
    start = end;
  }
  return chunks;
}

function toSpans(messages: readonly Message[]) {
  let start = 0;
  return messages.map((message) => {
    const label = `${toSpeaker(message)}: `;
    const span = { start, contentStart: start + label.length, label };
    start = span.contentStart + message.content.length + 1;
    return span;
  });
}

function lastBorder(text: string, start: number, limit: number): number {
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
  const reached = reach(text, end, start, overlapLength);
  const tailStart = reached < end && splitsCharacter(text, reached) ? reached + 1 : reached;
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
  let end = reach(text, start, text.length, capacity);
  if (end === start) end++;
  return end < text.length && splitsCharacter(text, end) ? end + (end - 1 > start ? -1 : 1) : end;
}

/** Finds the furthest offset, on the way from one to another, up to which a text costs at most `capacity`. */
function reach(text: string, from: number, to: number, capacity: number): number {
  const step = Math.sign(to - from);
  let at = from;
  for (let spent = 0; at !== to; at += step) {
    spent += costOf(text.charCodeAt(step > 0 ? at : at - 1));
    if (spent > capacity) break;
  }
  return at;
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
