import type { Candidate, Candidates } from '../../ports/memory-store.ts';
import { isCommonName } from './common-names.ts';
import { rankingWeights as weights } from './ranking-weights.ts';
import type { SpeakerWords } from './speaker-words.ts';

/** Those of the query's entities that not nearly every memory names. */
export function distinctiveEntities(
  { documentFrequencies, scopeSize }: Candidates,
  words: readonly string[],
  entities: ReadonlyMap<string, readonly string[]>,
): string[] {
  const isCommon = (word: string) => isCommonName(documentFrequencies[words.indexOf(word)] ?? 0, scopeSize);
  return [...entities].filter(([, own]) => own.length === 0 || !own.every(isCommon)).map(([name]) => name);
}

export function shareOf(wanted: readonly string[], there: readonly string[]): number {
  return wanted.length === 0 ? 0 : wanted.filter((name) => there.includes(name)).length / wanted.length;
}

/** How new a time is among the candidates', 0..1, by rank: one very old memory changes nothing for the others. */
export function createRecency(candidates: readonly Candidate[]): (at: number) => number {
  const times = [...new Set(candidates.filter(({ isContext }) => !isContext).map(({ statedAt }) => statedAt))];
  times.sort((a, b) => a - b);
  const shares = new Map(times.map((time, at) => [time, times.length > 1 ? at / (times.length - 1) : 0]));
  return (at) => shares.get(at) ?? 0;
}

/** Of candidates with the same text all but the newest. */
export function olderCopies(candidates: readonly Candidate[]): Set<string> {
  const newest = new Map<number, Candidate>();
  const older = new Set<string>();
  for (const candidate of candidates) {
    if (candidate.isContext || candidate.copyHash === null) continue;
    const known = newest.get(candidate.copyHash);
    if (known && known.length === candidate.length) {
      const isNewer = candidate.statedAt - known.statedAt || (candidate.id > known.id ? 1 : -1);
      older.add(isNewer > 0 ? known.id : candidate.id);
      if (isNewer > 0) newest.set(candidate.copyHash, candidate);
    } else {
      newest.set(candidate.copyHash, candidate);
    }
  }
  return older;
}

/** So often a thing may be spoken of, however few memories there are. */
const minDistinctive = 10;

/**
 * Of candidates that hold the same distinctive words of the query, two or more, how new each is, 0..1: what was said of the
 * same thing before may no longer hold. Only the newest gets much of it: what came just before it holds as little as what
 * came first. Nothing of turns: what was said does not end.
 */
export function createSuccession({
  candidates,
  documentFrequencies,
  scopeSize,
}: Candidates): (of: Candidate) => number {
  const isDistinctive = documentFrequencies.map(
    (frequency) => frequency < scopeSize && frequency <= Math.max(minDistinctive, scopeSize * weights.commonName),
  );
  const subjectOf = ({ message, wordCounts }: Candidate): string | undefined => {
    const held = message
      ? []
      : [...wordCounts.keys()].filter((at) => isDistinctive[at] && (wordCounts[at] as number) > 0);
    return held.length < weights.subjectWords ? undefined : held.join();
  };
  const times = new Map<string, number[]>();
  for (const candidate of candidates) {
    const subject = subjectOf(candidate);
    if (subject === undefined) continue;
    const known = times.get(subject);
    if (known) known.push(candidate.statedAt);
    else times.set(subject, [candidate.statedAt]);
  }
  for (const list of times.values()) list.sort((a, b) => a - b);
  return (candidate) => {
    const subject = subjectOf(candidate);
    const list = subject === undefined ? undefined : times.get(subject);
    return list && list.length > 1 ? (list.indexOf(candidate.statedAt) / (list.length - 1)) ** 3 : 0;
  };
}

/** The speaker whose whole name the query says, if it says no other's. */
export function soleSpeakerNamed(
  candidates: readonly Candidate[],
  words: readonly string[],
  speakerWords: SpeakerWords,
): string | undefined {
  const queryWords = new Set(words);
  const speakers = new Set(candidates.flatMap(({ message }) => (message?.speaker ? [message.speaker] : [])));
  const named = [...speakers].filter((speaker) => {
    const own = speakerWords(speaker);
    return own.length > 0 && own.every((word) => queryWords.has(word));
  });
  return named.length === 1 ? named[0] : undefined;
}
