import { Worker } from 'node:worker_threads';
import type { OperationMap, ThreadError, ThreadMessage, ThreadReply, ThreadRequest } from './thread-messages.ts';

export interface Thread<Operations extends OperationMap<Operations>> {
  run<Name extends keyof Operations & string>(
    operation: Name,
    ...argument: Parameters<Operations[Name]>
  ): Promise<ReturnType<Operations[Name]>>;
  /** Lets the calls in progress finish, then ends the thread. */
  close(): Promise<void>;
}

/** The reason why a call has no result. */
export type CallFailure =
  | { kind: 'closed' }
  /** The thread has ended: it is unknown whether the operation was completed. */
  | { kind: 'ended'; reason: string; cause: unknown }
  | { kind: 'failed'; error: ThreadError };

export interface ThreadOptions {
  name: string;
  entry: URL;
  workerData: unknown;
  toError(failure: CallFailure): Error;
  /** Called before any caller receives its result. */
  beforeReplies?: (() => void) | undefined;
}

/**
 * Runs operations on a worker thread, which starts with the first call. Calls in the same tick of the event loop share
 * one message. A thread that died is replaced at the next call.
 */
export function createThread<Operations extends OperationMap<Operations>>(options: ThreadOptions): Thread<Operations> {
  const calls = createPendingCalls(options.toError);
  let worker: Worker | undefined;
  let outbox: ThreadRequest[] = [];
  let closing: Promise<void> | undefined;

  function start(): Worker {
    const { entry, workerData, name } = options;
    const started = new Worker(entry, { workerData, name });
    let failure: unknown;
    started.on('message', (replies: ThreadReply[]) => {
      options.beforeReplies?.();
      for (const reply of replies) calls.complete(reply);
    });
    started.on('error', (error) => {
      failure = error;
    });
    started.on('exit', () => {
      if (worker === started) worker = undefined;
      calls.failExcept(outbox, failure);
    });
    return started;
  }

  function send(): void {
    const requests = outbox;
    outbox = [];
    if (requests.length === 0) return;
    worker ??= start();
    worker.postMessage(requests satisfies ThreadMessage);
  }

  async function end(): Promise<void> {
    send();
    await calls.completed();
    if (!worker) return;
    const ended = new Promise((resolve) => worker?.once('exit', resolve));
    worker.postMessage('close' satisfies ThreadMessage);
    await ended;
  }

  return {
    run(operation, ...[argument]) {
      if (closing) return Promise.reject(options.toError({ kind: 'closed' }));
      const { id, result } = calls.add();
      if (outbox.push({ id, operation, argument }) === 1) setImmediate(send);
      return result as Promise<ReturnType<Operations[typeof operation]>>;
    },
    close() {
      closing ??= end();
      return closing;
    },
  };
}

/** Keeps the calls that wait for their results, by the id of their request. */
function createPendingCalls(toError: ThreadOptions['toError']) {
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let nextId = 1;
  return {
    add() {
      const id = nextId++;
      const call = Promise.withResolvers<unknown>();
      pending.set(id, call);
      return { id, result: call.promise };
    },
    complete(reply: ThreadReply) {
      const call = pending.get(reply.id);
      pending.delete(reply.id);
      if ('result' in reply) call?.resolve(reply.result);
      else call?.reject(toError({ kind: 'failed', error: reply.error }));
    },
    /** Rejects the calls that the ended thread had received. The next thread receives the others. */
    failExcept(unsent: readonly ThreadRequest[], cause: unknown) {
      const reason = cause instanceof Error ? cause.message : 'the thread ended';
      const unsentIds = new Set(unsent.map(({ id }) => id));
      for (const [id, { reject }] of pending) {
        if (unsentIds.has(id)) continue;
        pending.delete(id);
        reject(toError({ kind: 'ended', reason, cause }));
      }
    },
    /** Resolves when no call is waiting. */
    async completed() {
      await Promise.allSettled([...pending.values()].map(({ promise }) => promise));
    },
  };
}
