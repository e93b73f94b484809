import { pausesEvery } from '../../lib/yielding.ts';
import type { Entity } from '../../ports/memory.ts';
import { stopWords } from './stop-words.ts';
import type { Token } from './tokens.ts';

export type FoundEntity = Entity & { start: number };

interface Sequence {
  parts: { word: string; start: number }[];
  /** Whether the first word may be capitalised only because it begins a sentence. */
  initial: boolean;
}

const capitalised = /^\p{Lu}[\p{L}\p{M}\p{N}]*(?:[-'’.&][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*$/u;
/** GitHub, NASA: the beginning of a sentence does not explain these capitals. */
const innerCapital = /.\p{Lu}/u;
const apostrophe = /['’]/;
const ending = /['’](?:s|ll|re|ve|d|m)?$/i;
/** J, J.K */
const initials = /^\p{Lu}(?:\.\p{Lu})*$/u;
const sentenceEnd = /[.!?…]/;
const letterOrDigit = /[\p{L}\p{N}]/u;
const titles = new Set(['Dr', 'Mr', 'Mrs', 'Ms', 'Prof', 'St', 'Jr', 'Sr']);
const connectors = new Set('of de del della der den di da dos du la le van von zu bin ibn al &'.split(' '));
const roles = new Set(['user', 'assistant', 'system', 'tool']);
const notNames = new Set(
  `january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday
  today yesterday tomorrow tonight now maybe perhaps sometimes later recently finally however although since after before
  once every each some many most all both any everyone someone nobody nothing another other dear
  der die das ein eine
  note todo summary warning error question answer subject date time re fwd cc ps`.split(/\s+/),
);

/** The name before the colon of `Name: …`, at most four words. */
const label = /^[ \t]*([\p{Lu}\p{Lo}][\p{L}\p{M}\p{N}.'’_-]*(?: [\p{L}\p{M}\p{N}.'’_-]+){0,3})(?::(?=\s|$)|：)/u;
/** The maximum length, in UTF-16 units. */
const maxLabelLength = 80;
/** In scripts without capitals, only the length distinguishes a name from a phrase. In UTF-16 units. */
const maxUncasedLabelLength = 8;

/** Finds the names in a text with repetitions, each kind in order. The limits are those of `entitiesOf`. */
export function* toNames(text: string, tokens: readonly Token[], isOther: (token: Token) => boolean) {
  const knownNames = new Set<string>();
  const knownWords = new Set<string>();
  const speakers: FoundEntity[] = [];
  const isLinePauseDue = pausesEvery();
  for (const { 0: line, index } of text.matchAll(/[^\n\r]+/g)) {
    if (isLinePauseDue(index)) yield;
    const name = toSpeakerLabel(line);
    if (name === undefined) continue;
    speakers.push({ kind: 'name', name, start: line.indexOf(name) + index });
    knownNames.add(name);
    for (const word of name.split(' ')) knownWords.add(word);
  }
  const sequences = yield* toSequences(tokens, speakers, isOther);
  const isSequencePauseDue = pausesEvery();
  for (const { parts, initial } of sequences) {
    if (isSequencePauseDue(parts[0]?.start ?? 0)) yield;
    if (!initial) knownNames.add(toName(text, parts).name);
    for (const { word } of initial ? parts.slice(1) : parts) knownWords.add(word);
  }

  const others: FoundEntity[] = [];
  const isPauseDue = pausesEvery();
  for (const { parts, initial } of sequences) {
    const [first, ...rest] = parts;
    if (isPauseDue(first?.start ?? 0)) yield;
    const isKnown = !initial || knownWords.has(first?.word ?? '');
    if (!isKnown && rest.length === 0) continue;
    // "Ask Bob": if Bob is also a separate name, the first word only begins the sentence.
    const isVerb = !isKnown && knownNames.has(toName(text, rest).name);
    others.push(toName(text, isVerb ? rest : parts));
  }
  return { speakers, others };
}

function toName(text: string, parts: Sequence['parts']): FoundEntity {
  const { start = 0 } = parts[0] ?? {};
  const last = parts.at(-1);
  const name = text.slice(start, last && last.start + last.word.length).replace(/\s+/g, ' ');
  return { kind: 'name', name, start };
}

/** Reads the speaker from the beginning of a text, `Name: …`. */
export function toSpeakerLabel(text: string): string | undefined {
  const name = label.exec(text.slice(0, maxLabelLength))?.[1];
  return name !== undefined && isSpeaker(name) ? name : undefined;
}

function isSpeaker(name: string): boolean {
  const words = name.split(' ');
  if (words.some((word) => notNames.has(word.toLowerCase()))) return false;
  if (/^\p{Lo}/u.test(name)) return name.length <= maxUncasedLabelLength;
  return !roles.has(name.toLowerCase()) && words.every((word) => /^\p{Lu}/u.test(word) || connectors.has(word));
}

function* toSequences(tokens: readonly Token[], labels: readonly FoundEntity[], isOther: (token: Token) => boolean) {
  const sequences: Sequence[] = [];
  let current: Sequence | undefined;
  let connected = false;
  let atStart = true;
  let nextLabel = 0;
  const isPauseDue = pausesEvery();
  for (const token of tokens) {
    if (isPauseDue(token.start)) yield;
    let speaker = labels[nextLabel];
    while (speaker && speaker.start + speaker.name.length <= token.start) speaker = labels[++nextLabel];
    const inLabel = speaker !== undefined && speaker.start <= token.start;
    if (token.gap === 'line' || token.gap === 'quote' || inLabel) atStart = true;
    if (token.gap === 'other') atStart = false;
    if (token.gap !== 'space' || token.before !== '' || inLabel) current = undefined;
    if (inLabel) continue;
    if (token.core === '' || isOther(token)) {
      current = undefined;
      if (token.core !== '') atStart = sentenceEnd.test(token.after);
      continue;
    }

    const word = apostrophe.test(token.core) ? token.core.replace(ending, '') : token.core;
    const abbreviated = token.after === '.' && (titles.has(word) || initials.test(word));
    if (isNameWord(word, current !== undefined || abbreviated)) {
      if (!current) {
        current = { parts: [], initial: atStart && !innerCapital.test(word) };
        sequences.push(current);
      }
      current.parts.push({ word, start: token.start });
      connected = false;
    } else if (current && token.after === '' && (connected ? word === 'the' : connectors.has(word))) {
      connected = true;
      atStart = false;
      continue;
    } else {
      current = undefined;
    }
    // A name ends at punctuation and at a possessive; "Dr." and "J." do not end it.
    if ((token.after !== '' && !abbreviated) || word !== token.core) current = undefined;
    atStart = (sentenceEnd.test(token.after) && !abbreviated) || !letterOrDigit.test(token.core);
  }
  // A title or an initial alone is no name.
  return sequences.filter(
    ({ parts: [first, second] }) => second || (first && first.word.length > 1 && !titles.has(first.word)),
  );
}

function isNameWord(word: string, single: boolean): boolean {
  if (!capitalised.test(word) || (word.length === 1 && !single)) return false;
  const lower = word.toLowerCase();
  return !stopWords.has(lower.replace(apostrophe, '')) && !notNames.has(lower);
}
