import { DatabaseSync } from 'node:sqlite';

/**
 * The time for which a connection waits for a lock. The command line is another process, whose transaction may take
 * this long.
 */
const busyTimeoutMs = 5_000;

/**
 * Opens an existing store file. A writing connection flushes each commit to the disk before the commit returns, and
 * overwrites deleted content.
 */
export function openDatabase(file: string, { readOnly = false } = {}): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly, timeout: busyTimeoutMs });
  const cacheKibibytes = readOnly ? 4_000 : 8_000;
  db.exec(`PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -${cacheKibibytes};`);
  if (!readOnly) db.exec('PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864; PRAGMA secure_delete = ON;');
  return db;
}
