import type { Thread } from '../../../lib/create-thread.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { ReaderOperations } from '../search/search-reads.ts';
import type { ReportOperations } from './report-operations.ts';
import type { RoundRobin } from './round-robin.ts';
import type { Writer } from './writer.ts';

/** The connections to the store file, which are one for each thread. */
export interface Connections {
  /** The thread that makes every change. */
  writer: Writer;
  /** The connection for point reads on the calling thread. */
  snapshot: Snapshot;
  /** The thread for the reads of memories that may take longer. */
  reader: Thread<ReaderOperations>;
  /** The queue that serves the accounts on the reader in turn. */
  readerQueue: RoundRobin<ReaderOperations>;
  /** The queue that reads usage and the request log on a thread without searches. */
  reporter: RoundRobin<ReportOperations>;
  /** The clock of the store, which the threads do not have. */
  now(): number;
}
