import type { Candidates, ClosestTokensQuery } from '../../ports/candidate-index.ts';
import type { CosineBand } from '../../ports/embedder.ts';
import { toWords } from '../text/words.ts';
import { certainty, inverseDocumentFrequency } from './candidate-scores.ts';
import { bestFirst, neighbourOf, type Ranked } from './rank.ts';
import { rankingWeights as weights } from './ranking-weights.ts';

/** The tokens of a query that carry meaning. It contains only plain values, so that another thread can receive it. */
export interface QueryTokens extends Omit<ClosestTokensQuery, 'accountId' | 'ids'> {
  /** The word that each token is a part of. */
  words: readonly string[];
  cosineBand: CosineBand;
}

/** Each token of a query costs time in every search, so only the best memories are compared. */
const maxCompared = 60;
/** Words that are not among the query words get the weight of words in one of fifty memories. */
const usualShare = 1 / 50;

/** Prepares the comparison of a query's tokens with those of the best memories; null if there are none. */
export function compareTokens(
  ranked: readonly Ranked[],
  found: Candidates,
  words: readonly string[],
  query: QueryTokens | null | undefined,
) {
  if (!query || query.tokens.length === 0 || ranked.length === 0) return null;
  const best = ranked.slice(0, maxCompared);
  const around = best.map(neighboursOf);
  const ids = [
    ...new Set(best.flatMap(({ candidate }, at) => [candidate.id, ...(around[at] ?? []).map(({ id }) => id)])),
  ];
  const { embedderId, tokens, space } = query;
  return {
    request: { embedderId, ids, tokens, space },
    /**
     * Adds to the best memories how well each token of the query matches their nearest token, or one of the messages
     * around them. Rare words count more. Returns all memories in their new order.
     */
    order(closest: readonly (Float32Array | null)[]): Ranked[] {
      const closestOf = new Map(ids.map((id, at) => [id, closest[at] ?? null]));
      const shares = sharesOf(query.words, words, found);
      const raws = best.map(({ candidate }, at) => {
        const own = closestOf.get(candidate.id);
        if (!own) return null;
        const neighbours = (around[at] ?? []).map(({ id, share }) => ({ cosines: closestOf.get(id), share }));
        let mean = 0;
        for (let token = 0; token < shares.length; token++) {
          let nearest = own[token] as number;
          for (const { cosines, share } of neighbours) {
            if (cosines) nearest = Math.max(nearest, share * (cosines[token] as number));
          }
          mean += (shares[token] as number) * nearest;
        }
        return certainty(mean, query.cosineBand);
      });
      const typical = shareOfVector(best, raws);
      const raised = best.map((one, at) => withSignal(one, raws[at] ?? typical * vectorOf(one)));
      return [...raised, ...ranked.slice(maxCompared).map((one) => withSignal(one, 0))].sort(bestFirst);
    },
  };
}

/** Returns the messages around one, with the share that their tokens count for it. */
function neighboursOf(one: Ranked): { id: string; share: number }[] {
  return weights.neighbourTokens.flatMap((share, index) =>
    [-1, 1].flatMap((step) => {
      const neighbour = neighbourOf(one, step * (index + 1));
      return neighbour ? { id: neighbour.id, share } : [];
    }),
  );
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

function vectorOf({ ranking, at }: Ranked): number {
  return ranking.scores.vectors[at] as number;
}

/** Returns the usual value of the signal for the vector of a memory. Memories without token vectors get this value. */
function shareOfVector(best: readonly Ranked[], raws: readonly (number | null)[]): number {
  let signal = 0;
  let vector = 0;
  for (const [at, raw] of raws.entries()) {
    if (raw === null) continue;
    signal += raw;
    vector += vectorOf(best[at] as Ranked);
  }
  return vector > 0 ? Math.min(1, signal / vector) : 0;
}

/** Adds the signal. Its usual value changes no sum, so that scores mean the same with and without token vectors. */
function withSignal(one: Ranked, value: number): Ranked {
  const raw = value - weights.usualLateInteraction;
  const score = raw * (one.candidate.message ? weights.messageLateInteraction : weights.lateInteraction);
  return { ...one, sum: one.sum + score, late: { raw, score } };
}
