import type { Message } from './message.ts';
import type { OutdatedMemories } from './outdated-memories.ts';
import type { Allowance } from './usage-store.ts';

export type { Message } from './message.ts';

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
  ownerId: string;
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
  /** Reached by its id only: it holds no fact of its own. No list, search, tally or count of projects or users sees it. */
  isAside: boolean;
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
  /** One canonical token per metadata key and value that a filter may ask for (see `domain/text/labels.ts`). */
  labels: string[];
  /** The distinct strings in `metadata.project`. */
  projects: string[];
  /** Distinct stemmed words of the keys that say what a memory is about. It is found by them as by its own words. */
  tagWords: string[];
}

export interface MemoryIndex extends TextIndex, MetadataIndex {}

/** The answer that a repeated request with the same Idempotency-Key gets. */
export interface StoredAnswer {
  fingerprint: string;
  status: number;
  location: string | null;
  /** JSON text, returned byte for byte. Empty when the answer has no body. */
  body: string;
}

/** Keeps `answer` under the key in the same transaction as the write, or finds that the key was used before. */
export interface Once {
  key: string;
  answer: StoredAnswer;
  createdAt: number;
  expiresAt: number;
}

export type WriteResult =
  | { kind: 'written' }
  /** The Idempotency-Key was used before; nothing was written. */
  | { kind: 'replayed'; answer: StoredAnswer }
  /** The row is not there (any more); nothing was written. */
  | { kind: 'missing' }
  /** The row is not at the version or status the caller expected; nothing was written: read it again. */
  | { kind: 'stale' }
  /** The allowance is used up; nothing was written or counted. */
  | { kind: 'over_limit'; limit: 'memory_writes' | 'end_users' | 'projects' };

/**
 * Replaces what is given and leaves the rest; `text` sends the memory round ingest again, as it is: what extraction made
 * of the text before is forgotten, also that it was extracted from another, and a memory that was set aside comes back.
 */
export interface MemoryChange {
  ownerId: string;
  id: string;
  expectedVersion: number;
  updatedAt: number;
  metadata: Metadata;
  index: MetadataIndex;
  text: (TextIndex & { text: string; nextAttemptAt: number }) | null;
}

/** Which memories a list or search may see. The owner is always part of it. */
export interface Scope {
  ownerId: string;
  userId?: string;
  agentId?: string;
  runId?: string;
  /** All of these must hold; within one, any of its labels. */
  labels?: string[][];
}

export interface ListQuery {
  scope: Scope;
  status?: MemoryStatus;
  limit: number;
  /** Where the page before ended: only memories with a smaller id. */
  beforeId?: string;
}

export interface ListPage {
  memories: Memory[];
  /** False when this page reached the end. A page may be shorter than `limit` and still have more behind it. */
  more: boolean;
}

/** In milliseconds since the epoch; `to` is exclusive. */
export interface TimeSpan {
  from: number;
  to: number;
}

export interface CandidateQuery {
  scope: Scope;
  /** Distinct stemmed query words. */
  words: string[];
  /** Names and the like that the query holds, in lower case. */
  entities: string[];
  /** Vector of the query, at most of length 1, and the embedder that made it; null when there is none. */
  vector: { embedderId: string; values: Float32Array } | null;
  /** How many candidates each signal may name. */
  limit: number;
  /** Of what happened in any of these the best by words and by vector are candidates too. Empty: no time is asked for. */
  times: readonly TimeSpan[];
  /** The query asks for nothing but these times: the newest that happened then are candidates too. */
  timesAreAll: boolean;
  /** A memory that is to be among the candidates when the scope holds it, whatever else is found. */
  include?: string;
}

/** `copyHash`, `characters` and `ending` are those of its {@link TextIndex}. */
export interface Candidate {
  id: string;
  version: number;
  /** How often each query word occurs in the memory, in the order of `words`. */
  wordCounts: number[];
  /** Whether each query word is among the memory's tag words, in the order of `words`. */
  tagged: boolean[];
  /** Words in the memory altogether. */
  length: number;
  /** Those of the query's entities that the memory names. */
  entities: string[];
  copyHash: number | null;
  /** Best cosine over the memory's vectors; null when it has none yet. */
  cosine: number | null;
  characters: number;
  ending: string;
  occurredAt: number;
  /** When the present text was told: when it happened, or when it was last changed if that was later. */
  toldAt: number;
  /** Where a turn stands in its conversation; null for everything else. */
  turn: Turn | null;
  /** It is here for its words only, because a candidate stands near it in its run; no candidate itself. */
  isContext: boolean;
}

