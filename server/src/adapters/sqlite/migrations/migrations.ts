import { accountsAndMemories } from './0001-accounts-and-memories.ts';
import { ingest } from './0002-ingest.ts';
import { usage } from './0003-usage.ts';
import { requestLogAge } from './0004-request-log-age.ts';
import { messages } from './0005-messages.ts';
import { ordinals } from './0006-ordinals.ts';
import { search } from './0007-search.ts';
import { extraction } from './0008-extraction.ts';
import { traces } from './0009-traces.ts';
import { embedders } from './0010-embedders.ts';
import { liveEndUsers } from './0011-live-end-users.ts';
import { storedResponses } from './0012-stored-responses.ts';
import { rejectedRequests } from './0013-rejected-requests.ts';
import { suspendedAccounts } from './0014-suspended-accounts.ts';
import { wordsInMemory } from './0017-words-in-memory.ts';

/**
 * Each entry upgrades a store from the version that is its index to the next one. Released entries never change.
 * `schema.sql` holds the schema after all of them.
 */
export const migrations: readonly string[] = [
  accountsAndMemories,
  ingest,
  usage,
  requestLogAge,
  messages,
  ordinals,
  search,
  extraction,
  traces,
  embedders,
  liveEndUsers,
  storedResponses,
  rejectedRequests,
  suspendedAccounts,
  wordsInMemory,
];
