import type { Candidate, Candidates } from '../ports/memory-store.ts';
import { isCommonName } from './common-names.ts';
import { rankingWeights as weights } from './ranking-weights.ts';
import { toWords } from './words.ts';

/** Those of the query's entities that not nearly every memory names. */
export function tellingEntities(
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

export function createRecency(candidates: readonly Candidate[]): (at: number) => number {
  let [oldest, newest] = [Infinity, -Infinity];
  for (const { occurredAt } of candidates) {
    oldest = Math.min(oldest, occurredAt);
    newest = Math.max(newest, occurredAt);
  }
  return (at) => (newest > oldest ? (at - oldest) / (newest - oldest) : 0);
}

/** Of candidates with the same words all but the newest. */
export function olderCopies(candidates: readonly Candidate[]): Set<string> {
  const newest = new Map<number, Candidate>();
  const older = new Set<string>();
  for (const candidate of candidates) {
    if (candidate.isContext || candidate.length === 0) continue;
    const known = newest.get(candidate.wordsHash);
    if (known && known.length === candidate.length) {
      const isNewer = candidate.occurredAt - known.occurredAt || (candidate.id > known.id ? 1 : -1);
      older.add(isNewer > 0 ? known.id : candidate.id);
      if (isNewer > 0) newest.set(candidate.wordsHash, candidate);
    } else {
      newest.set(candidate.wordsHash, candidate);
    }
  }
  return older;
}

/**
 * Of candidates that hold the same telling words of the query, two or more, how new each is, 0..1: what was said of the
 * same thing before may no longer hold. Nothing of turns: what was said does not end.
 */
export function createSuccession({
  candidates,
  documentFrequencies,
  scopeSize,
}: Candidates): (of: Candidate) => number {
  const isTelling = documentFrequencies.map((frequency) => !isCommonName(frequency, scopeSize));
  const subjectOf = ({ turn, wordCounts }: Candidate): string | undefined => {
    const held = turn ? [] : [...wordCounts.keys()].filter((at) => isTelling[at] && (wordCounts[at] as number) > 0);
    return held.length < weights.subjectWords ? undefined : held.join();
  };
  const times = new Map<string, number[]>();
  for (const candidate of candidates) {
    const subject = subjectOf(candidate);
    if (subject === undefined) continue;
    const known = times.get(subject);
    if (known) known.push(candidate.occurredAt);
    else times.set(subject, [candidate.occurredAt]);
  }
  for (const list of times.values()) list.sort((a, b) => a - b);
  return (candidate) => {
    const subject = subjectOf(candidate);
    const list = subject === undefined ? undefined : times.get(subject);
    return list && list.length > 1 ? list.indexOf(candidate.occurredAt) / (list.length - 1) : 0;
  };
}

/** The speaker whose whole name the query says, if it says no other's. */
export function soleSpeakerNamed(candidates: readonly Candidate[], words: readonly string[]): string | undefined {
  const asked = new Set(words);
  const speakers = new Set(candidates.flatMap(({ turn }) => (turn?.speaker ? [turn.speaker] : [])));
  const named = [...speakers].filter((speaker) => {
    const own = toWords(speaker);
    return own.length > 0 && own.every((word) => asked.has(word));
  });
  return named.length === 1 ? named[0] : undefined;
}
