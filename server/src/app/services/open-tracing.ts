import type { Config } from '../../config/config.ts';
import { traceEmbedder } from '../../observability/traced/trace-embedder.ts';
import { traceExtractor } from '../../observability/traced/trace-extractor.ts';
import { traceMemoryStore, traceStore } from '../../observability/traced/trace-store.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { Extractor } from '../../ports/extractor.ts';
import type { MemoryStore } from '../../ports/memory-store.ts';
import { noTracer } from '../../ports/no-tracer.ts';
import type { Tracer } from '../../ports/tracer.ts';

/** The tracer, and what puts the calls of other parts into its traces; without tracing these stay as they are. */
export interface Tracing {
  tracer: Tracer;
  memories(store: MemoryStore): MemoryStore;
  store<Store extends object>(store: Store, name: string): Store;
  embedder(embedder: Embedder): Embedder;
  extractor(extractor: Extractor | null): Extractor | null;
}

/** Neither SDK nor exporter is loaded unless traces are to be sent. */
export async function openTracing({ tracing }: Config, onProblem: (problem: string) => void): Promise<Tracing> {
  if (!tracing) {
    return {
      tracer: noTracer,
      memories: (store) => store,
      store: (store) => store,
      embedder: (embedder) => embedder,
      extractor: (extractor) => extractor,
    };
  }
  const { openTracer } = await import('../../observability/opentelemetry/open-tracer.ts');
  const tracer = openTracer({ ...tracing, onProblem });
  return {
    tracer,
    memories: (store) => traceMemoryStore(store, tracer),
    store: (store, name) => traceStore(store, name, tracer),
    embedder: (embedder) => traceEmbedder(embedder, tracer),
    extractor: (extractor) => extractor && traceExtractor(extractor, tracer),
  };
}
