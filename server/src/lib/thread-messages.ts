/** The operations of a thread by name. Their arguments and results must be cloneable. */
export type OperationMap<Operations> = Record<keyof Operations & string, (argument: never) => unknown>;

export interface ThreadRequest {
  id: number;
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
