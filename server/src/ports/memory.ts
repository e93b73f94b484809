export interface Message {
  role: 'user' | 'assistant' | 'system' | 'tool';
  content: string;
  name?: string;
}

export type MemoryStatus = 'pending' | 'ready' | 'failed';
/** How ingest ended. All but `stored` come from extraction. */
export type MemoryOutcome = 'stored' | 'extracted' | 'duplicate' | 'nothing_to_store';

export interface Entity {
  name: string;
  kind: string;
}

export interface Failure {
  code: string;
  message: string;
}

export type Metadata = Record<string, unknown>;

/** What extraction made of a memory that was written with `infer`. */
export interface Extraction {
  /** Of a duplicate: the memory that says the same. */
  duplicateOf: string | null;
  /** The memories that hold the facts, this one among them when it holds one. */
  extractedIds: string[];
  /** What was written, when a fact took its place. */
  originalText: string | null;
}

/** A memory as it is kept. Times are milliseconds since the epoch. */
export interface Memory {
  id: string;
  /** The account that owns the row. Never shown, never settable. */
  accountId: string;
  text: string;
  messages: Message[] | null;
  userId: string;
  agentId: string | null;
  runId: string | null;
  metadata: Metadata;
  status: MemoryStatus;
  /** null until the memory is ready. */
  outcome: MemoryOutcome | null;
  failure: Failure | null;
  /** Whether facts are still to be extracted from the text. */
  infer: boolean;
  /** Reached by its id only: it holds no fact of its own. Lists, searches, facet counts and the counts of projects and users leave it out. */
  isArchived: boolean;
  /** null before extraction, and without. */
  extraction: Extraction | null;
  /** The memory this one was extracted from; null: it was written. */
  sourceMemoryId: string | null;
  entities: Entity[];
  /** 1 at first; every update by a client adds one. */
  version: number;
  occurredAt: number;
  createdAt: number;
  updatedAt: number;
  /** When the present text took the place of another; null: it is the first. */
  textChangedAt: number | null;
  /** Ingest attempts begun for the present text. */
  attempts: number;
  /** When ingest is next due; null unless pending. */
  nextAttemptAt: number | null;
}

/** What search needs to know of a text, computed once by the domain so that every store indexes the same. */
export interface TextIndex {
  /** Stemmed words, in order, with repetitions. Letters, digits and marks only. */
  words: string[];
  /** Who speaks, of a turn in the conversation of its run; empty: several, or nobody known. null: it is no turn. */
  speaker: string | null;
  /** In code points. */
  characters: number;
  /** The last character but for blanks. */
  ending: string;
  /**
   * The same for memories of one user, agent and, of turns, run whose texts differ in nothing but blanks, capitals and
   * the marks of a sentence, and which are not said to have happened at different times; null for long ones.
   */
  copyHash: number | null;
}

/** The same of metadata. */
export interface MetadataIndex {
  /** One canonical token per metadata key and value that a filter may ask for (see `domain/text/filter-keys.ts`). */
  filterKeys: string[];
  /** The distinct strings in `metadata.project`. */
  projects: string[];
  /** Distinct stemmed words of the keys that say what a memory is about. It is found by them as by its own words. */
  tagWords: string[];
}

export interface MemoryIndex extends TextIndex, MetadataIndex {}
