import type { Message } from './memory.ts';

/** `ingest`: pending memories are made ready. `reembed`: the vectors of ready ones are replaced. */
export type ClaimPurpose = 'ingest' | 'reembed';

/** A memory leased to one worker. `revision` guards the result against later changes of the text. */
export interface Claim {
  purpose: ClaimPurpose;
  id: string;
  accountId: string;
  revision: number;
  text: string;
  messages: Message[] | null;
  /** The effective user (see `effectiveUserOf`). */
  userId: string;
  /** Whether facts are to be extracted first. */
  infer: boolean;
  /** Includes this attempt. For re-embedding, released attempts are not counted. */
  attempts: number;
  /** Attempts that failed because of the memory itself. */
  rejections: number;
  /** The number of workers that crashed while they had this memory. */
  crashCount: number;
  /** When the present text was written, requeued, or left by extraction. Meaningless for re-embedding. */
  pendingSince: number;
  /** The trace of the request that made it pending (see `ports/tracer.ts`); null: none. */
  traceParent: string | null;
}

/** The identity of a claim. */
export type ClaimKey = Pick<Claim, 'purpose' | 'id' | 'accountId' | 'revision'>;

interface ClaimLimits {
  /** The largest number of memories. */
  limit: number;
  /** The claim ends with the memory that reaches this much text, in characters. */
  characters: number;
  now: number;
  leaseMs: number;
  /** Memories with this many crashes (re-embedding: attempts) are quarantined, because their text may be the reason. */
  quarantineAfter: number;
}

export interface IngestClaimOptions extends ClaimLimits {
  purpose: 'ingest';
  /** The largest number of memories among them for extraction. */
  extractions: number;
  /** Whether one quarantined memory is handed out, alone, when there is no other. */
  quarantined: boolean;
}

export interface ReembedClaimOptions extends ClaimLimits {
  purpose: 'reembed';
  /** Memories with vectors of another embedder are handed out; a quarantined one alone, when there is no other. */
  embedderId: string;
}

export type ClaimOptions = IngestClaimOptions | ReembedClaimOptions;

export interface Backlog {
  pending: number;
  failed: number;
  /** When the oldest pending memory was written; null when none is pending. */
  oldestPendingAt: number | null;
}

/** Leases memories to workers. Their results are committed (see `ClaimChange`). */
export interface IngestJobs {
  /**
   * Hands out due memories and counts an attempt for each. Accounts share a claim fairly: each with something due gets
   * about as many, so that an import of one does not delay the others; of one account the oldest come first.
   *
   * All workers together extract facts from one memory of a user at a time, until its lease ends: concurrent
   * extractions of two texts with the same fact would not find each other's facts. Users are served round-robin.
   *
   * Any number of workers may end at any time. Re-embedding changes neither the status nor the version nor the times of
   * a memory, which stays searchable meanwhile.
   */
  claim(options: ClaimOptions): Promise<Claim[]>;
  /** Prolongs leases. Memories that changed, are gone or were released stay untouched. */
  extend(claims: readonly ClaimKey[], until: number): Promise<void>;
  /**
   * Releases memories unfinished. They are due again at `at`, and no crash is counted.
   * @param options.rejected - for re-embedding: the attempt counts, because the embedder rejected the text
   */
  release(claims: readonly ClaimKey[], at: number, options?: { rejected: boolean }): Promise<void>;
  backlog(): Promise<Backlog>;
}
