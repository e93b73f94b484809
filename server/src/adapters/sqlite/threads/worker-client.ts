import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { StoreUnavailableError } from '../../../ports/store-error.ts';

export interface WorkerRequest {
  id: number;
  operation: string;
  argument: unknown;
}

export type WorkerReply =
  | { id: number; result: unknown }
  /** `unavailable` carries the condition of the disk or file; `message` alone is a fault of the program. */
  | { id: number; error: { message: string; stack?: string | undefined; unavailable: boolean } };

export interface WorkerClient {
  run<Result>(operation: string, argument: unknown): Promise<Result>;
  /** Lets the requests under way finish, then ends the thread. */
  close(): Promise<void>;
}

interface Pending {
  sent: boolean;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/**
 * Talks to one store thread. Requests made in the same turn of the event loop travel in one message. A thread that
 * died is replaced at the next request; what was under way is answered with {@link StoreUnavailableError}, because
 * nobody can tell any more whether it was done.
 * @param beforeReplies called before any caller learns that the thread has done something
 */
export function createWorkerClient(
  name: 'writer-thread' | 'reader-thread',
  workerData: unknown,
  beforeReplies: () => void = () => {},
): WorkerClient {
  const url = new URL(`./${name}${extname(import.meta.url)}`, import.meta.url);
  const pending = new Map<number, Pending>();
  let worker: Worker | undefined;
  let outbox: WorkerRequest[] = [];
  let nextId = 1;
  let closing: Promise<void> | undefined;
  let idle: (() => void) | undefined;

  function start(): Worker {
    const started = new Worker(url, { workerData, name });
    let failure: unknown;
    started.on('message', (replies: WorkerReply[]) => {
      beforeReplies();
      for (const reply of replies) settle(reply);
    });
    started.on('error', (error) => {
      failure = error;
    });
    started.on('exit', () => {
      if (worker === started) worker = undefined;
      const cause = failure;
      // What was not sent yet goes to the next thread.
      for (const [id, request] of [...pending].filter(([, { sent }]) => sent)) {
        pending.delete(id);
        const reason = cause instanceof Error ? cause.message : 'the thread ended';
        request.reject(new StoreUnavailableError(`the store's ${name} stopped: ${reason}`, { cause }));
      }
      if (pending.size === 0) idle?.();
    });
    return started;
  }

  function settle(reply: WorkerReply): void {
    const request = pending.get(reply.id);
    if (!request) return;
    pending.delete(reply.id);
    if ('result' in reply) request.resolve(reply.result);
    else if (reply.error.unavailable) request.reject(new StoreUnavailableError(reply.error.message));
    else request.reject(Object.assign(new Error(reply.error.message), { stack: reply.error.stack }));
    if (pending.size === 0) idle?.();
  }

  function send(): void {
    const requests = outbox;
    outbox = [];
    if (requests.length === 0) return;
    worker ??= start();
    for (const { id } of requests) {
      const request = pending.get(id);
      if (request) request.sent = true;
    }
    worker.postMessage(requests);
  }

  return {
    run<Result>(operation: string, argument: unknown) {
      if (closing) return Promise.reject(new StoreUnavailableError('the store is closed'));
      const id = nextId++;
      if (outbox.push({ id, operation, argument }) === 1) setImmediate(send);
      return new Promise<Result>((resolve, reject) => {
        pending.set(id, { sent: false, resolve: resolve as (result: unknown) => void, reject });
      });
    },
    close() {
      closing ??= (async () => {
        send();
        if (pending.size > 0) await new Promise<void>((resolve) => (idle = resolve));
        if (!worker) return;
        const ended = new Promise((resolve) => worker?.once('exit', resolve));
        worker.postMessage('close');
        await ended;
      })();
      return closing;
    },
  };
}
