import { openCopyTarget } from '../../src/app/services/open-store.ts';
import type { ApiKey, AuditEvent } from '../../src/domain/accounts/kinds.ts';
import type { Webhook, WebhookDelivery } from '../../src/domain/events/kinds.ts';
import type { DeletionItem, StoredDeletion } from '../../src/domain/memories/deletion-kinds.ts';
import { type MemoryCopy, readPages } from '../../src/domain/transfer/copy-records.ts';
import type { CopyTarget } from '../../src/domain/transfer/copy-store.ts';
import type { LoggedRequest, RequestDay, UsageMonth } from '../../src/domain/usage/kinds.ts';
import type { Reader } from '../../src/ports/record-store.ts';
import { makeAccountRecord, makeManyCopies } from './make-records.ts';

interface Copied {
  deletion_items: DeletionItem;
  memories: MemoryCopy;
  deletions: StoredDeletion;
  requests: LoggedRequest;
  usage_months: UsageMonth;
  request_days: RequestDay;
  audit_events: AuditEvent;
  webhooks: Webhook;
  webhook_deliveries: WebhookDelivery;
  api_keys: ApiKey;
}

/** All records of a kind of an account as a copy reads them. */
export async function readAll<Name extends keyof Copied>(
  store: Reader,
  name: Name,
  accountId: string,
): Promise<Copied[Name][]> {
  const all: object[] = [];
  for await (const { rule, page } of readPages(store, accountId)) if (rule.kind.name === name) all.push(...page);
  return all as Copied[Name][];
}

/** Writes records of an account that does not exist yet, as a copy does. */
export async function putAll<Name extends keyof Copied>(
  store: CopyTarget,
  name: Name,
  accountId: string,
  records: readonly Copied[Name][],
): Promise<void> {
  await store.run(accountId, 'copyRecords', { accountId, name, records });
  if (name === 'memories') await store.run(accountId, 'copyVectors', records as readonly MemoryCopy[]);
}

/** Creates a data directory with an account and its memories. */
export async function fillStore(directory: string, accountId: string, count: number): Promise<void> {
  const { records, close } = await openCopyTarget({ mongodbUri: undefined, dataDirectory: directory });
  for (const copies of makeManyCopies(accountId, count)) await putAll(records, 'memories', accountId, copies);
  const account = makeAccountRecord(accountId);
  await records.run(accountId, 'createAccount', { account, passwordHash: account.passwordHash });
  await close();
}
