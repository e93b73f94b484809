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
  /** Pending; found by its words at once. */
  memory: Memory;
  index: MemoryIndex;
}

/** Replaces what is given. A new text is ingested again; one that keeps no origin brings an archived source back. */
export interface ContentChange {
  kind: 'change';
  id: string;
  at: number;
  metadata: NewMetadata | null;
  text: NewText | null;
}

/** Makes a memory ready that was claimed for ingest, or replaces the vectors of one that was claimed for re-embedding. */
export interface CompleteChange<Vector = Float32Array> {
  kind: 'complete';
  claim: ClaimKey;
  embedderId: string;
  /** Empty: the embedder can not embed this text, which is found by its words only. */
  vectors: Vector[];
  /** Null after re-embedding: the entities stay. */
  entities: Entity[] | null;
}

/** Ends an ingest attempt without a result. */
export interface FailChange {
  kind: 'fail';
  claim: ClaimKey;
  failure: Failure;
  /** Whether the memory itself was the reason, which counts towards giving up. */
  rejected: boolean;
  /** null: final. */
  retryAt: number | null;
}

/** The text stays as it was written, and its metadata give the reason why no facts were extracted. */
export interface StoreRawChange extends NewMetadata {
  kind: 'store_raw';
  claim: ClaimKey;
  at: number;
}

/** The memory holds no fact of its own: it becomes an archived source, which is ready. */
export interface ArchiveChange {
  kind: 'archive';
  claim: ClaimKey;
  outcome: Exclude<MemoryOutcome, 'stored'>;
  extraction: Extraction;
}

/** A fact takes the place of the text that it was extracted from. */
export interface ExtractChange {
  kind: 'extract';
  claim: ClaimKey;
  at: number;
  text: string;
  index: TextIndex;
  extraction: Extraction;
}

/** A change that ends a claim. It is written only while the claim holds. */
export type ClaimChange<Vector = Float32Array> =
  | CompleteChange<Vector>
  | FailChange
  | StoreRawChange
  | ArchiveChange
  | ExtractChange;

/** What a commit does to one memory. */
export type Change<Vector = Float32Array> =
  | InsertChange
  | ContentChange
  /** Removes the row and everything that could find it. */
  | { kind: 'remove'; id: string }
  /** Ingests a failed memory again, with all its attempts; `stale` when it has not failed. */
  | { kind: 'requeue'; id: string; at: number }
  | ClaimChange<Vector>;
