import type { Embedder } from '../../ports/embedder.ts';
import type { Tracer } from '../../ports/tracer.ts';

/** `embedder`, its calls in the trace of whoever makes them. A provider may be asked for several callers at once. */
export function traceEmbedder(embedder: Embedder, tracer: Tracer): Embedder {
  const attributes = (texts: number) => ({
    'gen_ai.operation.name': 'embeddings',
    'gen_ai.request.model': embedder.id,
    'mnema.texts': texts,
  });
  return {
    id: embedder.id,
    dimensions: embedder.dimensions,
    textsPerCall: embedder.textsPerCall,
    cosineBand: embedder.cosineBand,
    embedDocuments: (texts) =>
      tracer.within('embed documents', attributes(texts.length), () => embedder.embedDocuments(texts)),
    embedQuery: (text) => tracer.within('embed query', attributes(1), () => embedder.embedQuery(text)),
    close: () => embedder.close(),
  };
}
