import { removeInvisible } from '../../lib/visible-text.ts';
import { pausesEvery, sliceLength } from '../../lib/yielding.ts';
import type { Memory } from '../../ports/memory.ts';
import { toSlices } from '../text/slices.ts';
import { describesSpeaker, isPreference } from './is-preference.ts';
import { isQuestion, isSingleWord, isSmallTalk, withoutGreeting } from './small-talk.ts';

export interface Statement {
  /** One line, at most 300 UTF-16 units. */
  text: string;
  /** The speaker in a conversation; null for a memory that was written as a fact. */
  speaker: string | null;
  /** The text without its speaker and its heading. */
  body: string;
  /** The heading above the statement. */
  heading: string | null;
  kind: 'preference' | 'fact';
}

/** The maximum length, in UTF-16 units. */
export const maxStatementLength = 300;
/** The length of text that is read of a memory, in UTF-16 units. A document usually begins with the important part. */
const maxRead = 20_000;
/** The costs of a line and of a sentence in addition to their length. */
const lineCost = 5;
const sentenceCost = 20;
/** The length of a sentence that is analysed, in UTF-16 units. */
const maxSentenceLength = 600;
/** The limit of one memory, so that one document cannot fill the profile. */
const maxStatements = 30;
const maxHeadingLength = 120;

/** The types of memories that their writers marked as preferences. */
export const preferenceTypes = ['user_preference', 'preference'];
const listMark = /^\s*(?:(?:\d{1,3}|[a-z])[.)]|[-*•–])\s+/u;
const heading = /^#{1,6}\s+(\S.*)$|^(.{2,}?)[:：]$/u;
/** Bounded input: the first `maxLabelLength` of a line. */
const speakerLine =
  /^\s*(?:(?<role>user|assistant|system|tool)|(?<name>[\p{Lu}\p{Lo}][\p{L}\p{M}\p{N}.'’_-]*(?: [\p{L}\p{M}\p{N}.'’_-]+){0,3}))\s*(?::\s|：)\s*.*$/u;
const roleLine = /^\s*(?:user|assistant|system|tool)\s*:\s/;
const maxLabelLength = 80;
/** A line that begins in the middle of a sentence, after one that does not end it. */
const wrapped = /^[ \t]*(?![a-z][.)]\s)\p{Ll}/u;
const unfinished = /[^\s.!?:;…。！？：]\r?$/u;

/** Returns the statements in order: in a conversation only those of speakers about themselves. */
export function* toStatements(memory: Memory): Generator<void, Statement[]> {
  const preferred = preferenceTypes.includes(String(memory.metadata['memory_type']));
  const statements: Statement[] = [];
  let read = 0;
  let under: string | null = null;
  let isUsed = false;
  let cost = 0;
  const isPauseDue = pausesEvery();
  for (const { author, line } of partsOf(memory)) {
    // A line that is blank or left out takes time too.
    cost += lineCost;
    if (isPauseDue(cost)) yield;
    if (!author) continue;
    if (++read >= maxRead) break;
    const { speaker, isAssistant } = author;
    for (const slice of toSlices(line.slice(0, maxRead - read), sliceLength)) {
      read += slice.length;
      cost += slice.length;
      const plain = slice.replace(listMark, '').trim();
      const title = heading.exec(plain);
      if (title && speaker === null) {
        const words = (title[1] ?? title[2] ?? '').trim();
        under = words.length <= maxHeadingLength ? words : null;
        isUsed = false;
        continue;
      }
      isUsed ||= plain !== '';
      for (const sentence of splitSentences(plain)) {
        cost += sentenceCost + Math.min(sentence.length, maxSentenceLength);
        if (isPauseDue(cost)) yield;
        const analysed = sentence.slice(0, maxSentenceLength);
        const statement = toStatement(analysed, { speaker, heading: under }, preferred && !isAssistant);
        if (statement) statements.push(statement);
        if (statements.length === maxStatements) return statements;
      }
    }
    // A heading applies to the lines below it, up to the next blank line.
    if (line.trim() === '' && isUsed) under = null;
  }
  return statements;
}

type Origin = Pick<Statement, 'speaker' | 'heading'>;

function toStatement(sentence: string, { speaker, heading }: Origin, preferred: boolean): Statement | undefined {
  const body = withoutGreeting(sentence).trim();
  if (body === '' || isQuestion(body) || isSmallTalk(body)) return undefined;
  if (speaker !== null && !preferred && !describesSpeaker(body)) return undefined;
  const kind = preferred || isPreference(body) ? 'preference' : 'fact';
  if (kind === 'fact' && isSingleWord(body)) return undefined;
  const before = speaker ?? heading;
  const text = toOneLine(before === null ? body : `${before}: ${body}`, maxStatementLength);
  return { text, speaker, body, heading, kind };
}

