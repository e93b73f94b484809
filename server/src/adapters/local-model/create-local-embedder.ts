import { extname } from 'node:path';
import { performance } from 'node:perf_hooks';
import { dimensions, embedderId } from '@mnema/model-bge-small-en';
import type { Embedder } from '../../ports/embedder.ts';
import { createQueryCache } from '../provider/create-query-cache.ts';
import { createEncoderClient } from './create-encoder-client.ts';
import type { EncoderStart, RuntimeChoice } from './encoder-messages.ts';

export interface LocalEmbedder extends Embedder {
  /**
   * Which runtime the model runs on. Calls need not wait for it. Rejects with {@link EmbedderError} when no runtime
   * loads.
   */
  readonly ready: Promise<EncoderStart>;
}

export interface LocalEmbedderOptions {
  /** `auto`: native where it loads, else WebAssembly. */
  runtime: RuntimeChoice;
  /** Another thread than the one that loads the vendored model. */
  threadUrl?: URL;
  /** Milliseconds on a clock that never goes back. */
  monotonicMs?: () => number;
}

/** Compiled, the thread's file has another extension than in the source tree. */
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
    // Measured on this model: the median cosine of unrelated texts is .36, of texts that say the same .68.
    cosineBand: { low: 0.36, high: 0.8 },
    // It works through few at a time, in the order they came: a long memory must let short ones in between.
    textsPerCall: 16,
    ready: client.ready,

    async embedDocuments(texts) {
      if (texts.length === 0 && !closed) return [];
      const values = await client.call({ kind: 'documents', texts });
      return texts.map((_, index) => values.slice(index * dimensions, (index + 1) * dimensions));
    },

    // Closed, the client rejects.
    embedQuery: (text) => (closed ? client.call({ kind: 'query', text }) : queries.get(text)),

    async close() {
      closed = true;
      queries.clear();
      await client.close();
    },
  };
}