/** A place in a run. Runs of different users or agents are different ones, whatever their names. */
export interface Turn {
  /** The same for all turns of a run, within one answer. */
  run: number;
  /** Among the turns of the run as they were written: those before and after have the numbers before and after. */
  position: number;
  speaker: string;
}

export interface WordStatistics {
  scopeSize: number;
  documentFrequencies: number[];
}

export interface Candidates extends WordStatistics {
  candidates: Candidate[];
  /** Words in a memory of the scope, on average. */
  averageLength: number;
  /** What finds the nearest by vector could not be asked: of them, only what could be read is here. */
  vectorsAway?: true;
}

/** A memory handed to one worker until the lease ends. `revision` guards the result against later changes. */
export interface Claim {
  id: string;
  ownerId: string;
  revision: number;
  text: string;
  messages: Message[] | null;
  userId: string;
  /** Whether facts are to be extracted first: the result goes to {@link MemoryStore.settleExtraction}. */
  infer: boolean;
  attempts: number;
  /** Attempts that failed because of the memory itself. */
  refusals: number;
  /** How often the process ended while it had this memory. */
  interruptions: number;
  /** When the present text was written, sent round again, or left by extraction. */
  pendingSince: number;
  /** The trace of the request that did so (see `ports/tracer.ts`); null: it is not traced. */
  traceParent: string | null;
}

export interface ClaimOptions {
  /** Memories at most. */
  limit: number;
  /** Of them, memories that facts are to be extracted from at most. */
  extractions: number;
  /** Stop when this much text is handed out; the memory that goes beyond is still part of it. */
  characters: number;
  now: number;
  leaseMs: number;
  /** Memories with this many interruptions are under suspicion: what interrupts a process may be its text. */
  suspectAfter: number;
  /** Hand out one memory under suspicion, by itself, when there is no other. */
  suspect: boolean;
}

export interface IngestResult {
  claim: Claim;
  embedderId: string;
  vectors: Float32Array[];
  entities: Entity[];
}

/** A fact that completes another memory. */
export interface CompletedFact {
  id: string;
  expectedVersion: number;
  text: string;
  index: TextIndex;
}

/** A memory as it was when somebody read it. */
export interface ReadMemory {
  id: string;
  version: number;
}

/**
 * `reliesOn`: memories that must still be as they were read, the claimed one and those that say the same as a fact.
 * `raw`: the text stays as it is, and the metadata say why. `aside`: the memory holds no fact of its own; it is ready.
 * `facts`: the first fact takes the place of the text, further ones are memories of their own.
 */
export type ExtractionResult = { claim: Claim; at: number; reliesOn: readonly ReadMemory[] } & (
  | { kind: 'raw'; metadata: Metadata; index: MetadataIndex }
  | {
      kind: 'aside';
      outcome: Exclude<MemoryOutcome, 'stored'>;
      extraction: Extraction;
      completed: readonly CompletedFact[];
    }
  | {
      kind: 'facts';
      text: string;
      index: TextIndex;
      extraction: Extraction;
      added: readonly { memory: Memory; index: MemoryIndex }[];
      completed: readonly CompletedFact[];
    }
);

export interface IngestFailure {
  claim: Claim;
  failure: Failure;
  /** Whether the memory itself was the reason, which counts towards giving up. */
  refusal: boolean;
  /** null: final. */
  retryAt: number | null;
}

export interface Backlog {
  pending: number;
  failed: number;
  /** When the oldest pending memory was written; null when none waits. */
  oldestPendingAt: number | null;
}

/**
 * Keeps memories, their search indexes and their ingest state. Every method that writes is one transaction and
 * resolves only when it is durable. Every method may throw {@link StoreUnavailableError}; none returns a partial or
 * empty result instead. An id of another owner behaves exactly like one that does not exist.
 */
