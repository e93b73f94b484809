import type { Embedder } from '../../ports/embedder.ts';
import { timed } from './timed.ts';

/** `failure`: undefined when there are vectors. */
export type OnEmbedding = (kind: 'query' | 'document', failure: unknown, seconds: number) => void;

/** `embedder`, telling of each call how long it took and how it ended; one call embeds one query or many documents. */
export function measureEmbedder(embedder: Embedder, ended: OnEmbedding): Embedder {
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    cosineBand: embedder.cosineBand,
    textsPerCall: embedder.textsPerCall,
    embedDocuments: (texts) =>
      timed(
        () => embedder.embedDocuments(texts),
        (failure, seconds) => ended('document', failure, seconds),
      ),
    embedQuery: (text) =>
      timed(
        () => embedder.embedQuery(text),
        (failure, seconds) => ended('query', failure, seconds),
      ),
    close: () => embedder.close(),
  };
}
