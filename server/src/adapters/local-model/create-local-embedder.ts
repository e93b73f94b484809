import { extname } from 'node:path';
import { performance } from 'node:perf_hooks';
import { dimensions, embedderId } from '@mnema/model-bge-small-en';
import { LRUCache } from 'lru-cache';
import type { Embedder } from '../../ports/embedder.ts';
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

const cachedQueries = 1_000;
/** Compiled, the thread's file has another extension than in the source tree. */
const encoderThreadUrl = new URL(`./encoder-thread${extname(new URL(import.meta.url).pathname)}`, import.meta.url);

/** The vendored sentence encoder in a thread of its own. Returns at once; the model loads meanwhile. */
export function createLocalEmbedder(options: LocalEmbedderOptions): LocalEmbedder {
  const client = createEncoderClient({
    threadUrl: options.threadUrl ?? encoderThreadUrl,
    runtime: options.runtime,
    monotonicMs: options.monotonicMs ?? (() => performance.now()),
  });
  const queries = new LRUCache<string, Promise<Float32Array>>({ max: cachedQueries });
  let closed = false;

  return {
    id: embedderId,
    dimensions,
    // Measured on this model: the median cosine of unrelated texts is .36, of texts that say the same .68.
    cosineBand: { low: 0.36, high: 0.8 },
    ready: client.ready,

    async embedDocuments(texts) {
      if (texts.length === 0 && !closed) return [];
      const values = await client.call({ kind: 'documents', texts });
      return texts.map((_, index) => values.slice(index * dimensions, (index + 1) * dimensions));
    },

    async embedQuery(text) {
      let vector = closed ? undefined : queries.get(text);
      if (vector === undefined) {
        vector = client.call({ kind: 'query', text });
        const asked = vector;
        queries.set(text, asked);
        asked.catch(() => {
          if (queries.peek(text) === asked) queries.delete(text);
        });
      }
      // A copy, so that no caller can change what the next one gets.
      return (await vector).slice();
    },

    async close() {
      closed = true;
      queries.clear();
      await client.close();
    },
  };
}
