import { extname } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Worker } from 'node:worker_threads';
import { dimensions, embedderId, tokenVectors } from '@mnema/model-bge-small-en';
import { backoffMs } from '../../lib/backoff.ts';
import { createQueryCache } from '../../lib/create-query-cache.ts';
import { type Embedder, EmbedderError, type Embedding, type QueryEmbedding } from '../../ports/embedder.ts';
import type {
  EncodedTexts,
  EncoderCall,
  EncoderReply,
  EncoderRequest,
  EncoderStart,
  RuntimeChoice,
} from './encoder-messages.ts';

export interface LocalEmbedder extends Embedder {
  /** Resolves to the runtime, and rejects with {@link EmbedderError} when none loads. Calls need not wait for it. */
  readonly ready: Promise<EncoderStart>;
}

export interface LocalEmbedderOptions {
  /** `auto`: native where it loads, else WebAssembly. */
  runtime: RuntimeChoice;
  /** @default the thread that loads the vendored model */
  threadUrl?: URL;
  /** A clock that never runs backwards. @default performance.now */
  monotonicMs?: () => number;
}

/** The compiled file has another extension than the source. */
const encoderThreadUrl = new URL(`./encoder-thread${extname(new URL(import.meta.url).pathname)}`, import.meta.url);

/** Ordinary text of this length fills the model. The rest of a longer query would be ignored. In UTF-16 units. */
const maxQueryCharacters = 3_000;

/** The vendored sentence encoder in its own thread, where it loads in the background. */
export function createLocalEmbedder(options: LocalEmbedderOptions): LocalEmbedder {
  const client = createEncoderClient(options);
  const queries = createQueryCache(async (query): Promise<QueryEmbedding> => {
    const { values, tokens, words } = await client.call({ kind: 'query', ...query });
    return { vector: values, ...firstTokens(joined(tokens), words) };
  }, copyOf);
  let closed = false;

  async function embedDocuments(texts: readonly string[]): Promise<Embedding[]> {
    if (texts.length === 0 && !closed) return [];
    const { values, tokens } = await client.call({ kind: 'documents', texts });
    return texts.map((_, index) => ({
      vector: values.slice(index * dimensions, (index + 1) * dimensions),
      tokens: tokens[index] as Int8Array,
    }));
  }

  return {
    id: embedderId,
    dimensions,
    // Measured on this model: the median cosine of unrelated texts is .36, and that of texts with one meaning .68.
    cosineBand: { low: 0.36, high: 0.8 },
    // The model processes few texts at a time, in order, so a long memory must let short ones run in between.
    textsPerCall: 16,
    maxQueryCharacters,
    ready: client.ready,

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
      await client.close();
    },
  };
}

/** The maximum of tokens of a query that are compared with those of memories. Each costs time in every search. */
const maxQueryTokens = 64;

function firstTokens(tokens: Int8Array, words: string[]): Pick<QueryEmbedding, 'tokens' | 'words'> {
  return { tokens: tokens.slice(0, maxQueryTokens * tokenVectors.dimensions), words: words.slice(0, maxQueryTokens) };
}

function joined(parts: readonly Int8Array[]): Int8Array {
  const whole = new Int8Array(parts.reduce((length, part) => length + part.length, 0));
  let end = 0;
  for (const part of parts) {
    whole.set(part, end);
    end += part.length;
  }
  return whole;
}

/** Protects cached values from changes by a caller. */
function copyOf({ vector, tokens, words }: QueryEmbedding): QueryEmbedding {
  return { vector: vector.slice(), tokens: tokens.slice(), words: [...words] };
}

/** The pauses before a new thread when earlier ones ended without any reply. The first new one starts at once. */
const restartPauses = { firstMs: 200, maxMs: 30_000 };
/** On close, a thread may take this long to finish its run before it is terminated. */
const closeGraceMs = 5_000;
/** It is longer while the thread loads: a termination inside the native library would abort the process. */
const loadGraceMs = 60_000;