export interface MemoryStore extends OutdatedMemories {
  /**
   * Adds a memory that is found by its words at once. Counted against the allowance in the same transaction; a new end
   * user or project needs room only if no other live memory has it.
   * @param traceParent here and below: kept while the memory is pending, for whoever claims it
   */
  insert(
    memory: Memory,
    index: MemoryIndex,
    allowance: Allowance,
    once?: Once,
    traceParent?: string,
  ): Promise<WriteResult>;
  /**
   * Counted like {@link insert}. A memory that leaves a project makes room for the one it moves to; one that was set
   * aside and comes back needs room for its user, too.
   */
  change(change: MemoryChange, allowance: Allowance, once?: Once, traceParent?: string): Promise<WriteResult>;
  /** Removes the row and everything that could find it. */
  remove(ownerId: string, id: string, once?: Once): Promise<WriteResult>;
  /** Sends a `failed` memory round ingest again; `stale` when it is not failed. */
  requeue(ownerId: string, id: string, at: number, once?: Once, traceParent?: string): Promise<WriteResult>;

  get(ownerId: string, id: string): Promise<Memory | undefined>;
  /** In the order asked for; ids that are not there are left out. */
  getMany(ownerId: string, ids: readonly string[]): Promise<Memory[]>;
  /** Newest first. */
  list(query: ListQuery): Promise<ListPage>;
  /**
   * The memories worth ranking, unordered: the best by words, tags included, the best by vector, the two turns before and the two
   * after each of these that is a turn, and as context the next two in either direction. All within the scope.
   */
  candidates(query: CandidateQuery): Promise<Candidates>;
  /** How many memories there are in the scope, and how many of them hold or are tagged with each of the words. */
  wordStatistics(scope: Scope, words: readonly string[]): Promise<WordStatistics>;
  findAnswer(ownerId: string, key: string, now: number): Promise<StoredAnswer | undefined>;

  /**
   * Hands out due memories, counting an attempt for each: oldest first, and of every owner with something due about as
   * many, so that one owner's import does not hold up the others. Of those with facts to be extracted, at most one for
   * each user of an owner is handed out until its lease ends, whoever asks: two texts that tell the same, extracted at
   * the same time, would each find the other's facts missing. These users take turns.
   */
  claim(options: ClaimOptions): Promise<Claim[]>;
  /** Prolongs leases. Of memories that changed or went meanwhile, or were handed back, nothing is touched. */
  extend(claims: readonly Claim[], until: number): Promise<void>;
  /** Hands memories back unfinished; they are due again at once and count as neither interrupted nor refused. */
  release(claims: readonly Claim[], at: number): Promise<void>;
  /**
   * Writes what extraction found, all of it or nothing. Everything in it that is not set aside goes round ingest as
   * usual, in the trace of the claim. Costs nothing of the allowance and asks for no room: facts have the user and the
   * projects of the memory they are from. What is set aside gives up its places. `stale`: the claimed memory changed or
   * went. `conflict`: one that was to be completed did, or one that the result relies on.
   */
  settleExtraction(result: ExtractionResult): Promise<'written' | 'stale' | 'conflict'>;
  /** Makes memories ready. Results whose memory changed or went meanwhile are dropped. Resolves to the ids kept. */
  complete(results: readonly IngestResult[]): Promise<string[]>;
  /** Returns the ids whose failure was recorded. */
  fail(failures: readonly IngestFailure[]): Promise<string[]>;
  backlog(): Promise<Backlog>;
  /**
   * Resolves when the store has just been read and written, to what else of it needs attention; throws
   * {@link StoreUnavailableError} otherwise.
   */
  probe(): Promise<string[]>;
  /** Forgets idempotency answers that have expired. Resolves to how many. */
  purgeAnswers(now: number): Promise<number>;
  /** Counts memories, newest first, a page at a time, so that the whole scope can be counted without holding others up. */
  tally(query: TallyQuery): Promise<TallyPage>;
}

export interface TallyQuery {
  scope: Scope;
  /** Memories on a page at most. A page may hold fewer although more follow. */
  limit: number;
  /** How many memories a name tells of. */
  idsMost: number;
  /** Where the page before ended: only memories with a smaller id. */
  beforeId?: string;
}

export interface Tallied {
  name: string;
  count: number;
  /** The newest of them, newest first. */
  memoryIds: string[];
}

export interface TallyPage {
  memories: number;
  /** Memories of the page for each string in `metadata.project`. */
  projects: Tallied[];
  /** Memories of the page for each entity. */
  entities: (Tallied & { kind: string })[];
  /** Where the next page begins; null when this page reached the end. */
  nextBeforeId: string | null;
}
