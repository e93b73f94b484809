import { DatabaseSync } from 'node:sqlite';

/** Waits this long for another process (the operator's command line) to finish its transaction. */
const busyTimeoutMs = 5_000;

/** Opens an existing store file. Writing connections flush each commit to the disk before it counts as done. */
export function openDatabase(file: string, options: { readOnly?: boolean } = {}): DatabaseSync {
  const db = new DatabaseSync(file, { readOnly: options.readOnly ?? false, timeout: busyTimeoutMs });
  db.exec('PRAGMA foreign_keys = ON; PRAGMA temp_store = MEMORY; PRAGMA cache_size = -16000;');
  if (!options.readOnly) db.exec('PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864;');
  return db;
}
