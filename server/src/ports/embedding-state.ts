import type { Message } from './message.ts';

/** A ready memory whose vectors another embedder made, handed to one worker until the lease ends. */
export interface OutdatedMemory {
  id: string;
  ownerId: string;
  /** Guards the vectors against later changes of the text. */
  revision: number;
  text: string;
  messages: Message[] | null;
  /** How often it was handed out before and neither got vectors nor was handed back without a mark against it. */
  attempts: number;
}

export interface OutdatedQuery {
  /** The embedder that memories are moved to. */
  embedderId: string;
  /** Memories at most. */
  limit: number;
  /** Stop when this much text is handed out, in characters; the memory that goes beyond is still part of it. */
  characters: number;
  now: number;
  leaseMs: number;
  /** Memories with this many attempts are under suspicion: one at a time, and only when there is nothing else. */
  suspectAfter: number;
}

export interface NewVectors {
  memory: OutdatedMemory;
  embedderId: string;
  /** Empty: this embedder can not do it; the memory is found by its words, and counts as moved. */
  vectors: Float32Array[];
}

/**
 * Moves what was embedded by another embedder over, while all of it is searched. Neither status nor version nor times of a
 * memory change. What is left to do stands in the rows: any number of workers may end at any time.
 */
export interface EmbeddingState {
  /** Hands out memories whose vectors are not of the embedder asked for, counting an attempt for each; owners take turns. */
  claimOutdated(query: OutdatedQuery): Promise<OutdatedMemory[]>;
  /**
   * Puts vectors in the place of the old ones. Dropped for a memory that changed its text, went, or was moved meanwhile.
   * Resolves to the ids kept.
   */
  replaceVectors(results: readonly NewVectors[]): Promise<string[]>;
  /** Hands memories back, due again at `at`. Unless `refused`, the attempt does not count. */
  postponeOutdated(memories: readonly OutdatedMemory[], options: { at: number; refused: boolean }): Promise<void>;
  /** How many ready memories are not of this embedder. */
  countOutdated(embedderId: string): Promise<number>;
  /** Whether the owner has such memories. */
  hasOutdated(ownerId: string, embedderId: string): Promise<boolean>;
  /** The embedder that made a memory's vectors; null: it has none. */
  embedderOf(ownerId: string, id: string): Promise<string | null>;
}
