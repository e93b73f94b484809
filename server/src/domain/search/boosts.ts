import type { Candidate, Candidates } from '../../ports/memory-store.ts';
import { rankingWeights as weights } from './ranking-weights.ts';

/** In a handful of memories a share means nothing. */
const minMemories = 2;

/** Whether so many memories of a scope hold a name that it does not distinguish them. */
export function isCommonName(documentFrequency: number, scopeSize: number): boolean {
  return documentFrequency > Math.max(minMemories, scopeSize * weights.commonName);
}

/** Returns the query's entities, without those that nearly every memory names. */
export function distinctiveEntities(
  { documentFrequencies, scopeSize }: Candidates,
  words: readonly string[],
  entities: ReadonlyMap<string, readonly string[]>,
): string[] {
  const isCommon = (word: string) => isCommonName(documentFrequencies[words.indexOf(word)] ?? 0, scopeSize);
  return [...entities].filter(([, own]) => own.length === 0 || !own.every(isCommon)).map(([name]) => name);
}

export function shareOf(wanted: readonly string[], present: readonly string[]): number {
  return wanted.length === 0 ? 0 : wanted.filter((name) => present.includes(name)).length / wanted.length;
}

/** Returns how new a time is among the candidates, 0..1. It is a rank: one very old memory changes little. */
export function createRecency(candidates: readonly Candidate[]): (at: number) => number {
  const times = [...new Set(candidates.filter(({ isContext }) => !isContext).map(({ statedAt }) => statedAt))];
  times.sort((a, b) => a - b);
  const shares = new Map(times.map((time, at) => [time, times.length > 1 ? at / (times.length - 1) : 0]));
  return (at) => shares.get(at) ?? 0;
}

/** Returns the ids of candidates whose text a newer candidate repeats. */
export function olderCopies(candidates: readonly Candidate[]): Set<string> {
  const newest = new Map<number, Candidate>();
  const older = new Set<string>();
  for (const candidate of candidates) {
    if (candidate.isContext || candidate.copyHash === null) continue;
    const known = newest.get(candidate.copyHash);
    const isCopy = known?.length === candidate.length;
    const isNewer = !isCopy || (candidate.statedAt - known.statedAt || (candidate.id > known.id ? 1 : -1)) > 0;
    if (isCopy) older.add(isNewer ? known.id : candidate.id);
    if (isNewer) newest.set(candidate.copyHash, candidate);
  }
  return older;
}

/** A word in this many memories is distinctive however few memories there are. */
const minDistinctive = 10;

/**
 * Returns how new a candidate is among those that hold the same distinctive query words, 0..1. An older statement about
 * the same subject may no longer hold. The third power leaves little to all but the newest. Messages get 0, because
 * nothing replaces what somebody said.
 */
export function createSuccession({
  candidates,
  documentFrequencies,
  scopeSize,
}: Candidates): (candidate: Candidate) => number {
  const isDistinctive = documentFrequencies.map(
    (frequency) => frequency < scopeSize && frequency <= Math.max(minDistinctive, scopeSize * weights.commonName),
  );
  const subjectOf = ({ message, wordCounts }: Candidate): string | undefined => {
    const held = message
      ? []
      : [...wordCounts.keys()].filter((at) => isDistinctive[at] && (wordCounts[at] as number) > 0);
    return held.length < weights.subjectWords ? undefined : held.join();
  };
  const times = new Map<string | undefined, number[]>();
  for (const [subject, same] of Map.groupBy(candidates, subjectOf)) {
    if (subject !== undefined)
      times.set(
        subject,
        same.map(({ statedAt }) => statedAt).sort((a, b) => a - b),
      );
  }
  return (candidate) => {
    const list = times.get(subjectOf(candidate)) ?? [];
    return list.length > 1 ? (list.indexOf(candidate.statedAt) / (list.length - 1)) ** 3 : 0;
  };
}

/** Returns the speaker whose whole name the query holds, if it holds no other speaker's. */
export function soleSpeakerNamed(
  words: readonly string[],
  speakerWords: ReadonlyMap<string, readonly string[]>,
): string | undefined {
  const queryWords = new Set(words);
  const named = [...speakerWords].filter(([, own]) => own.length > 0 && own.every((word) => queryWords.has(word)));
  return named.length === 1 ? named[0]?.[0] : undefined;
}
