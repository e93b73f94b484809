import { createBatchWriter } from '../../lib/batch-writer.ts';
import { createQueryCache } from '../../lib/create-query-cache.ts';
import { type CosineBand, type Embedder, EmbedderError } from '../../ports/embedder.ts';
import { type CallLimits, createProviderCalls } from './provider-calls.ts';
import { type ProviderDialect, ProviderError, type TextKind, toSendable } from './provider-dialect.ts';

export interface RemoteEmbedderOptions {
  model: string;
  dimensions: number;
  cosineBand?: CosineBand | undefined;
  /** The maximum of texts in a request. Cohere accepts 96, and larger requests are not faster. @default 96 */
  textsPerCall?: number;
  /** The maximum of concurrent requests with documents. @default 4 */
  parallel?: number;
  limits?: Record<'documents' | 'queries', CallLimits>;
}

const usualLimits = {
  documents: { maxAttempts: 3, attemptMs: 20_000, deadlineMs: 45_000, patienceMs: 15_000 },
  // A search waits five seconds for its vector, so a later response is useless.
  queries: { maxAttempts: 2, attemptMs: 2_500, deadlineMs: 4_500, patienceMs: 500 },
};
/** A rejected text of this length or less, in UTF-16 units, is not cut down further. */
const shortEnough = 500;

/** An embedder over HTTP. Documents are sent in batches, queries overtake them, and both have deadlines. */
export function createRemoteEmbedder(dialect: ProviderDialect, options: RemoteEmbedderOptions): Embedder {
  const { provider, maxCharactersPerRequest } = dialect;
  const { model, dimensions, textsPerCall = 96, parallel = 4, limits = usualLimits } = options;
  const calls = createProviderCalls(provider, (error) => new EmbedderError(error.message, error));

  /** Sends one request within its deadline. A single text that is rejected may be too long, so its beginning is sent. */
  async function embed(texts: string[], kind: TextKind): Promise<Float32Array[]> {
    try {
      return await calls.call(kind === 'query' ? limits.queries : limits.documents, async (signal) => {
        const vectors = await dialect.embed({ model, dimensions, texts, kind }, signal);
        return toUnitVectors(vectors, provider, texts.length, dimensions);
      });
    } catch (error) {
      const [text = ''] = texts;
      if (texts.length > 1 || !isTextsFault(error) || text.length <= shortEnough) throw error;
      const half = Math.max(shortEnough, Math.floor(Math.min(text.length, maxCharactersPerRequest) / 2));
      return embed([toSendable(text.slice(0, half))], kind);
    }
  }

  const embedDocument = createBatchWriter({
    write: (documents: { text: string; call: symbol }[]) => {
      return embed(
        documents.map(({ text }) => text),
        'document',
      );
    },
    maxItems: textsPerCall,
    maxWeight: maxCharactersPerRequest,
    weightOf: ({ text }) => text.length,
    parallel,
    // A call with few texts does not wait for all texts of a large one.
    groupOf: ({ call }) => call,
    isItemsFault: isTextsFault,
  });
  const queries = createQueryCache(async ({ text }) => (await embed([toSendable(text)], 'query'))[0] as Float32Array);

  return {
    id: `${dialect.prefix}/${model}/${dimensions}`,
    dimensions,
    cosineBand: options.cosineBand ?? dialect.cosineBandOf(model),
    textsPerCall,
    maxQueryCharacters: maxCharactersPerRequest,
    async embedDocuments(texts) {
      calls.check();
      const call = Symbol('call');
      return Promise.all(texts.map((text) => embedDocument({ text: toSendable(text), call })));
    },
    embedQuery: queries.get,
    async close() {
      calls.close();
      queries.clear();
    },
  };
}

function isTextsFault(error: unknown): boolean {
  return error instanceof EmbedderError && !error.retryable;
}

/** Checks the vectors of a response and normalises them to length 1. @throws {ProviderError} */
function toUnitVectors(vectors: unknown, provider: string, count: number, dimensions: number): Float32Array[] {
  const wrong = (what: string) => new ProviderError('outage', `${provider} returned ${what}`);
  if (!Array.isArray(vectors)) throw wrong('no vectors');
  if (vectors.length !== count) throw wrong(`${vectors.length} vectors for ${count} texts`);
  // `vectors.map` would skip missing indexes.
  return Array.from(vectors, (values: unknown) => {
    if (!Array.isArray(values)) throw wrong('an item that is not a vector');
    if (values.length !== dimensions) {
      const message = `${provider} returned vectors of ${values.length} numbers, not ${dimensions}: set MNEMA_EMBEDDING_DIMENSIONS to the vector length of the model`;
      throw new ProviderError('setting', message);
    }
    let squares = 0;
    for (const value of values) squares += typeof value === 'number' ? value * value : Number.NaN;
    const length = Math.sqrt(squares);
    if (!Number.isFinite(length) || length === 0) throw wrong('a vector of length 0');
    const vector = new Float32Array(dimensions);
    for (let index = 0; index < dimensions; index++) vector[index] = (values[index] as number) / length;
    return vector;
  });
}
