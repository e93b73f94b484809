/** The requests of the parent to the process that runs the bare parts of a search. */
export type PartsRequest =
  | { kind: 'search'; query: string; agentId: string | null }
  | { kind: 'write'; text: string }
  | { kind: 'embed'; texts: readonly string[] };

/** `milliseconds` is the time of the work itself, without the messages between the processes. */
export type PartsReply =
  | { kind: 'ready'; memories: number }
  | { kind: 'done'; id: number; milliseconds: number }
  | { kind: 'broken'; id: number; message: string };

export type NumberedRequest = PartsRequest & { id: number };
