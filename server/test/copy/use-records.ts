import { openCopyTarget } from '../../src/app/services/open-copy.ts';
import type { ApiKey, AuditEvent } from '../../src/domain/accounts/kinds.ts';
import type { Webhook, WebhookDelivery } from '../../src/domain/events/kinds.ts';
import type { StoredDeletion } from '../../src/domain/memories/deletion-kinds.ts';
import type { CopySource, CopyTarget } from '../../src/domain/transfer/copy-commands.ts';
import type { MemoryCopy } from '../../src/domain/transfer/copy-memories.ts';
import { putRecords } from '../../src/domain/transfer/put-records.ts';
import { memoryPages, recordPages } from '../../src/domain/transfer/record-pages.ts';
import type { LoggedRequest, RequestDay, UsageMonth } from '../../src/domain/usage/kinds.ts';
import { makeAccountRecord, makeManyCopies } from './make-records.ts';

interface Copied {
  memories: MemoryCopy;
  deletions: StoredDeletion;
  requests: LoggedRequest;
  months: UsageMonth;
  days: RequestDay;
  auditEvents: AuditEvent;
  webhooks: Webhook;
  deliveries: WebhookDelivery;
  keys: ApiKey;
}

/** All records of an account as they come in pages. */
export async function readAll<Name extends keyof Copied>(
  store: CopySource,
  name: Name,
  accountId: string,
): Promise<Copied[Name][]> {
  const all: object[] = [];
  const pages = name === 'memories' ? memoryPages(store, accountId) : recordPages(store, name, accountId);
  for await (const page of pages) all.push(...page);
  return all as Copied[Name][];
}

/** Writes records of an account as a copy does. @returns the number of those that were missing or older */
export function putAll<Name extends keyof Copied>(
  store: CopyTarget,
  name: Name,
  accountId: string,
  all: readonly Copied[Name][],
): Promise<number> {
  const put = (records: readonly object[]) =>
    name === 'memories'
      ? store.run(accountId, 'copyMemories', { records: records as readonly MemoryCopy[], at: Date.now() })
      : store.run(accountId, 'copyRecords', { name, records });
  return putRecords<object>(all, put);
}

/** Creates a data directory with an account and its memories. */
export async function fillStore(directory: string, accountId: string, count: number): Promise<void> {
  const store = await openCopyTarget({ kind: 'sqlite', directory });
  await store.run(accountId, 'copyAccount', makeAccountRecord(accountId));
  for (const copies of makeManyCopies(accountId, count)) await putAll(store, 'memories', accountId, copies);
  await store.close();
}
