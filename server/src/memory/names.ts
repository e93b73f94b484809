import { stopWords } from './stop-words.ts';
import type { Token } from './tokens.ts';

export interface FoundName {
  name: string;
  start: number;
}

interface Sequence {
  parts: { word: string; start: number; end: number }[];
  /** The first word may be capitalised only because a sentence begins with it. */
  initial: boolean;
}

const capitalised = /^\p{Lu}[\p{L}\p{M}\p{N}]*(?:[-'’.&][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*$/u;
const ending = /['’](?:s|ll|re|ve|d|m)?$/i;
const sentenceEnd = /[.!?…]/;
const letterOrDigit = /[\p{L}\p{N}]/u;
const titles = new Set(['Dr', 'Mr', 'Mrs', 'Ms', 'Prof', 'St', 'Jr', 'Sr']);
const connectors = new Set('of de del della der den di da dos du la le van von zu bin ibn al &'.split(' '));
const roles = new Set(['user', 'assistant', 'system', 'tool']);
const notNames = new Set(
  `january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday
  today yesterday tomorrow tonight now maybe perhaps sometimes later recently finally however although since after before
  once when every each some many most all both any everyone someone nobody nothing another other dear
  note todo summary warning error question answer subject date time re fwd cc ps`.split(/\s+/),
);
/** `Name: ` at the beginning of a line, at most four words. */
const speakerLabels =
  /(?<=^[ \t]*)[\p{Lu}\p{Lo}][\p{L}\p{M}\p{N}.'’_-]*(?: [\p{L}\p{M}\p{N}.'’_-]+){0,3}(?=:(?:\s|$)|：)/gmu;
/** In UTF-16 units; scripts without capitals have nothing else that tells a name from a phrase. */
const longestUncasedLabel = 8;

/** The names in a text, in order, with repetitions. See `toEntities` for what it can't see. */
export function toNames(text: string, tokens: readonly Token[]): FoundName[] {
  const labels = toSpeakerLabels(text);
  const sequences = toSequences(tokens, labels);

  const knownWords = new Set(labels.flatMap(({ name }) => name.split(' ')));
  const knownNames = new Set(labels.map(({ name }) => name));
  for (const { parts, initial } of sequences) {
    const sure = initial ? parts.slice(1) : parts;
    for (const { word } of sure) knownWords.add(word);
    if (!initial) knownNames.add(textOf(text, parts));
  }

  const names = sequences.flatMap(({ parts, initial }) => {
    const [first, ...rest] = parts;
    if (initial && first && !knownWords.has(first.word)) {
      if (rest.length === 0) return [];
      // "Ask Bob": the first word is only the beginning of a sentence when the rest is a name elsewhere.
      if (knownNames.has(textOf(text, rest))) parts = rest;
    }
    return [{ name: textOf(text, parts), start: parts[0]?.start ?? 0 }];
  });
  return [...labels, ...names].sort((a, b) => a.start - b.start);
}
