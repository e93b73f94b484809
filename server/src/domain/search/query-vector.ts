import { withTimeout } from '../../lib/with-timeout.ts';
import type { CandidateIndex, SearchScope } from '../../ports/candidate-index.ts';
import { type Embedder, EmbedderError, type QueryEmbedding } from '../../ports/embedder.ts';
import { stopWords } from '../text/stop-words.ts';
import { toWords } from '../text/words.ts';
import { isCommonName } from './boosts.ts';
import type { QueryTokens } from './late-interaction.ts';
import { rankingWeights as weights } from './ranking-weights.ts';
import { months, weekdays } from './time-expressions.ts';

/** After this time the search continues without vectors. */
const maxEmbeddingMs = 5_000;

/** The vector of a query, and its tokens if the embedder makes their vectors. */
type EmbeddedQuery = { values: Float32Array; tokens: QueryTokens | null };

/**
 * Makes the vector of a query, moved away from names that most memories of the scope contain. Such names distinguish no
 * memories, and they move the vector towards everything else with them. The tokens are those of the query without these
 * names. Resolves to null while the embedder is not available.
 */
export async function toEmbeddedQuery(
  { store, embedder }: { store: Pick<CandidateIndex, 'candidates'>; embedder: Embedder },
  scope: SearchScope,
  wholeQuery: string,
): Promise<EmbeddedQuery | null> {
  const query = cut(wholeQuery, embedder.maxQueryCharacters);
  const names = namesIn(query);
  const { accountId } = scope;
  if (names.length === 0) return embed(embedder, accountId, query);
  const words = [...new Set(names.map(({ word }) => word))];
  const [whole, { scopeSize, documentFrequencies }] = await Promise.all([
    embed(embedder, accountId, query),
    store.candidates({ scope, words, ...countsOnly }),
  ]);
  const isCommon = new Set(words.filter((_, at) => isCommonName(documentFrequencies[at] as number, scopeSize)));
  const common = names.filter(({ word }) => isCommon.has(word));
  const rest = common.length === 0 ? undefined : withoutNames(query, common);
  const other = whole && rest !== undefined ? await embed(embedder, accountId, rest) : null;
  if (!whole || !other) return whole;
  const share = weights.withoutNames;
  const values = whole.values.map((value, at) => (1 - share) * value + share * (other.values[at] as number));
  return { values, tokens: other.tokens };
}

const countsOnly = { identifiers: [], entities: [], vector: null, limit: 0, times: [], timesAreAll: false };

/** Cuts a query between two characters, so that a long one costs no more than the embedder reads of it. */
function cut(query: string, maxLength: number): string {
  if (query.length <= maxLength) return query;
  const start = query.trim().slice(0, maxLength);
  return start.replace(/[\ud800-\udbff]$/, '');
}

async function embed(embedder: Embedder, accountId: string, query: string): Promise<EmbeddedQuery | null> {
  try {
    return (await withTimeout(maxEmbeddingMs, () => embedWithTokens(embedder, accountId, query))) ?? null;
  } catch (error) {
    // Keyword search still finds memories, and the response reports that vectors are missing.
    if (error instanceof EmbedderError) return null;
    throw error;
  }
}

async function embedWithTokens(embedder: Embedder, accountId: string, query: string): Promise<EmbeddedQuery> {
  const { id: embedderId, tokens: tokenEmbedder } = embedder;
  if (!tokenEmbedder) return { values: await embedder.embedQuery(accountId, query), tokens: null };
  const { vector, tokens, words }: QueryEmbedding = await tokenEmbedder.embedQuery(accountId, query);
  const { dimensions, scale, cosineBand } = tokenEmbedder;
  return { values: vector, tokens: { embedderId, tokens, words, space: { dimensions, scale }, cosineBand } };
}

const notNames = new Set([...months, ...weekdays, ...weekdays.map((day) => `${day}s`)]);

/** A query with more names is a list, and each name costs a read of the word index. */
const maxNames = 16;
/** The maximum length, in UTF-16 units. */
const maxNameLength = 64;

/** A word of a query that may be the name of a person: its offsets, and its form in the word index. */
export interface QueryName {
  start: number;
  end: number;
  word: string;
}

/** Returns up to sixteen different capitalised words of a query, except its first, months, weekdays and stop words. */
export function namesIn(query: string): QueryName[] {
  const names: QueryName[] = [];
  const different = new Set<string>();
  for (const { 0: text, index } of [...query.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)].slice(1)) {
    if (!/^\p{Lu}/u.test(text) || text.length > maxNameLength) continue;
    const plain = text.replace(/['’]s?$/i, '');
    if (stopWords.has(plain.toLowerCase()) || notNames.has(plain.toLowerCase())) continue;
    const [word, ...others] = toWords(plain);
    if (word === undefined || others.length > 0) continue;
    if (different.size === maxNames && !different.has(word)) continue;
    different.add(word);
    names.push({ start: index, end: index + text.length, word });
  }
  return names;
}

/** @returns the query without these names; undefined when only stop words would remain */
export function withoutNames(query: string, names: readonly QueryName[]): string | undefined {
  const rest = names.reduceRight((text, { start, end }) => text.slice(0, start) + text.slice(end), query);
  const plain = rest.replace(/\s+/g, ' ').trim();
  return toWords(plain).some((word) => !stopWords.has(word)) ? plain : undefined;
}
