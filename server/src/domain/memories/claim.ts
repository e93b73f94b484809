import type { StoredMemory } from './kinds.ts';

/** `ingest`: pending memories become ready. `reembed`: the vectors of ready ones are replaced. */
export type ClaimPurpose = 'ingest' | 'reembed';

type ClaimedField =
  | ('id' | 'accountId' | 'revision' | 'text' | 'messages' | 'userId')
  | ('infer' | 'outcome' | 'rejections' | 'traceParent');

/** A memory leased to one worker. `revision` guards the result against later changes of the text. */
export interface Claim extends Pick<StoredMemory, ClaimedField> {
  purpose: ClaimPurpose;
  /** Includes this attempt. For re-embedding, released attempts are not counted. */
  attempts: number;
  /** The number of workers that crashed while they had this memory. */
  crashCount: number;
  /** The time when the current text was written, requeued, or left by extraction. Meaningless for re-embedding. */
  pendingSince: number;
}

export type ClaimKey = Pick<Claim, 'purpose' | 'id' | 'accountId' | 'revision'>;

interface ClaimLimits {
  limit: number;
  /** The claim ends with the memory that reaches this amount of text, in characters. */
  characters: number;
  now: number;
  leaseMs: number;
  /** Memories with so many crashes (re-embedding: attempts) are quarantined, because their text may be the reason. */
  quarantineAfter: number;
}

export interface IngestClaimOptions extends ClaimLimits {
  purpose: 'ingest';
  extractions: number;
  /** Whether one quarantined memory is claimed, alone, if there is no other. */
  quarantined: boolean;
}

export interface ReembedClaimOptions extends ClaimLimits {
  purpose: 'reembed';
  /** Memories with vectors of another embedder are claimed; a quarantined one alone, if there is no other. */
  embedderId: string;
}

export type ClaimOptions = IngestClaimOptions | ReembedClaimOptions;

/** Returns the identity of a claim without its texts. */
export function toKey({ purpose, id, accountId, revision }: ClaimKey): ClaimKey {
  return { purpose, id, accountId, revision };
}
