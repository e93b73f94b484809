import { accountTables } from './account-tables.ts';
import { embedderColumns } from './embedder-columns.ts';
import { extractionColumns } from './extraction-columns.ts';
import { ingestTables } from './ingest-tables.ts';
import { liveEndUsers } from './live-end-users.ts';
import { memoryTables } from './memory-tables.ts';
import { placeIndex } from './place-index.ts';
import { searchColumns } from './search-columns.ts';
import { turnColumns } from './turn-columns.ts';
import { usageTables } from './usage-tables.ts';

/** Each entry takes a store from the version before it (its index) to the next. Entries never change once released. */
export const migrations: readonly string[] = [
  accountTables + memoryTables,
  ingestTables,
  usageTables,
  // One index less to keep with each request.
  'DROP INDEX request_log_age;',
  turnColumns,
  placeIndex,
  searchColumns,
  extractionColumns,
  // `trace_parent`: of the request that made a memory pending. What facts are extracted from is due by user.
  `ALTER TABLE memory ADD COLUMN trace_parent TEXT;
   DROP INDEX memory_due_of;
   CREATE INDEX memory_due_of ON memory (owner, next_attempt_at, seq) WHERE status = 'pending' AND infer = 0;
   CREATE INDEX memory_extraction_of ON memory (owner, user_id, next_attempt_at, seq) WHERE status = 'pending' AND infer = 1;`,
  embedderColumns,
  liveEndUsers,
];
