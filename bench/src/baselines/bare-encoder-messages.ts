/** The requests of the parent to the process that only embeds, without the other work for a memory or a search. */
export type EncoderWork =
  /** Embeds a query as Mnema did when this baseline was set. */
  | { kind: 'query'; text: string }
  /** Embeds a text as Mnema does, and stores it durably. */
  | { kind: 'write'; text: string }
  /** Embeds texts as Mnema does. */
  | { kind: 'embed'; texts: readonly string[] };

/** `milliseconds` is the time of the work itself, without the messages between the processes. */
export type EncoderWorkReply =
  | { kind: 'ready' }
  | { kind: 'done'; id: number; milliseconds: number }
  | { kind: 'broken'; id: number; message: string };

export type NumberedWork = EncoderWork & { id: number };