/** Starts the encoder thread and sends it calls. After the thread ended, the next call starts a new one. */
function createEncoderClient({
  threadUrl = encoderThreadUrl,
  runtime,
  monotonicMs = () => performance.now(),
}: LocalEmbedderOptions) {
  const waiting = new Map<number, PromiseWithResolvers<EncodedTexts>>();
  const ready = Promise.withResolvers<EncoderStart>();
  // Callers that ignore `ready` get the error of a failed start from their calls.
  ready.promise.catch(() => undefined);
  let nextId = 1;
  let closed = false;
  const restarts = limitRestarts(monotonicMs);

  function rejectAll(error: EmbedderError): void {
    ready.reject(error);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  function receive(reply: EncoderReply): void {
    if (reply.kind === 'started') {
      const { kind: _, ...start } = reply;
      ready.resolve(start);
      return;
    }
    restarts.replied();
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.kind === 'vectors') call?.resolve(reply);
    else call?.reject(failure(`The local model can't encode the text: ${reply.message}`, { retryable: false }));
  }

  function ended(reason: string, cause: unknown): void {
    if (closed) return;
    thread = null;
    restarts.ended();
    rejectAll(failure(`The encoder thread ended: ${reason}`, { cause }));
  }

  const start = () => startThread({ threadUrl, runtime }, receive, ended);
  let thread: ReturnType<typeof start> | null = start();
  return {
    ready: ready.promise,
    /** @throws {EmbedderError} */
    async call(call: EncoderCall): Promise<EncodedTexts> {
      if (closed) throw failure(closedMessage);
      if (thread === null) restarts.check();
      thread ??= start();
      const id = nextId++;
      const result = Promise.withResolvers<EncodedTexts>();
      waiting.set(id, result);
      thread.send({ ...call, id });
      return result.promise;
    },
    async close(): Promise<void> {
      closed = true;
      rejectAll(failure(closedMessage));
      await thread?.close();
    },
  };
}

function startThread(
  { threadUrl, runtime }: { threadUrl: URL; runtime: RuntimeChoice },
  receive: (reply: EncoderReply) => void,
  ended: (reason: string, cause: unknown) => void,
) {
  const worker = new Worker(threadUrl, { workerData: { runtime }, name: 'encoder' });
  const exited = new Promise((resolve) => worker.once('exit', resolve));
  let cause: unknown;
  let graceMs = loadGraceMs;
  worker.on('message', (reply: EncoderReply) => {
    if (reply.kind === 'started') graceMs = closeGraceMs;
    receive(reply);
  });
  worker.on('messageerror', (error) => {
    cause = error;
    void worker.terminate();
  });
  worker.on('error', (error) => {
    cause = error;
  });
  worker.on('exit', (code) => ended(cause instanceof Error ? cause.message : `exit code ${code}`, cause));
  const send = (request: EncoderRequest) => worker.postMessage(request);
  return {
    send,
    /** Ends the thread, by force if it does not end in time. */
    async close(): Promise<void> {
      send({ kind: 'close' });
      const force = setTimeout(() => void worker.terminate(), graceMs);
      await exited;
      clearTimeout(force);
    },
  };
}

/** Delays the starts of threads that end without any reply. */
function limitRestarts(monotonicMs: () => number) {
  let endings = 0;
  let pausedUntilMs = 0;
  return {
    replied() {
      endings = 0;
    },
    ended() {
      endings += 1;
      if (endings > 1) pausedUntilMs = monotonicMs() + backoffMs(endings - 2, restartPauses);
    },
    /** @throws {EmbedderError} when the next start is not due yet */
    check() {
      const pauseMs = Math.ceil(pausedUntilMs - monotonicMs());
      if (pauseMs <= 0) return;
      throw failure(
        `The encoder thread ended ${endings} times without a response; the next start is possible in ${pauseMs} ms`,
      );
    },
  };
}

const closedMessage = 'The local embedder is closed';

function failure(message: string, { retryable = true, cause }: { retryable?: boolean; cause?: unknown } = {}) {
  return new EmbedderError(message, { retryable, cause });
}
