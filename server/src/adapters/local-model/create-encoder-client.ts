import { Worker } from 'node:worker_threads';
import { backoffMs } from '../../lib/backoff.ts';
import { EmbedderError } from '../../ports/embedder.ts';
import type { EncoderReply, EncoderRequest, EncoderStart, RuntimeChoice } from './encoder-messages.ts';

export type EncoderCall = { kind: 'query'; text: string } | { kind: 'documents'; texts: readonly string[] };

export interface EncoderClient {
  /**
   * Resolves at the first start. Rejects with {@link EmbedderError} when the thread ends before it has loaded the
   * model.
   */
  readonly ready: Promise<EncoderStart>;
  /** Resolves to the vectors, concatenated. @throws {EmbedderError} */
  call(call: EncoderCall): Promise<Float32Array>;
  close(): Promise<void>;
}

export interface EncoderClientOptions {
  threadUrl: URL;
  runtime: RuntimeChoice;
  /** A clock that never goes back. */
  monotonicMs: () => number;
}

/** The pauses before a new thread when earlier ones ended without any reply. The first new one starts at once. */
const restartPauses = { firstMs: 200, maxMs: 30_000 };
/** On close, a thread may take this long to finish its run before it is terminated. */
const closeGraceMs = 5_000;

/** Owns the encoder thread: starts it, sends it calls, and starts another one on the next call after it ended. */
export function createEncoderClient(options: EncoderClientOptions): EncoderClient {
  const waiting = new Map<number, PromiseWithResolvers<Float32Array>>();
  const ready = Promise.withResolvers<EncoderStart>();
  // Callers that ignore `ready` receive the error of a failed start from their calls.
  ready.promise.catch(() => undefined);
  let nextId = 1;
  let closed = false;
  const restarts = limitRestarts(options.monotonicMs);

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
    if (reply.kind === 'vectors') call?.resolve(reply.values);
    else
      call?.reject(new EmbedderError(`The local model can't encode the text: ${reply.message}`, { retryable: false }));
  }

  function ended(reason: string, cause: unknown): void {
    if (closed) return;
    thread = null;
    restarts.ended();
    rejectAll(new EmbedderError(`The encoder thread ended: ${reason}`, { retryable: true, cause }));
  }

  let thread: EncoderThread | null = startThread(options, receive, ended);
  return {
    ready: ready.promise,
    async call(call) {
      if (closed) throw closedError();
      if (thread === null) {
        restarts.check();
        thread = startThread(options, receive, ended);
      }
      const id = nextId++;
      const result = Promise.withResolvers<Float32Array>();
      waiting.set(id, result);
      thread.send({ ...call, id });
      return result.promise;
    },
    async close() {
      closed = true;
      rejectAll(closedError());
      await thread?.close();
    },
  };
}

interface EncoderThread {
  send(request: EncoderRequest): void;
  /** Ends the thread, by force when it does not end by itself. */
  close(): Promise<void>;
}

function startThread(
  { threadUrl, runtime }: EncoderClientOptions,
  receive: (reply: EncoderReply) => void,
  ended: (reason: string, cause: unknown) => void,
): EncoderThread {
  const worker = new Worker(threadUrl, { workerData: { runtime }, name: 'encoder' });
  let cause: unknown;
  worker.on('message', receive);
  worker.on('messageerror', (error) => {
    cause = error;
    void worker.terminate();
  });
  worker.on('error', (error) => {
    cause = error;
  });
  const exited = new Promise<void>((resolve) => {
    worker.on('exit', (code) => {
      resolve();
      ended(cause instanceof Error ? cause.message : `exit code ${code}`, cause);
    });
  });
  const send = (request: EncoderRequest) => worker.postMessage(request);
  return {
    send,
    async close() {
      send({ kind: 'close' });
      const force = setTimeout(() => void worker.terminate(), closeGraceMs);
      await exited;
      clearTimeout(force);
    },
  };
}

/** Spaces the starts of threads that end without any reply. */
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
      throw new EmbedderError(
        `The encoder thread ended ${endings} times without an answer; the next start is possible in ${pauseMs} ms`,
        { retryable: true },
      );
    },
  };
}

function closedError(): EmbedderError {
  return new EmbedderError('The local embedder is closed', { retryable: true });
}
