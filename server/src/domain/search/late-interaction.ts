import type { Candidates, ClosestTokensQuery } from '../../ports/candidate-index.ts';
import type { CosineBand, TokenSpace } from '../../ports/embedder.ts';
import { toWords } from '../text/words.ts';
import { certainty } from './candidate-scores.ts';
import { inverseDocumentFrequency } from './inverse-document-frequency.ts';
import { bestFirst, type Ranked } from './rank.ts';
import { rankingWeights as weights } from './ranking-weights.ts';

/** The tokens of a query that carry meaning. It contains only plain values, so that another thread can receive it. */
export interface QueryTokens {
  embedderId: string;
  vectors: Int8Array;
  space: TokenSpace;
  /** The word that each token is a part of. */
  words: readonly string[];
  cosineBand: CosineBand;
}

/** The ranked memories, with the data to compare their tokens with those of the query. */
export interface RankedWithTokens {
  ranked: readonly Ranked[];
  found: Candidates;
  /** The query words of the candidates' counts. */
  words: readonly string[];
  tokens: QueryTokens;
}

/** Each token of a query costs time in every search, so only the best memories are compared. */
const maxCompared = 60;
/** Words that are not among the query words get the weight of words in one of fifty memories. */
const usualShare = 1 / 50;

/** Returns the request to the store: the tokens of the best memories and of the messages around them. */
export function toClosestTokensQuery(
  accountId: string,
  { ranked, found, tokens }: RankedWithTokens,
): ClosestTokensQuery | null {
  if (tokens.vectors.length === 0 || ranked.length === 0) return null;
  const around = createNeighbours(found);
  const ids = new Set(ranked.slice(0, maxCompared).flatMap((one) => [one.candidate.id, ...around(one).keys()]));
  const { embedderId, vectors, space } = tokens;
  return { accountId, embedderId, ids: [...ids], tokens: vectors, space };
}

/**
 * Adds to the best memories how well each token of the query matches their nearest token, or one of the messages around
 * them. Rare words count more.
 * @param closest the response of the store
 * @returns the memories in their new order
 */
export function withLateInteraction(
  { ranked, found, words, tokens }: RankedWithTokens,
  { ids }: ClosestTokensQuery,
  closest: readonly (Float32Array | null)[],
): Ranked[] {
  const closestOf = new Map(ids.map((id, at) => [id, closest[at] ?? null]));
  const shares = sharesOf(tokens.words, words, found);
  const around = createNeighbours(found);
  const best = ranked.slice(0, maxCompared);
  const raws = best.map((one) => {
    const own = closestOf.get(one.candidate.id);
    if (!own) return null;
    const neighbours = [...around(one)].map(([id, share]) => ({ cosines: closestOf.get(id), share }));
    let mean = 0;
    for (const [token, weight] of shares.entries()) {
      let nearest = own[token] as number;
      for (const { cosines, share } of neighbours) {
        if (cosines) nearest = Math.max(nearest, share * (cosines[token] as number));
      }
      mean += weight * nearest;
    }
    return certainty(mean, tokens.cosineBand);
  });
  const typical = shareOfVector(best, raws);
  const raised = best.map((one, at) => withSignal(one, raws[at] ?? typical * one.vector));
  return [...raised, ...ranked.slice(maxCompared).map((one) => withSignal(one, 0))].sort(bestFirst);
}

/** Returns the neighbours of a message by id, with the share that their tokens count for it. */
function createNeighbours({ candidates }: Candidates): (one: Ranked) => Map<string, number> {
  const byRun = new Map<number, Map<number, string>>();
  for (const { id, message } of candidates) {
    if (!message) continue;
    const run = byRun.get(message.run) ?? new Map<number, string>();
    byRun.set(message.run, run.set(message.position, id));
  }
  return ({ candidate: { message } }) => {
    const near = new Map<string, number>();
    const run = message && byRun.get(message.run);
    for (const [index, share] of weights.neighbourTokens.entries()) {
      for (const step of [-1, 1]) {
        const id = run?.get((message?.position ?? 0) + step * (index + 1));
        if (id !== undefined) near.set(id, share);
      }
    }
    return near;
  };
}

/** Returns the weight of each token by the rarity of its word. The weights add up to 1. */
function sharesOf(
  tokenWords: readonly string[],
  words: readonly string[],
  { documentFrequencies, scopeSize }: Candidates,
): number[] {
  const own = tokenWords.map((word) => {
    const known = toWords(word)
      .map((stem) => documentFrequencies[words.indexOf(stem)])
      .filter((frequency) => frequency !== undefined);
    return inverseDocumentFrequency(known.length > 0 ? Math.min(...known) : scopeSize * usualShare, scopeSize);
  });
  const all = own.reduce((sum, weight) => sum + weight, 0);
  return own.map((weight) => weight / all);
}

/** Returns the usual value of the signal for the vector of a memory. Memories without token vectors get this value. */
function shareOfVector(best: readonly Ranked[], raws: readonly (number | null)[]): number {
  let signal = 0;
  let vector = 0;
  for (const [at, raw] of raws.entries()) {
    if (raw === null) continue;
    signal += raw;
    vector += (best[at] as Ranked).vector;
  }
  return vector > 0 ? Math.min(1, signal / vector) : 0;
}

/** Adds the signal. Its usual value changes no sum, so that scores mean the same with and without token vectors. */
function withSignal(one: Ranked, value: number): Ranked {
  const raw = value - weights.usualLateInteraction;
  const score = raw * (one.candidate.message ? weights.messageLateInteraction : weights.lateInteraction);
  return one.withLateInteraction({ raw, score });
}
