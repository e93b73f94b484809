import type { Thread } from '../../../lib/create-thread.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { ReaderOperations } from './reader-operations.ts';
import type { ReportOperations } from './report-operations.ts';
import type { RoundRobin } from './round-robin.ts';
import type { Writer } from './writer.ts';

/** Holds the connections to the store file, which are one for each thread. */
export interface Connections {
  /** Makes every change. */
  writer: Writer;
  /** Serves point reads on the calling thread. */
  snapshot: Snapshot;
  /** Serves the reads of memories that may take longer. */
  reader: Thread<ReaderOperations>;
  /** Serves the accounts on the reader in turn. */
  readerQueue: RoundRobin<ReaderOperations>;
  /** Reads usage and the request log on a thread without searches. */
  reporter: RoundRobin<ReportOperations>;
}
