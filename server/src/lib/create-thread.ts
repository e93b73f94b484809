import { Worker } from 'node:worker_threads';
import type { OperationMap, ThreadError, ThreadMessage, ThreadReply, ThreadRequest } from './thread-messages.ts';

export interface Thread<Operations extends OperationMap<Operations>> {
  run<Name extends keyof Operations & string>(
    operation: Name,
    ...argument: Parameters<Operations[Name]>
  ): Promise<ReturnType<Operations[Name]>>;
  /** Lets the calls under way finish, then ends the thread. */
  close(): Promise<void>;
}

/** The reason for which a call has no result. */
export type CallFailure =
  | { kind: 'closed' }
  /** It is unknown whether the operation was completed. */
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
 * Runs operations on a worker thread, which starts with the first call. Calls made in the same tick of the event loop
 * travel in one message. A thread that died is replaced at the next call.
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
      calls.failSent(failure);
    });
    return started;
  }

  function send(): void {
    const requests = outbox;
    outbox = [];
    if (requests.length === 0) return;
    worker ??= start();
    calls.markSent(requests);
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

interface PendingCall {
  sent: boolean;
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** Keeps the calls that wait for their results, by the id of their request. */
function createPendingCalls(toError: ThreadOptions['toError']) {
  const pending = new Map<number, PendingCall>();
  let nextId = 1;
  let idle: (() => void) | undefined;

  function take(id: number): PendingCall | undefined {
    const call = pending.get(id);
    pending.delete(id);
    return call;
  }

  return {
    add() {
      const id = nextId++;
      const { promise: result, resolve, reject } = Promise.withResolvers<unknown>();
      pending.set(id, { sent: false, resolve, reject });
      return { id, result };
    },
    markSent(requests: readonly ThreadRequest[]) {
      for (const { id } of requests) {
        const call = pending.get(id);
        if (call) call.sent = true;
      }
    },
    complete(reply: ThreadReply) {
      const call = take(reply.id);
      if ('result' in reply) call?.resolve(reply.result);
      else call?.reject(toError({ kind: 'failed', error: reply.error }));
      if (pending.size === 0) idle?.();
    },
    /** Rejects the calls that the ended thread had received; the next thread receives the others. */
    failSent(cause: unknown) {
      const reason = cause instanceof Error ? cause.message : 'the thread ended';
      for (const [id] of [...pending].filter(([, { sent }]) => sent)) {
        take(id)?.reject(toError({ kind: 'ended', reason, cause }));
      }
      if (pending.size === 0) idle?.();
    },
    /** Resolves when no call is waiting. */
    async completed() {
      if (pending.size > 0) await new Promise<void>((resolve) => (idle = resolve));
    },
  };
}
