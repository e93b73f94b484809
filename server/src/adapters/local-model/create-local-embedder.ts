import { extname } from 'node:path';
import { dimensions, embedderId, tokenVectors } from '@mnema/model-bge-small-en';
import { backoffMs } from '../../lib/backoff.ts';
import { createQueryCache } from '../../lib/create-query-cache.ts';
import { type CallFailure, createThread } from '../../lib/create-thread.ts';
import { type Embedder, EmbedderError, type Embedding, type QueryEmbedding } from '../../ports/embedder.ts';
import type { EncodedTexts, EncoderOperations, EncoderStart, RuntimeChoice } from './encoder-messages.ts';

export interface LocalEmbedder extends Embedder {
  /** Resolves to the runtime, and rejects with {@link EmbedderError} when none loads. Calls need not wait for it. */
  readonly ready: Promise<EncoderStart>;
}

export interface LocalEmbedderOptions {
  /** `auto`: native where it loads, else WebAssembly. */
  runtime: RuntimeChoice;
  threadUrl?: URL;
  monotonicMs?: () => number;
}

/** The compiled file has another extension than the source. */
const encoderThreadUrl = new URL(`./encoder-thread${extname(new URL(import.meta.url).pathname)}`, import.meta.url);

/** Ordinary text of this length fills the model. The rest of a longer query would be ignored. In UTF-16 units. */
const maxQueryCharacters = 3_000;

/** The vendored sentence encoder in its own thread, where it loads in the background. */
export function createLocalEmbedder(options: LocalEmbedderOptions): LocalEmbedder {
  const { ready, encode, close } = startEncoder(options);
  const queries = createQueryCache(async ({ accountId, text }): Promise<QueryEmbedding> => {
    const { embeddings, words } = await encode(accountId, 'query', text);
    return { ...(embeddings[0] as Embedding), words };
  });
  let closed = false;

  async function embedDocuments(texts: readonly string[]): Promise<Embedding[]> {
    if (texts.length === 0 && !closed) return [];
    return (await encode('', 'documents', texts)).embeddings;
  }

  return {
    id: embedderId,
    dimensions,
    // Measured on this model: the median cosine of unrelated texts is .36, and that of texts with one meaning .68.
    cosineBand: { low: 0.36, high: 0.8 },
    // The model processes few texts at a time, in order, so a long memory must let short ones run in between.
    textsPerCall: 16,
    maxQueryCharacters,
    ready,

    async embedDocuments(texts) {
      return (await embedDocuments(texts)).map(({ vector }) => vector);
    },

    embedQuery: async (accountId, text) => (await queries.get(accountId, text)).vector,

    tokens: {
      ...tokenVectors,
      // Measured on this model, like the other band.
      cosineBand: { low: 0.3, high: 0.8 },
      embedDocuments,
      embedQuery: (accountId, text) => queries.get(accountId, text),
    },

    async close() {
      closed = true;
      queries.clear();
      await close();
    },
  };
}

/** The pauses before a new thread when earlier ones ended without any reply. The first new one starts at once. */
const restartPauses = { firstMs: 200, maxMs: 30_000 };
/** On close, a thread may take this long to finish its run before it is terminated. */
const closeGraceMs = 5_000;
/** It is longer while the thread loads: a termination inside the native library would abort the process. */
const loadGraceMs = 60_000;

/** Starts the encoder thread. After the thread ended, the next call starts a new one, unless several ended at once. */
function startEncoder({
  threadUrl = encoderThreadUrl,
  runtime,
  monotonicMs = () => performance.now(),
}: LocalEmbedderOptions) {
  let state: 'loading' | 'loaded' | 'ended' = 'loading';
  /** The threads that have ended since the last reply. */
  let endings = 0;
  let pausedUntilMs = 0;

  const { run, close } = createThread<EncoderOperations>({
    name: 'encoder',
    entry: threadUrl,
    workerData: { runtime },
    toError(failure) {
      if (failure.kind === 'failed') endings = 0;
      return toEmbedderError(failure);
    },
    onEnd() {
      state = 'ended';
      endings += 1;
      if (endings > 1) pausedUntilMs = monotonicMs() + backoffMs(endings - 2, restartPauses);
    },
    graceMs: () => (state === 'loaded' ? closeGraceMs : loadGraceMs),
  });

  async function load(): Promise<EncoderStart> {
    state = 'loading';
    const started = await run('', 'start');
    state = 'loaded';
    return started;
  }

  const ready = load();
  // Callers that ignore the error of a failed start get it from their calls.
  ready.catch(() => undefined);
  return {
    ready,
    async encode<Name extends 'query' | 'documents'>(
      accountId: string,
      operation: Name,
      ...texts: Parameters<EncoderOperations[Name]>
    ): Promise<EncodedTexts> {
      const pauseMs = state === 'ended' ? Math.ceil(pausedUntilMs - monotonicMs()) : 0;
      if (pauseMs > 0) {
        const message = `The encoder thread ended ${endings} times without a response; the next start is possible in ${pauseMs} ms`;
        throw new EmbedderError(message, { retryable: true });
      }
      if (state === 'ended') load().catch(() => undefined);
      const encoded = await run(accountId, operation, ...texts);
      endings = 0;
      return encoded;
    },
    close,
  };
}

function toEmbedderError(failure: CallFailure): EmbedderError {
  if (failure.kind === 'closed') return new EmbedderError('The local embedder is closed', { retryable: true });
  if (failure.kind === 'ended') {
    const { reason, cause } = failure;
    return new EmbedderError(`The encoder thread ended: ${reason}`, { retryable: true, cause });
  }
  const message = `The local model can't encode the text: ${failure.error.message}`;
  return new EmbedderError(message, { retryable: false });
}
