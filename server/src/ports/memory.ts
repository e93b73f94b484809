export type Message = { role: 'user' | 'assistant' | 'system' | 'tool'; content: string; name?: string };

export type MemoryStatus = 'pending' | 'ready' | 'failed';
/** The outcome of ingest. All except `stored` come from extraction. */
export type MemoryOutcome = 'stored' | 'extracted' | 'duplicate' | 'nothing_to_store';

export type Entity = { name: string; kind: string };

export type Failure = { code: string; message: string };

export type Metadata = Record<string, unknown>;

/** The result of extraction for a memory that was written with `infer`. */
export interface Extraction {
  /** The memory with the same content, if this one is a duplicate. */
  duplicateOf: string | null;
  /** The memories with the facts, including this one if it is a fact. */
  extractedIds: string[];
  /** The text of the write, if a fact replaced it. */
  originalText: string | null;
}

/** A stored memory. Times are milliseconds since the epoch. */
export interface Memory {
  id: string;
  /** The account is never shown and cannot be set. */
  accountId: string;
  text: string;
  messages: Message[] | null;
  /** The user of the write, or the account itself. */
  userId: string;
  /** The end user of a write over REST, if `userId` is the account itself (`MNEMA_REST_USER_ID`); null otherwise. */
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
  /** An archived memory has no fact of its own. It is found only by its id: lists, searches and counts leave it out. */
  isArchived: boolean;
  /** null without extraction, and before it. */
  extraction: Extraction | null;
  /** The memory from which this one was extracted; null if a client wrote it. */
  sourceMemoryId: string | null;
  entities: Entity[];
  /** Starts at 1, and every change of the content adds one. Results of ingest add none. */
  version: number;
  /** A number that changes with the text and guards the results of ingest. */
  revision: number;
  changedBy: Actor;
  occurredAt: number;
  createdAt: number;
  updatedAt: number;
  /** The time from which the memory counts as deleted, although its rows stay until a sweep; null if it never expires. */
  expiresAt: number | null;
  /** The time when the current text replaced another one; null if it is the first. */
  textChangedAt: number | null;
  /** The number of ingest attempts for the current text. */
  attempts: number;
  /** The time of the next ingest; null unless pending. */
  nextAttemptAt: number | null;
}

/** Returns the effective user of a memory: its end user, or the account if it has none. */
export function effectiveUserOf({ userId, endUserId }: Pick<Memory, 'userId' | 'endUserId'>): string {
  return endUserId ?? userId;
}

/** Whether a memory is in a scope with this `userId` (see {@link Scope}). */
export function isOfUser(memory: Pick<Memory, 'accountId' | 'userId' | 'endUserId'>, userId: string): boolean {
  return userId === (userId === memory.accountId ? memory.userId : effectiveUserOf(memory));
}

/** The search index of a text. The domain computes it, so that every store indexes the same. */
export interface TextIndex {
  /** Stemmed words, in order, with repetitions, separated by blanks. Only letters, digits and marks. */
  words: string;
  wordCount: number;
  /**
   * The distinct identifiers of the text (see `domain/text/identifiers.ts`), separated by blanks. They find the memory
   * like words, but are not counted as words. Each begins with a sign that no word has.
   */
  identifiers: string;
  /** The speaker of a message in a run; empty if there are several or it is unknown. null for other memories. */
  speaker: string | null;
  /** In code points. */
  characters: number;
  /** The last character that is not blank. */
  ending: string;
  /**
   * Equal for memories of one user, agent and (for messages) run whose texts differ only in blanks, capitals and
   * punctuation. Different stated times make it different. null if the text is long.
   */
  copyHash: number | null;
}

export interface MetadataIndex {
  /** One canonical token for each key and value that a filter may contain (see `domain/text/filter-keys.ts`). */
  filterKeys: string[];
  /** The distinct strings in `metadata.project`. */
  projects: string[];
  /** Distinct stemmed words that describe the topic, separated by blanks. They find the memory like words of its text. */
  tagWords: string;
}

export interface MemoryIndex extends TextIndex, MetadataIndex {}

export interface MemoryVersion extends Pick<Memory, 'version' | 'text' | 'messages' | 'metadata' | 'changedBy'> {
  changedAt: number;
  replacedAt: number;
}

/** The memories that a list or search may return. The account is always part of it. */
export interface Scope {
  accountId: string;
  /** The account's own id selects the memories with this `userId`; any other id those with this effective user. */
  userId?: string | undefined;
  withoutEndUsers?: boolean | undefined;
  agentId?: string | undefined;
  runId?: string | undefined;
  /** A memory must have one key of each of these lists. */
  filterKeys?: string[][] | undefined;
  occurred?: TimeRange | undefined;
  created?: TimeRange | undefined;
}

/** In milliseconds since the epoch. `to` is exclusive. */
export type TimeRange = { from?: number | undefined; to?: number | undefined };

/** The author of a change of a memory. A worker is the author if it extracts the facts of another memory. */
export interface Actor {
  kind: 'api_key' | 'session' | 'mcp' | 'worker' | 'import';
  /** The first characters of the API key; null without one. */
  keyPrefix: string | null;
}

export const workerActor: Actor = { kind: 'worker', keyPrefix: null };
