import type { Actor } from './actor.ts';

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

/** The result of extraction for a memory that was written with `infer`. */
export interface Extraction {
  /** The memory with the same content, if this one is a duplicate. */
  duplicateOf: string | null;
  /** The memories that hold the facts, with this one if it holds one. */
  extractedIds: string[];
  /** The text as it was written, if a fact replaced it. */
  originalText: string | null;
}

/** A stored memory. Times are milliseconds since the epoch. */
export interface Memory {
  id: string;
  /** The account is never shown and never settable. */
  accountId: string;
  text: string;
  messages: Message[] | null;
  /** The user that the write named, or the account itself. */
  userId: string;
  /**
   * The end user that a write over REST named, where `userId` is the account itself (`MNEMA_REST_USER_ID`). null: none, or
   * `userId` is the end user.
   */
  endUserId: string | null;
  agentId: string | null;
  runId: string | null;
  metadata: Metadata;
  status: MemoryStatus;
  /** null until the memory is ready. */
  outcome: MemoryOutcome | null;
  failure: Failure | null;
  /** Whether facts are still to be extracted from the text. */
  infer: boolean;
  /** An archived memory holds no fact of its own. Only its id finds it: lists, searches and counts leave it out. */
  isArchived: boolean;
  /** null without extraction, and before it. */
  extraction: Extraction | null;
  /** The memory that this one was extracted from; null: a client wrote it. */
  sourceMemoryId: string | null;
  entities: Entity[];
  /** Begins with 1; every change of the content adds one. Results of ingest add none. */
  version: number;
  /** A number that changes with the text and guards the results of ingest. */
  revision: number;
  /** The author of the present version; null: it was written before authors were stored. */
  changedBy: Actor | null;
  occurredAt: number;
  createdAt: number;
  updatedAt: number;
  /** From this time on the memory is gone for everybody (see `ports/expiry.ts`); null: it stays. */
  expiresAt: number | null;
  /** When the present text replaced another one; null: it is the first. */
  textChangedAt: number | null;
  /** Ingest attempts begun for the present text. */
  attempts: number;
  /** When ingest is due next; null unless pending. */
  nextAttemptAt: number | null;
}

/** Returns the effective user of a memory: its end user, or the account when it has none. */
export function effectiveUserOf({ userId, endUserId }: Pick<Memory, 'userId' | 'endUserId'>): string {
  return endUserId ?? userId;
}

/** Whether a memory is among those that a scope with this `userId` sees (see {@link Scope}). */
export function isOfUser(memory: Pick<Memory, 'accountId' | 'userId' | 'endUserId'>, userId: string): boolean {
  return userId === (userId === memory.accountId ? memory.userId : effectiveUserOf(memory));
}

/** The search index of a text. The domain computes it, so that every store indexes the same. */
export interface TextIndex {
  /** Stemmed words, in order, with repetitions. Letters, digits and marks only. */
  words: string[];
  /**
   * The distinct identifiers of the text (see `domain/text/identifiers.ts`). They find the memory like words, but are
   * not counted as words. Each begins with a sign that no word has.
   */
  identifiers: string[];
  /** The speaker of a message in a run; empty: unknown or several. null: the memory is no message. */
  speaker: string | null;
  /** In code points. */
  characters: number;
  /** The last character that is not blank. */
  ending: string;
  /**
   * Equal for memories of one user, agent and (for messages) run whose texts differ only in blanks, capitals and
   * punctuation, unless they happened at different stated times. null: the text is long.
   */
  copyHash: number | null;
}

/** The search index of metadata. */
export interface MetadataIndex {
  /** One canonical token for each metadata key and value that a filter may name (see `domain/text/filter-keys.ts`). */
  filterKeys: string[];
  /** The distinct strings in `metadata.project`. */
  projects: string[];
  /** Distinct stemmed words of the metadata that describe the topic. They find the memory like words of its text. */
  tagWords: string[];
}

export interface MemoryIndex extends TextIndex, MetadataIndex {}

/** A former version of a memory. */
export interface MemoryVersion extends Pick<Memory, 'version' | 'text' | 'messages' | 'metadata' | 'changedBy'> {
  changedAt: number;
  /** When the next version took its place. */
  replacedAt: number;
}
