import type { Finding } from '../../lib/finding.ts';

/** Whether a server uses a store. For a moment after its start, its pid is null. */
export type ServerState =
  | { kind: 'none' }
  | { kind: 'running'; pid: number | null }
  | { kind: 'unknown'; reason: string };

export interface StoreDiagnosis {
  /** The check of the data directory, or of the database server. */
  location: Finding;
  /** The check of the store file, or of the search indexes. */
  contents: Finding;
  /** The number of webhooks that are disabled because of their receivers; 0 if none can be counted. */
  disabledWebhooks: number;
  server: ServerState;
  /** A directory on the disk of the store; null if that is on another machine. */
  disk: string | null;
}
