import type { Memory, MemoryOutcome, MemoryVersion } from './memory.ts';
import type { Scope } from './memory-rows.ts';

/** The version of the format of exports that this server writes, and the newest that it reads. */
export const exportFormatVersion = 1;

export interface ExportQuery {
  scope: Scope;
  /** Whether each memory comes with its former versions. */
  versions: boolean;
}

export interface ExportedRecord {
  memory: Memory;
  /** The outcome of extraction is set before the memory is ready. */
  outcome: MemoryOutcome | null;
  /** The former versions, oldest first. */
  versions: MemoryVersion[];
}

/** The memories of a scope at one moment. Archived ones are among them, expired ones are not. */
export interface MemoryExport {
  /** Reads the next memories in the order of their ids. An empty page is the end. */
  next(): Promise<ExportedRecord[]>;
  /** Ends the snapshot. It may be called twice. */
  close(): Promise<void>;
}

/** The ids and import keys that rows of an account may have. */
export interface TakenKeys {
  ids: string[];
  importKeys: string[];
}

/** Takes memories out, and finds those that were brought in. An insert with {@link ImportSource} brings one in. */
export interface MemoryTransfer {
  /** Opens a snapshot, which sees all writes that were acknowledged before. */
  openExport(query: ExportQuery): Promise<MemoryExport>;
  /** Resolves to those of the ids and import keys that a row of the account has, also one that has expired. */
  findTaken(accountId: string, keys: TakenKeys): Promise<TakenKeys>;
}
