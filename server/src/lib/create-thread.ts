import { Worker } from 'node:worker_threads';

/** The operations of a thread by name. Their arguments and results must be cloneable. */
export type OperationMap<Operations> = Record<keyof Operations & string, (argument: never) => unknown>;

export interface ThreadRequest {
  id: number;
  /** A thread may serve the accounts in turn. An empty string stands for the server itself. */
  accountId: string;
  operation: string;
  argument: unknown;
}

export interface ThreadError {
  /** @default Error */
  name?: string;
  message: string;
  stack?: string | undefined;
  /** Whether the cause is outside of the program, such as a full disk. Otherwise it is a bug. */
  unavailable: boolean;
  /** The fields of a rejection that the caller of the operation expects. */
  rejection?: object;
}

export type ThreadReply = { id: number; result: unknown } | { id: number; error: ThreadError };

/** A message to a thread. No message follows `close`. */
export type ThreadMessage = ThreadRequest[] | 'close';

export interface Thread<Operations extends OperationMap<Operations>> {
  run<Name extends keyof Operations & string>(
    accountId: string,
    operation: Name,
    ...argument: Parameters<Operations[Name]>
  ): Promise<ReturnType<Operations[Name]>>;
  /** Lets the calls in progress finish, then ends the thread. */
  close(): Promise<void>;
}

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
  /** Called when the thread has ended, before its calls are rejected. */
  onEnd?(): void;
  /** Whether the next message waits for a reply. Few large messages cost a busy thread less than many small ones. */
  waitsForReply?: boolean;
  /** The time after which a closing thread is terminated. If it is set, closing rejects the calls in progress. */
  graceMs?(): number;
}

/** Calls of a tick share one message. The thread starts with the first call, and is replaced after its end. */
export function createThread<Operations extends OperationMap<Operations>>(options: ThreadOptions): Thread<Operations> {
  const { entry, workerData, name, toError } = options;
  const pending = new Map<number, PromiseWithResolvers<unknown>>();
  let lastId = 0;
  let worker: Worker | undefined;
  let outbox: ThreadRequest[] = [];
  let awaitsReply = false;
  let closing: Promise<void> | undefined;

  function start(): Worker {
    const started = new Worker(entry, { workerData, name });
    let cause: unknown;
    started.on('message', (replies: ThreadReply[]) => {
      options.beforeReplies?.();
      for (const reply of replies) {
        if ('result' in reply) take(reply.id)?.resolve(reply.result);
        else take(reply.id)?.reject(toError({ kind: 'failed', error: reply.error }));
      }
      awaitsReply = false;
      if (options.waitsForReply) send();
    });
    const fail = (error: unknown) => {
      cause = error;
      void started.terminate();
    };
    started.on('error', fail).on('messageerror', fail);
    started.on('exit', () => {
      if (worker === started) worker = undefined;
      options.onEnd?.();
      const reason = cause instanceof Error ? cause.message : 'the thread ended';
      // The next thread receives the calls that this one has not received.
      const unsent = new Set(outbox.map(({ id }) => id));
      for (const id of pending.keys()) if (!unsent.has(id)) take(id)?.reject(toError({ kind: 'ended', reason, cause }));
      awaitsReply = false;
      if (options.waitsForReply) send();
    });
    return started;
  }

  function take(id: number): PromiseWithResolvers<unknown> | undefined {
    const call = pending.get(id);
    pending.delete(id);
    return call;
  }

  function send(): void {
    if (awaitsReply || outbox.length === 0) return;
    awaitsReply = options.waitsForReply ?? false;
    const requests = outbox;
    outbox = [];
    worker ??= start();
    worker.postMessage(requests satisfies ThreadMessage);
  }

  async function end(): Promise<void> {
    if (options.graceMs) {
      outbox = [];
      for (const id of pending.keys()) take(id)?.reject(toError({ kind: 'closed' }));
    } else {
      send();
      await Promise.allSettled([...pending.values()].map(({ promise }) => promise));
    }
    const ending = worker;
    if (!ending) return;
    const ended = new Promise((resolve) => ending.once('exit', resolve));
    ending.postMessage('close' satisfies ThreadMessage);
    const force = options.graceMs && setTimeout(() => void ending.terminate(), options.graceMs());
    await ended;
    clearTimeout(force);
  }

  return {
    run(accountId, operation, ...[argument]) {
      if (closing) return Promise.reject(toError({ kind: 'closed' }));
      const id = ++lastId;
      const call = Promise.withResolvers<unknown>();
      pending.set(id, call);
      if (outbox.push({ id, accountId, operation, argument }) === 1) setImmediate(send);
      return call.promise as Promise<ReturnType<Operations[typeof operation]>>;
    },
    close() {
      closing ??= end();
      return closing;
    },
  };
}
