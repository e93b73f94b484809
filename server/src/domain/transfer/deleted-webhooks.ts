import type { Reader } from '../../ports/record-store.ts';
import { auditEvents } from '../accounts/kinds.ts';
import type { Webhook, WebhookDelivery } from '../events/kinds.ts';
import type { CopyName } from './copy-rules.ts';
import { scanPages } from './scan-pages.ts';

/** Finds the webhooks that were deleted in a store, as far as its audit log goes back. */
export async function findDeletedWebhooks(reader: Reader, accountId: string): Promise<ReadonlySet<string>> {
  const deleted = new Set<string>();
  const where = { action: 'webhook_deleted', outcome: 'ok' } as const;
  for await (const events of scanPages(reader, auditEvents, 'key', { of: [accountId], where, limit: 500 })) {
    for (const { detail } of events) deleted.add(String(detail['webhook_id']));
  }
  return deleted;
}

/** Leaves out the records of webhooks that were deleted. */
export function withoutDeleted<R extends object>(name: CopyName, records: R[], deleted: ReadonlySet<string>): R[] {
  if (name === 'webhooks') return records.filter((one) => !deleted.has((one as Partial<Webhook>).id as string));
  if (name !== 'deliveries') return records;
  return records.filter((one) => !deleted.has((one as Partial<WebhookDelivery>).webhookId as string));
}
