/** What the parent asks of the process that runs the bare parts of a search. */
export type PartsRequest =
  | { kind: 'search'; query: string; agentId: string | null }
  | { kind: 'write'; text: string }
  | { kind: 'embed'; texts: readonly string[] };

/** `milliseconds` is what the work itself took, without the way between the processes. */
export type PartsReply =
  | { kind: 'ready'; memories: number }
  | { kind: 'done'; id: number; milliseconds: number }
  | { kind: 'broken'; id: number; message: string };

export type NumberedRequest = PartsRequest & { id: number };
