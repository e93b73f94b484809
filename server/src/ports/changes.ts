import type { ClaimKey } from './ingest-jobs.ts';
import type {
  Entity,
  Extraction,
  Failure,
  Memory,
  MemoryIndex,
  MemoryOutcome,
  Metadata,
  MetadataIndex,
  TextIndex,
} from './memory.ts';

export interface NewText {
  text: string;
  index: TextIndex;
  /** Whether the memory stays the fact that extraction made of another text. */
  keepsOrigin: boolean;
}

export interface NewMetadata {
  metadata: Metadata;
  index: MetadataIndex;
}

export interface InsertChange {
  kind: 'insert';
  /** The memory is pending, and found by its words at once. */
  memory: Memory;
  index: MemoryIndex;
}

/** Replaces text or metadata. A new text is ingested again, and restores an archived source unless `keepsOrigin`. */
export interface ContentChange {
  kind: 'change';
  id: string;
  at: number;
  metadata: NewMetadata | null;
  text: NewText | null;
}

/** Makes a memory ready that was claimed for ingest, or replaces the vectors of one claimed for re-embedding. */
export interface CompleteChange<Vector = Float32Array> {
  kind: 'complete';
  claim: ClaimKey;
  embedderId: string;
  /** Empty: the embedder cannot embed the text, which is found by its words only. */
  vectors: Vector[];
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

/** Removes the memory, its indexes, and the bodies of stored responses that hold its text. */
export interface RemoveChange {
  kind: 'remove';
  id: string;
  /** The user whose memory it must be: that of another one is `missing`. @default any user */
  userId?: string | undefined;
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
