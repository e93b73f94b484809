import { extname } from 'node:path';
import { performance } from 'node:perf_hooks';
import { dimensions, embedderId } from '@mnema/model-bge-small-en';
import { createQueryCache } from '../../lib/create-query-cache.ts';
import type { Embedder } from '../../ports/embedder.ts';
import { createEncoderClient } from './create-encoder-client.ts';
import type { EncoderStart, RuntimeChoice } from './encoder-messages.ts';

export interface LocalEmbedder extends Embedder {
  /** Resolves to the runtime, and rejects with {@link EmbedderError} when none loads. Calls need not wait for it. */
  readonly ready: Promise<EncoderStart>;
}

export interface LocalEmbedderOptions {
  /** `auto`: native where it loads, else WebAssembly. */
  runtime: RuntimeChoice;
  /** @default the thread that loads the vendored model */
  threadUrl?: URL;
  /** A clock that never goes back. @default performance.now */
  monotonicMs?: () => number;
}

/** The compiled file has another extension than the source. */
const encoderThreadUrl = new URL(`./encoder-thread${extname(new URL(import.meta.url).pathname)}`, import.meta.url);

/** The vendored sentence encoder in a thread of its own. Returns at once; the model loads meanwhile. */
export function createLocalEmbedder(options: LocalEmbedderOptions): LocalEmbedder {
  const client = createEncoderClient({
    threadUrl: options.threadUrl ?? encoderThreadUrl,
    runtime: options.runtime,
    monotonicMs: options.monotonicMs ?? (() => performance.now()),
  });
  const queries = createQueryCache((text) => client.call({ kind: 'query', text }));
  let closed = false;

  return {
    id: embedderId,
    dimensions,
    // Measured on this model: the median cosine of unrelated texts is .36, of texts with one meaning .68.
    cosineBand: { low: 0.36, high: 0.8 },
    // The model runs few texts at a time, in order: a long memory must let short ones in between.
    textsPerCall: 16,
    ready: client.ready,

    async embedDocuments(texts) {
      if (texts.length === 0 && !closed) return [];
      const values = await client.call({ kind: 'documents', texts });
      return texts.map((_, index) => values.slice(index * dimensions, (index + 1) * dimensions));
    },

    embedQuery: (text) => queries.get(text),

    async close() {
      closed = true;
      queries.clear();
      await client.close();
    },
  };
}