interface Author {
  /** null in a memory that was written as a fact. */
  speaker: string | null;
  /** Whether the author is a program, whose statements about preferences describe somebody else. */
  isAssistant: boolean;
}

/** Returns the lines of a memory with their authors. The author is undefined if a line is left out. */
function* partsOf(memory: Memory): Generator<{ author: Author | undefined; line: string }> {
  const { messages, text, runId } = memory;
  if (messages !== null) {
    for (const message of messages) {
      const author = toAuthor(message);
      if (author) for (const line of linesOf(message.content)) yield { author, line };
    }
    return;
  }
  const first = text.slice(0, maxLabelLength);
  const isConversation = roleLine.test(first) || (runId !== null && speakerLine.test(first.split(/\r?\n/, 1)[0] ?? ''));
  let author: Author | undefined = isConversation ? undefined : { speaker: null, isAssistant: false };
  for (const line of linesOf(text)) {
    const label = isConversation ? speakerLine.exec(line.slice(0, maxLabelLength))?.groups : undefined;
    if (label) author = toAuthor({ role: label['role'] ?? 'user', name: label['name'] });
    yield { author, line: label ? line.slice(line.search(/[:：]/) + 1) : line };
  }
}

/** Returns the author: a person, or an assistant that has a name. Messages of tools and instructions have none. */
function toAuthor({ role, name }: { role: string; name?: string | undefined }): Author | undefined {
  if (role === 'user') return { speaker: name ?? role, isAssistant: false };
  return role === 'assistant' && name !== undefined ? { speaker: name, isAssistant: true } : undefined;
}

/** Splits a text into lines and joins those that were broken only to fit a width. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  for (let end = start; end < text.length; ) {
    const found = text.indexOf('\n', end);
    end = found < 0 ? text.length : found;
    const goesOn =
      wrapped.test(text.slice(end + 1, end + maxLabelLength)) &&
      !roleLine.test(text.slice(end + 1, end + maxLabelLength)) &&
      unfinished.test(text.slice(Math.max(start, end - 2), end));
    if (!goesOn || end - start > sliceLength) {
      yield text.slice(start, end).replaceAll('\n', ' ');
      start = end + 1;
    }
    end++;
  }
}

const segmenter = new Intl.Segmenter('und', { granularity: 'sentence' });

/** The possible end of a sentence before the end of the text. */
const innerEnd = /[.!?…。！？؟।։][\p{Pe}\p{Pf}"']*(?:\s|[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}])/u;
/** Titles, initials, ordinals and usual abbreviations, whose full stop ends no sentence. */
const abbreviation =
  /(?:^|[\s("'])(?:\p{Lu}|\d{1,2}|Dr|Mr|Mrs|Ms|Prof|St|Jr|Sr|No|Nr|vs|e\.g|i\.e|etc|approx|ca|cf|bzw|z\.\s?B|d\.\s?h|u\.\s?a|Sra?|Mme|p\.\s?ej)\.$/u;
/** Longer than the longest abbreviation with its full stop and the character before it, in UTF-16 units. */
const maxAbbreviationLength = 12;

/** Splits a line of text into sentences without the spaces around them. */
export function splitSentences(line: string): string[] {
  if (!innerEnd.test(line)) return line.trim() === '' ? [] : [line.trim()];
  const sentences: string[] = [];
  let open = '';
  for (const { segment } of segmenter.segment(line)) {
    open += segment;
    if (abbreviation.test(open.trimEnd().slice(-maxAbbreviationLength))) continue;
    sentences.push(open.trim());
    open = '';
  }
  return [...sentences, open.trim()].filter((sentence) => sentence !== '');
}

/** Makes one line of at most `maxLength` UTF-16 units, without control and invisible characters. A cut becomes `…`. */
export function toOneLine(text: string, maxLength: number): string {
  // Runs of spaces become one space, so that the line may need twice its length of an ordinary text.
  const line = removeInvisible(text.slice(0, 2 * maxLength + 2))
    .replace(/[\p{White_Space}\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
  const whole = text.length <= 2 * maxLength + 2;
  if (line.length <= maxLength && whole) return line;
  const start = line.slice(0, maxLength - 1);
  const space = start.lastIndexOf(' ');
  const cut = space > maxLength / 2 ? start.slice(0, space) : start;
  return `${cut.replace(/[\ud800-\udbff]$/, '').replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/, '')}…`;
}
