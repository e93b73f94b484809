import { openCopyTarget } from '../../src/app/services/open-copy.ts';
import type { ApiKey, AuditEvent } from '../../src/domain/accounts/kinds.ts';
import type { Webhook, WebhookDelivery } from '../../src/domain/events/kinds.ts';
import type { DeletionItem, StoredDeletion } from '../../src/domain/memories/deletion-kinds.ts';
import type { MemoryCopy } from '../../src/domain/transfer/copy-memories.ts';
import type { CopySource, CopyTarget } from '../../src/domain/transfer/copy-records.ts';
import { putCopies } from '../../src/domain/transfer/copy-store.ts';
import type { LoggedRequest, RequestDay, UsageMonth } from '../../src/domain/usage/kinds.ts';
import { makeAccountRecord, makeManyCopies } from './make-records.ts';

interface Copied {
  deletion_items: DeletionItem;
  memories: MemoryCopy;
  deletions: StoredDeletion;
  requests: LoggedRequest;
  months: UsageMonth;
  days: RequestDay;
  audit_events: AuditEvent;
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
  for (let after: unknown; after !== null; ) {
    const { page, next } = await store.query(accountId, 'copyPage', { accountId, name, after });
    all.push(...page);
    after = next;
  }
  return all as Copied[Name][];
}

/** Writes records of an account as a copy does. @returns the number of those that were missing or older */
export function putAll<Name extends keyof Copied>(
  store: CopyTarget,
  name: Name,
  accountId: string,
  all: readonly Copied[Name][],
): Promise<number> {
  return putCopies(store, { accountId, name, now: Date.now() }, all);
}

/** Creates a data directory with an account and its memories. */
export async function fillStore(directory: string, accountId: string, count: number): Promise<void> {
  const store = await openCopyTarget({ kind: 'sqlite', directory });
  await store.run(accountId, 'copyAccount', makeAccountRecord(accountId));
  for (const copies of makeManyCopies(accountId, count)) await putAll(store, 'memories', accountId, copies);
  await store.close();
}
