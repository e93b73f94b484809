import type { DatabaseSync } from 'node:sqlite';
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
import { identifiers } from './0015-identifiers.ts';
import { tokenVectors } from './0016-token-vectors.ts';
import { wordsInMemory } from './0017-words-in-memory.ts';
import { endUsers } from './0018-end-users.ts';
import { versions } from './0019-versions.ts';
import { sessionsAndAudit } from './0020-sessions-and-audit.ts';
import { webhooks } from './0021-webhooks.ts';
import { expiry } from './0022-expiry.ts';
import { deletions } from './0023-deletions.ts';
import { imports } from './0024-imports.ts';
import { restrictedKeys } from './0025-restricted-keys.ts';
import { requestSource } from './0026-request-source.ts';

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
  identifiers,
  tokenVectors,
  wordsInMemory,
  endUsers,
  versions,
  sessionsAndAudit,
  webhooks,
  expiry,
  deletions,
  imports,
  restrictedKeys,
  requestSource,
];

/** The services of the server for a migration of older memories. */
export interface MigrationOptions {
  /** Finds the identifiers of a text. @default none */
  identifiersOf?: ((text: string) => string[]) | undefined;
  /** Called from time to time while a large store is upgraded. */
  onProgress?: ((message: string) => void) | undefined;
}

const progressEvery = 50_000;

/** Upgrades a store from one format to another. The caller begins and ends the transaction. */
export function applyMigrations(
  db: DatabaseSync,
  { from, to = migrations.length }: { from: number; to?: number },
  { identifiersOf = () => [], onProgress = () => {} }: MigrationOptions = {},
): void {
  let texts = 0;
  db.function('identifiers_of', (text) => {
    if (++texts % progressEvery === 0) onProgress(`upgrading the store: ${texts} memories so far`);
    return identifiersOf(text as string).join(' ');
  });
  for (const statements of migrations.slice(from, to)) db.exec(statements);
}
