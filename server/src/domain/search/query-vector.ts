import { withTimeout } from '../../lib/with-timeout.ts';
import type { CandidateIndex } from '../../ports/candidate-index.ts';
import { type Embedder, EmbedderError } from '../../ports/embedder.ts';
import type { Scope } from '../../ports/memory-rows.ts';
import { isCommonName, namesIn, withoutNames } from './common-names.ts';
import { rankingWeights as weights } from './ranking-weights.ts';

/** After this time the search goes on without vectors. */
const maxEmbeddingMs = 5_000;

/**
 * Makes the vector of a query, moved away from names that most memories of the scope hold. Such names distinguish no
 * memories, and they draw the vector to everything else that names them.
 * @returns null while the embedder is not available
 */
export async function toQueryVector(
  { store, embedder }: { store: Pick<CandidateIndex, 'wordStatistics'>; embedder: Embedder },
  scope: Scope,
  query: string,
): Promise<Float32Array | null> {
  const names = namesIn(query);
  if (names.length === 0) return embed(embedder, query);
  const words = [...new Set(names.map(({ word }) => word))];
  const [whole, { scopeSize, documentFrequencies }] = await Promise.all([
    embed(embedder, query),
    store.wordStatistics(scope, words),
  ]);
  const isCommon = new Set(words.filter((_, at) => isCommonName(documentFrequencies[at] as number, scopeSize)));
  const common = names.filter(({ word }) => isCommon.has(word));
  const rest = common.length === 0 ? undefined : withoutNames(query, common);
  const restVector = whole && rest !== undefined ? await embed(embedder, rest) : null;
  if (!whole || !restVector) return whole;
  const share = weights.withoutNames;
  return whole.map((value, at) => (1 - share) * value + share * (restVector[at] as number));
}

async function embed(embedder: Embedder, query: string): Promise<Float32Array | null> {
  try {
    return (await withTimeout(maxEmbeddingMs, () => embedder.embedQuery(query))) ?? null;
  } catch (error) {
    // Words still find memories, and the response reports that vectors are missing.
    if (error instanceof EmbedderError) return null;
    throw error;
  }
}
