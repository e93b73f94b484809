import type { QuantizedVector } from '../../lib/quantize.ts';
import type {
  Actor,
  Entity,
  Extraction,
  Failure,
  Memory,
  MemoryIndex,
  MemoryOutcome,
  MemoryVersion,
  Message,
  Metadata,
  MetadataIndex,
  TextIndex,
} from '../../ports/memory.ts';
import type { IdempotencyRecord, StoredResponse, WriteQuota } from '../usage/kinds.ts';
import type { OverLimit } from '../usage/write-quota.ts';
import type { ClaimKey } from './claim.ts';
import type { NewDeletion } from './deletion-kinds.ts';

export interface NewText {
  text: string;
  /** The messages from which the text was joined. @default none */
  messages?: Message[] | null;
  index: TextIndex;
  /** Whether the memory is still the fact that extraction created from another text. */
  keepsOrigin: boolean;
}

export interface NewMetadata {
  metadata: Metadata;
  index: MetadataIndex;
}

/**
 * Inserts a memory. Keyword search finds it immediately. A commit is `stale` if a row of the account already has the id
 * or import key of an imported memory.
 */
export interface InsertChange {
  kind: 'insert';
  /** It is pending, unless it is an archived one from an import. */
  memory: Memory;
  index: MemoryIndex;
  /** Identifies an imported memory at its source; null otherwise. */
  importKey: string | null;
  versions: readonly MemoryVersion[];
}

/**
 * Replaces text or metadata, and stores the previous version. A new text is ingested again, and restores an archived
 * source unless `keepsOrigin`.
 */
export interface ContentChange {
  kind: 'change';
  id: string;
  at: number;
  by: Actor;
  metadata: NewMetadata | null;
  text: NewText | null;
  /** null removes the expiry. @default it stays as it is */
  expiresAt?: number | null | undefined;
}

/**
 * Makes a memory ready that was claimed for ingest, or replaces the vectors of one that was claimed for re-embedding.
 */
export interface CompleteChange {
  kind: 'complete';
  claim: ClaimKey;
  embedderId: string;
  /** Empty if the embedder cannot embed the text. Only keyword search then finds it. */
  vectors: QuantizedVector[];
  /** The vectors of the text's tokens (see {@link TokenSpace}). Absent if the embedder has none. */
  tokens?: Int8Array | undefined;
  /** null leaves the entities unchanged, as after re-embedding. */
  entities: Entity[] | null;
}

export interface FailChange {
  kind: 'fail';
  claim: ClaimKey;
  failure: Failure;
  /** Whether the memory itself was the reason. Only such attempts count towards failure. */
  rejected: boolean;
  retryAt: number | null;
}

/** Keeps the text unchanged. Its metadata contain the reason why no facts were extracted. */
export interface StoreRawChange extends NewMetadata {
  kind: 'store_raw';
  claim: ClaimKey;
  at: number;
}

/** Turns a memory without its own fact into an archived source, which is ready. */
export interface ArchiveChange {
  kind: 'archive';
  claim: ClaimKey;
  outcome: Exclude<MemoryOutcome, 'stored'>;
  extraction: Extraction;
}

export interface ExtractChange {
  kind: 'extract';
  claim: ClaimKey;
  at: number;
  text: string;
  index: TextIndex;
  extraction: Extraction;
}

/** Removes the memory, its versions, its indexes, and the bodies of stored responses that contain its text. */
export interface RemoveChange {
  kind: 'remove';
  id: string;
  /** The user whose scope must contain the memory; otherwise it is `missing`. @default any user */
  userId?: string | undefined;
  /** Removes an expired memory, which no other change finds. A memory that has not expired is `missing`. */
  expired?: true;
}

/** A change that ends a claim. It is written only while the claim is valid. */
export type ClaimChange = CompleteChange | FailChange | StoreRawChange | ArchiveChange | ExtractChange;

export type PatchChange =
  | ContentChange
  /** Ingests a failed memory again, and its count of attempts starts from zero; `stale` if it has not failed. */
  | { kind: 'requeue'; id: string; at: number }
  | ClaimChange;

export type Change = InsertChange | RemoveChange | PatchChange;

export interface VersionGuard {
  id: string;
  version: number;
  allowsArchived?: boolean;
}

/** Changes to the memories of an account, written together or not at all. Each memory is changed at most once. */
export interface Commit {
  accountId: string;
  guards?: readonly VersionGuard[] | undefined;
  changes: readonly Change[];
  /** Nothing is written if one of the keys was used before and its response has not expired. */
  idempotencyRecord?: IdempotencyRecord | undefined;
  /** Counts each change as one write of the month. A commit with a quota has only inserts, or a single change. */
  quota?: WriteQuota | undefined;
  /**
   * The deletion to which the removals belong, of the kind `memory` or `expiry`. Its receipt counts the removed data. It
   * is created if it is missing, and ends with each commit.
   */
  deletion?: NewDeletion | undefined;
  /** The trace of the memories that become pending, stored for the worker that claims them (see `ports/tracer.ts`). */
  traceParent?: string | null | undefined;
}

export type CommitResult =
  | { kind: 'written' }
  | { kind: 'replayed'; response: StoredResponse }
  | { kind: 'missing' }
  /**
   * A memory has another version or status than the commit expects, or an imported memory already exists: read it
   * again.
   */
  | { kind: 'stale' }
  /** A claim has ended: the text changed, the memory is gone, or the work is done. */
  | { kind: 'lapsed' }
  /**
   * The quota rejects some changes, so nothing was written or counted. Even a change without a limit may be rejected if
   * the commit is repeated without the others.
   */
  | OverLimit;
