import { accountsAndMemories } from './0001-accounts-and-memories.ts';
import { ingest } from './0002-ingest.ts';
import { usage } from './0003-usage.ts';
import { requestLogAge } from './0004-request-log-age.ts';
import { turns } from './0005-turns.ts';
import { places } from './0006-places.ts';
import { search } from './0007-search.ts';
import { extraction } from './0008-extraction.ts';
import { traces } from './0009-traces.ts';
import { embedders } from './0010-embedders.ts';
import { liveEndUsers } from './0011-live-end-users.ts';

/**
 * Each entry takes a store from the version before it (its index) to the next. Entries never change once released. What
 * they come to together stands in `schema.sql`.
 */
export const migrations: readonly string[] = [
  accountsAndMemories,
  ingest,
  usage,
  requestLogAge,
  turns,
  places,
  search,
  extraction,
  traces,
  embedders,
  liveEndUsers,
];
