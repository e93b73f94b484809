import { Worker } from 'node:worker_threads';
import { backoffMs } from '../../lib/backoff.ts';
import { EmbedderError } from '../../ports/embedder.ts';
import type { EncoderReply, EncoderRequest, EncoderStart, RuntimeChoice } from './encoder-messages.ts';

export type EncoderCall = { kind: 'query'; text: string } | { kind: 'documents'; texts: readonly string[] };

export interface EncoderClient {
  /** The first start. Rejects with {@link EmbedderError} when the thread ends before it has loaded the model. */
  readonly ready: Promise<EncoderStart>;
  /** The vectors one after the other. @throws {EmbedderError} */
  call(call: EncoderCall): Promise<Float32Array>;
  close(): Promise<void>;
}

export interface EncoderClientOptions {
  threadUrl: URL;
  runtime: RuntimeChoice;
  /** Milliseconds on a clock that never goes back. */
  monotonicMs: () => number;
}

interface Waiting {
  resolve: (values: Float32Array) => void;
  reject: (error: EmbedderError) => void;
}

/** Pause before a new thread when earlier ones ended without answering anything; the first new one starts at once. */
const restartPauses = { firstMs: 200, maxMs: 30_000 };
/** How long a thread may take to finish its run on close before it is ended by force. */
const closeGraceMs = 5_000;

/** Owns the encoder thread: starts it, sends it calls, and starts another on the next call after it ended. */
export function createEncoderClient(options: EncoderClientOptions): EncoderClient {
  const waiting = new Map<number, Waiting>();
  const ready = Promise.withResolvers<EncoderStart>();
  // Who doesn't look at `ready` learns of a failed start from the calls.
  ready.promise.catch(() => undefined);
  let thread: { worker: Worker; exited: Promise<void> } | null = null;
  let nextId = 1;
  let closed = false;
  let endings = 0;
  let pausedUntilMs = 0;

  const rejectAll = (error: EmbedderError) => {
    ready.reject(error);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };

  const receive = (reply: EncoderReply) => {
    if (reply.kind === 'started') {
      const { kind: _, ...start } = reply;
      ready.resolve(start);
      return;
    }
    endings = 0;
    const entry = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (reply.kind === 'vectors') entry?.resolve(reply.values);
    else
      entry?.reject(new EmbedderError(`The local model can't encode the text: ${reply.message}`, { retryable: false }));
  };

  const start = () => {
    const worker = new Worker(options.threadUrl, { workerData: { runtime: options.runtime }, name: 'encoder' });
    let cause: unknown;
    const exited = new Promise<void>((resolve) => {
      worker.on('message', receive);
      worker.on('messageerror', (error) => {
        cause = error;
        void worker.terminate();
      });
      worker.on('error', (error) => {
        cause = error;
      });
      worker.on('exit', (code) => {
        resolve();
        if (closed) return;
        thread = null;
        endings += 1;
        if (endings > 1) pausedUntilMs = options.monotonicMs() + backoffMs(endings - 2, restartPauses);
        const reason = cause instanceof Error ? cause.message : `exit code ${code}`;
        rejectAll(new EmbedderError(`The encoder thread ended: ${reason}`, { retryable: true, cause }));
      });
    });
    return { worker, exited };
  };

  thread = start();

  return {
    ready: ready.promise,

    async call(call) {
      if (closed) throw closedError();
      if (thread === null) {
        const pauseMs = Math.ceil(pausedUntilMs - options.monotonicMs());
        if (pauseMs > 0) {
          throw new EmbedderError(
            `The encoder thread ended ${endings} times without an answer; the next start is possible in ${pauseMs} ms`,
            { retryable: true },
          );
        }
        thread = start();
      }
      const { worker } = thread;
      return new Promise((resolve, reject) => {
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        worker.postMessage({ ...call, id } satisfies EncoderRequest);
      });
    },

    async close() {
      if (!closed) {
        closed = true;
        rejectAll(closedError());
        thread?.worker.postMessage({ kind: 'close' } satisfies EncoderRequest);
      }
      if (thread === null) return;
      const { worker, exited } = thread;
      const force = setTimeout(() => void worker.terminate(), closeGraceMs);
      await exited;
      clearTimeout(force);
    },
  };
}

function closedError(): EmbedderError {
  return new EmbedderError('The local embedder is closed', { retryable: true });
}
