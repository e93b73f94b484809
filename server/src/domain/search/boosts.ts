import { positionOf } from '../../lib/typed-arrays.ts';
import type { Candidate, Candidates } from '../../ports/candidate-index.ts';
import { rareTerms } from './exact-words.ts';
import { rankingWeights as weights } from './ranking-weights.ts';

type Words = readonly string[];
/** Names with their words. */
type Names = ReadonlyMap<string, Words>;

/** Compares candidates with each other and with the query, beyond their words and vectors. */
export function createBoosts(found: Candidates, words: Words, entities: Names, speakers: Names) {
  return {
    namedSpeaker: soleSpeakerNamed(words, speakers),
    entities: distinctiveEntities(found, words, entities),
    recencyOf: createRecency(found.candidates),
    successionOf: createSuccession(found),
    olderCopies: olderCopies(found.candidates),
  };
}

/** In a handful of memories, a share means nothing. */
const minMemories = 2;

/** Whether so many memories of a scope contain a name that it does not distinguish them. */
export function isCommonName(documentFrequency: number, scopeSize: number): boolean {
  return documentFrequency > Math.max(minMemories, scopeSize * weights.commonName);
}

/** Returns the query's entities, without those in nearly every memory. */
function distinctiveEntities({ documentFrequencies, scopeSize }: Candidates, words: Words, entities: Names): string[] {
  const isCommon = (word: string) => isCommonName(documentFrequencies[words.indexOf(word)] ?? 0, scopeSize);
  return [...entities].filter(([, own]) => own.length === 0 || !own.every(isCommon)).map(([name]) => name);
}

export function shareOf(wanted: readonly string[], present: readonly string[]): number {
  return wanted.length === 0 ? 0 : wanted.filter((name) => present.includes(name)).length / wanted.length;
}

/** Returns how new a time is among the candidates, 0..1. It is a rank: one very old memory changes little. */
function createRecency(candidates: readonly Candidate[]): (at: number) => number {
  const times = new Float64Array(candidates.length);
  let count = 0;
  for (const { isContext, statedAt } of candidates) if (!isContext) times[count++] = statedAt;
  times.subarray(0, count).sort();
  let different = 0;
  for (let at = 0; at < count; at++)
    if (at === 0 || times[at] !== times[at - 1]) times[different++] = times[at] as number;
  if (different <= 1) return () => 0;
  return (at) => positionOf(times, at, 0, different) / (different - 1);
}

/** Returns the candidates whose text a newer candidate repeats. */
function olderCopies(candidates: readonly Candidate[]): Set<Candidate> {
  const newest = new Map<number, Candidate>();
  const older = new Set<Candidate>();
  for (const candidate of candidates) {
    if (candidate.isContext || candidate.copyHash === null) continue;
    const known = newest.get(candidate.copyHash);
    const isCopy = known?.length === candidate.length;
    const isNewer = !isCopy || (candidate.statedAt - known.statedAt || (candidate.id > known.id ? 1 : -1)) > 0;
    if (isCopy) older.add(isNewer ? known : candidate);
    if (isNewer) newest.set(candidate.copyHash, candidate);
  }
  return older;
}

/** A word in at most this many memories is distinctive, even in a small scope. */
const minDistinctive = 10;

/**
 * Returns how new a candidate is, 0..1. It is compared with those that contain the same distinctive query words and
 * identifiers. An older statement about the same subject may no longer be true. The third power leaves little to all
 * but the newest. Messages get 0, because nothing replaces them. Facts get 0 as well if they lack a rare word that
 * another fact contains.
 */
function createSuccession(found: Candidates): (candidate: Candidate) => number {
  const { candidates, documentFrequencies, scopeSize } = found;
  const isDistinctive = documentFrequencies.map(
    (frequency) => frequency < scopeSize && frequency <= Math.max(minDistinctive, scopeSize * weights.commonName),
  );
  const rare = rareTerms(found);
  /** The positions of distinctive words in a fact, followed by those of rare identifiers. */
  const heldBy = ({ wordCounts, identified }: Candidate): number[] => {
    const held: number[] = [];
    for (let at = 0; at < wordCounts.length; at++)
      if (isDistinctive[at] && (wordCounts[at] as number) > 0) held.push(at);
    for (let at = 0; at < identified.length; at++)
      if (identified[at] && rare.identifiers[at]) held.push(wordCounts.length + at);
    return held;
  };
  const rareAt = [...rare.words, ...rare.identifiers];
  const isRare = (at: number) => rareAt[at] === true;
  const facts = candidates.filter(({ message }) => !message).map((fact) => ({ fact, held: heldBy(fact) }));
  const subjects = [...Map.groupBy(facts, ({ held }) => held.join()).values()];
  const withRare = subjects.flatMap(([first]) => (first?.held.some(isRare) ? [new Set(first.held)] : []));
  const shares = new Map<Candidate, number>();
  for (const same of subjects) {
    const held = same[0]?.held ?? [];
    const isOutdone = withRare.some(
      (other) => held.every((at) => other.has(at)) && [...other].some((at) => isRare(at) && !held.includes(at)),
    );
    if (same.length === 1 || held.length < weights.subjectWords || isOutdone) continue;
    const times = same.map(({ fact }) => fact.statedAt).sort((a, b) => a - b);
    for (const { fact } of same) shares.set(fact, (times.indexOf(fact.statedAt) / (times.length - 1)) ** 3);
  }
  return (candidate) => shares.get(candidate) ?? 0;
}

/** Returns the speaker whose whole name is in the query, if no other speaker's is. */
function soleSpeakerNamed(words: Words, speakers: Names): string | undefined {
  const queryWords = new Set(words);
  const named = [...speakers].filter(([, own]) => own.length > 0 && own.every((word) => queryWords.has(word)));
  return named.length === 1 ? named[0]?.[0] : undefined;
}
