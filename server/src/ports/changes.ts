import type { Actor } from './actor.ts';
import type { ClaimKey } from './ingest-jobs.ts';
import type {
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
} from './memory.ts';

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
 * The origin of an imported memory. A commit is `stale` if a row of the account already has the key or the id. The
 * memory may be archived, and have any version and times. It becomes pending unless it is archived.
 */
export interface ImportSource {
  /** Identifies the memory at its source. */
  key: string;
  /** Its former versions, oldest first. */
  versions: readonly MemoryVersion[];
}

export interface InsertChange {
  kind: 'insert';
  /** The memory is pending, and keyword search finds it immediately. */
  memory: Memory;
  index: MemoryIndex;
  /** The source of an imported memory. @default it is no import */
  imported?: ImportSource | undefined;
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
export interface CompleteChange<Vector = Float32Array> {
  kind: 'complete';
  claim: ClaimKey;
  embedderId: string;
  /** Empty if the embedder cannot embed the text. Only keyword search then finds it. */
  vectors: Vector[];
  /** The vectors of the text's tokens (see {@link TokenSpace}). Absent if the embedder has none. */
  tokens?: Int8Array | undefined;
  /** null leaves the entities unchanged, as after re-embedding. */
  entities: Entity[] | null;
}

/** Ends an ingest attempt without a result. */
export interface FailChange {
  kind: 'fail';
  claim: ClaimKey;
  failure: Failure;
  /** Whether the memory itself was the reason. Only such attempts count towards failure. */
  rejected: boolean;
  /** null for a final failure. */
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

/** Replaces a text by a fact that was extracted from it. */
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
export type ClaimChange<Vector = Float32Array> =
  | CompleteChange<Vector>
  | FailChange
  | StoreRawChange
  | ArchiveChange
  | ExtractChange;

/** A change of one memory. */
export type Change<Vector = Float32Array, Insert = InsertChange> =
  | Insert
  | ContentChange
  | RemoveChange
  /** Ingests a failed memory again, and its count of attempts starts from zero; `stale` if it has not failed. */
  | { kind: 'requeue'; id: string; at: number }
  | ClaimChange<Vector>;
