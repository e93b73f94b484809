import type {
  Entity,
  Extraction,
  Failure,
  Memory,
  MemoryIndex,
  MemoryOutcome,
  Message,
  Metadata,
  MetadataIndex,
  TextIndex,
} from './memory.ts';

/** A memory handed to one worker until the lease ends. `revision` guards the result against later changes. */
export interface Claim {
  id: string;
  ownerId: string;
  revision: number;
  text: string;
  messages: Message[] | null;
  userId: string;
  /** Whether facts are to be extracted first: the result goes to {@link IngestJobs.settleExtraction}. */
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

/** Hands memories to workers and takes what ingest made of them. */
export interface IngestJobs {
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
}
