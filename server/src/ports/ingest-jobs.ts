import type { Message } from './memory.ts';

/** `ingest`: pending memories become ready. `reembed`: the vectors of ready ones are replaced. */
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
  /** The time when the current text was written, requeued, or left by extraction. Meaningless for re-embedding. */
  pendingSince: number;
  /** The trace of the request that made it pending (see `ports/tracer.ts`); null if there is none. */
  traceParent: string | null;
}

/** The identity of a claim. */
export type ClaimKey = Pick<Claim, 'purpose' | 'id' | 'accountId' | 'revision'>;

interface ClaimLimits {
  /** The largest number of memories. */
  limit: number;
  /** The claim ends with the memory that reaches this amount of text, in characters. */
  characters: number;
  now: number;
  leaseMs: number;
  /**
   * Memories with this many crashes (for re-embedding: attempts) are quarantined, because their text may be the reason.
   */
  quarantineAfter: number;
}

export interface IngestClaimOptions extends ClaimLimits {
  purpose: 'ingest';
  /** The largest number of memories among them for extraction. */
  extractions: number;
  /** Whether one quarantined memory is claimed, alone, if there is no other. */
  quarantined: boolean;
}

export interface ReembedClaimOptions extends ClaimLimits {
  purpose: 'reembed';
  /**
   * Memories with vectors of another embedder are claimed; a quarantined one is claimed alone, if there is no other.
   */
  embedderId: string;
}

export type ClaimOptions = IngestClaimOptions | ReembedClaimOptions;

export interface Backlog {
  pending: number;
  failed: number;
  /** The time when the oldest pending memory was written; null if none is pending. */
  oldestPendingAt: number | null;
}

/** Leases memories to workers. Their results are committed (see `ClaimChange`). */
export interface IngestJobs {
  /**
   * Claims due memories and counts an attempt for each. Accounts share a claim fairly: each with something due gets
   * about the same number, so that an import of one does not delay the others. Within an account, the oldest memories
   * come first. All workers together extract facts from one memory of a user at a time, until its lease ends.
   * Otherwise, concurrent extractions of two texts with the same fact would not find each other's facts. Users are
   * served in turn. Any number of workers may end at any time. Re-embedding changes neither the status nor the version
   * nor the times of a memory, which stays searchable in the meantime.
   */
  claim(options: ClaimOptions): Promise<Claim[]>;
  /** Renews leases. Memories that changed, are gone or were released stay untouched. */
  extend(claims: readonly ClaimKey[], until: number): Promise<void>;
  /**
   * Releases unfinished memories. They are due again at `at`, and no crash is counted.
   * @param options.rejected - for re-embedding: the attempt counts, because the embedder rejected the text
   */
  release(claims: readonly ClaimKey[], at: number, options?: { rejected: boolean }): Promise<void>;
  backlog(): Promise<Backlog>;
}
