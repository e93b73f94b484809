/** The operations of a thread: by name, a function from an argument to a result. Both must be cloneable. */
export type OperationMap<Operations> = Record<keyof Operations & string, (argument: never) => unknown>;

export interface ThreadRequest {
  id: number;
  operation: string;
  argument: unknown;
}

export interface ThreadError {
  message: string;
  stack?: string | undefined;
  /** Whether the cause lies outside the program, for example in a full disk; otherwise the program is at fault. */
  unavailable: boolean;
}

export type ThreadReply = { id: number; result: unknown } | { id: number; error: ThreadError };

/** What is posted to a thread. After `close` nothing follows. */
export type ThreadMessage = ThreadRequest[] | 'close';
