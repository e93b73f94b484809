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
  /** The messages that the text was joined from. @default none */
  messages?: Message[] | null;
  index: TextIndex;
  /** Whether the memory stays the fact that extraction made of another text. */
  keepsOrigin: boolean;
}

export interface NewMetadata {
  metadata: Metadata;
  index: MetadataIndex;
}

/**
 * The origin of an imported memory. A commit is `stale` when a row of the account has the key or the id already. The
 * memory may be archived, and have any version and times; it becomes pending unless it is archived.
 */
export interface ImportSource {
  /** Identifies the memory where it comes from. */
  key: string;
  /** Its former versions, oldest first. */
  versions: readonly MemoryVersion[];
}

export interface InsertChange {
  kind: 'insert';
  /** The memory is pending, and found by its words at once. */
  memory: Memory;
  index: MemoryIndex;
  /** Where an imported memory comes from. @default it is no import */
  imported?: ImportSource | undefined;
}

/**
 * Replaces text or metadata, and keeps the version that was. A new text is ingested again, and restores an archived source
 * unless `keepsOrigin`.
 */
export interface ContentChange {
  kind: 'change';
  id: string;
  at: number;
  by: Actor;
  metadata: NewMetadata | null;
  text: NewText | null;
  /** null: the memory expires no more. @default it stays as it is */
  expiresAt?: number | null | undefined;
}

/** Makes a memory ready that was claimed for ingest, or replaces the vectors of one claimed for re-embedding. */
export interface CompleteChange<Vector = Float32Array> {
  kind: 'complete';
  claim: ClaimKey;
  embedderId: string;
  /** Empty: the embedder cannot embed the text, which is found by its words only. */
  vectors: Vector[];
  /** The vectors of the text's tokens (see {@link TokenSpace}). Absent: the embedder has none. */
  tokens?: Int8Array | undefined;
  /** null: the entities stay, as after re-embedding. */
  entities: Entity[] | null;
}

/** Ends an ingest attempt without a result. */
export interface FailChange {
  kind: 'fail';
  claim: ClaimKey;
  failure: Failure;
  /** Whether the memory itself was the reason. Such attempts count towards giving up. */
  rejected: boolean;
  /** null: final. */
  retryAt: number | null;
}

/** Keeps the text as it was written. Its metadata give the reason why no facts were extracted. */
export interface StoreRawChange extends NewMetadata {
  kind: 'store_raw';
  claim: ClaimKey;
  at: number;
}

/** Makes a memory without a fact of its own an archived source, which is ready. */
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

/** Removes the memory, its versions, its indexes, and the bodies of stored responses that hold its text. */
export interface RemoveChange {
  kind: 'remove';
  id: string;
  /** The user in whose scope the memory must be; otherwise it is `missing`. @default any user */
  userId?: string | undefined;
  /** Removes an expired memory, which every other change does not find. A memory that has not expired is `missing`. */
  expired?: true;
}

/** A change that ends a claim. It is written only while the claim holds. */
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
  /** Ingests a failed memory again, with all its attempts; `stale` when it has not failed. */
  | { kind: 'requeue'; id: string; at: number }
  | ClaimChange<Vector>;
