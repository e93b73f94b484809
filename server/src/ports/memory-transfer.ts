import type { Memory, MemoryOutcome, MemoryVersion, Scope } from './memory.ts';

/** The version of the format of exports that this server writes, and the newest one that it reads. */
export const exportFormatVersion = 1;

export interface ExportQuery {
  scope: Scope;
  /** Whether each memory includes its former versions. */
  versions: boolean;
}

export interface ExportedRecord {
  memory: Memory;
  /** The outcome of extraction is set before the memory is ready. */
  outcome: MemoryOutcome | null;
  /** The former versions, oldest first. */
  versions: MemoryVersion[];
}

/** The memories of a scope at one moment, including archived ones, without expired ones. */
export interface MemoryExport {
  /** Reads the next memories in the order of their ids. An empty page is the end. */
  next(): Promise<ExportedRecord[]>;
  /** Ends the snapshot. It may be called twice. */
  close(): Promise<void>;
}

/** Ids and import keys that rows of an account may have. */
export interface TakenKeys {
  ids: string[];
  importKeys: string[];
}

/** Exports memories, and finds those that were imported. An insert with {@link ImportSource} imports one. */
export interface MemoryTransfer {
  /** Opens a snapshot, which contains all writes that were acknowledged before. */
  openExport(query: ExportQuery): Promise<MemoryExport>;
  /** Resolves to those of the ids and import keys that a row of the account has, even if it has expired. */
  findTaken(accountId: string, keys: TakenKeys): Promise<TakenKeys>;
}
