import type { Embedder } from '../../ports/embedder.ts';

export type OnEmbedding = (kind: 'query' | 'document', result: 'ok' | 'failed', seconds: number) => void;

/** `embedder`, telling of each call how long it took; one call embeds one query or a batch of documents. */
export function measureEmbedder(embedder: Embedder, ended: OnEmbedding): Embedder {
  async function timed<Result>(kind: 'query' | 'document', work: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    let result: 'ok' | 'failed' = 'failed';
    try {
      const vectors = await work();
      result = 'ok';
      return vectors;
    } finally {
      ended(kind, result, (performance.now() - startedAt) / 1_000);
    }
  }

  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    cosineBand: embedder.cosineBand,
    textsPerCall: embedder.textsPerCall,
    embedDocuments: (texts) => timed('document', () => embedder.embedDocuments(texts)),
    embedQuery: (text) => timed('query', () => embedder.embedQuery(text)),
    close: () => embedder.close(),
  };
}
