import type { CandidateIndex } from '../../ports/candidate-index.ts';
import type { AnyKind, Commands, Queries, RecordStore } from '../../ports/record-store.ts';

export type StoreDomain<C extends Commands, Q extends Queries> = { kinds: readonly AnyKind[]; commands: C; queries: Q };

/** Reads the leases of workers. @returns what ends those of crashed workers */
export type ReadLeases = () => Promise<(isCrashed: (workerId: string) => boolean) => Promise<void>>;

export interface OpenStore<C extends Commands = Commands, Q extends Queries = Queries> {
  records: RecordStore<C, Q>;
  candidates: CandidateIndex;
  /** Whether several processes may use it at the same time. */
  isShared: boolean;
  /** Marks this process as a worker, and ends the leases of crashed ones. @returns what lists those that may have */
  startWorker(workerId: string, readLeases: ReadLeases): Promise<() => readonly string[]>;
  /** Only a store has it whose files and search indexes belong to this process. */
  local?: LocalData | undefined;
  problems(): string[];
  /** The largest memory id, which new ids must exceed even if the clock was set back; null in an empty store. */
  lastMemoryId(): Promise<string | null>;
  close(): Promise<void>;
}

/** Finds and removes deleted data in the files and the memory of a process. */
export interface LocalData {
  /** Whether a search index in memory contains one of these memories of an account. */
  isIndexed(accountId: string, seqs: readonly number[]): Promise<boolean>;
  forgetAccounts(): Promise<void>;
  /** Empties the log of deleted texts, as also happens within seconds. Resolves to false if a long read prevents it. */
  eraseDeleted(): Promise<boolean>;
  /** The time of the first deletion since the last compaction, which may have left copies. Null without one. */
  compactionDueSince(): Promise<number | null>;
}

export type OpenRecords<C extends Commands, Q extends Queries> = Pick<
  OpenStore<C, Q>,
  'records' | 'isShared' | 'close'
>;
