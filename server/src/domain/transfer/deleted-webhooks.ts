import type { RecordKind, RecordReader, Records } from '../../ports/records.ts';
import { recordPages } from './record-pages.ts';

/** Finds the webhooks that were deleted in a store, as far as its audit log goes back. */
export async function findDeletedWebhooks(store: RecordReader, accountId: string): Promise<ReadonlySet<string>> {
  const deleted = new Set<string>();
  for await (const events of recordPages(store, 'audit', accountId)) {
    for (const { action, outcome, detail } of events) {
      const id = detail['webhook_id'];
      if (action === 'webhook_deleted' && outcome === 'ok' && typeof id === 'string') deleted.add(id);
    }
  }
  return deleted;
}

/** Leaves out the records of webhooks that were deleted. */
export function withoutDeleted<Kind extends RecordKind>(
  kind: Kind,
  records: readonly Records[Kind][],
  deleted: ReadonlySet<string>,
): Records[Kind][] {
  return records.filter((record) => {
    if (kind === 'webhook') return !deleted.has((record as Records['webhook']).id);
    return kind !== 'delivery' || !deleted.has((record as Records['delivery']).webhookId);
  });
}
