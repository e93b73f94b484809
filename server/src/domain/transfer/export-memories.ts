import type { ExportedRecord, ExportQuery, MemoryTransfer } from '../../ports/memory-transfer.ts';
import type { Commands, Page, Reader, RecordStore } from '../../ports/record-store.ts';
import { memories, type StoredMemory } from '../memories/kinds.ts';
import { limitListPage } from '../memories/page-limits.ts';
import { scopeFilter } from '../memories/scope-filter.ts';
import { toMemory } from '../memories/stored-memory.ts';
import { readVersions } from './read-versions.ts';

/** The maximum of memories in a page. Other reads wait for a page. */
const maxMemories = 250;
/** The number of memories that are read at once, because a few long ones fill a page. */
const memoriesAtOnce = 25;

export const exportQueries = {
  /** Reads memories of a scope in the order of their ids, including archived ones. */
  async exportPage(
    reader: Reader,
    { after, ...query }: ExportQuery & { after?: Pick<StoredMemory, 'id'> | undefined },
  ): Promise<Page<ExportedRecord>> {
    const { scope, versions } = query;
    const selected = { of: [scope.accountId], where: scopeFilter(scope), limit: memoriesAtOnce };
    const size = limitListPage(maxMemories);
    const page: ExportedRecord[] = [];
    let last = after;
    for (;;) {
      const found = await reader.scan(memories, 'key', { ...selected, after: last });
      const versionsOf = versions ? await readVersions(reader, found) : null;
      for (const stored of found) {
        if (size.isFull()) return { page, next: { ...query, after: last } };
        const record = {
          memory: toMemory(stored),
          outcome: stored.outcome,
          versions: versionsOf?.get(stored.id) ?? [],
        };
        size.add(lengthOf(record));
        page.push(record);
        last = { id: stored.id };
      }
      if (found.length < memoriesAtOnce) return { page, next: null };
    }
  },
};

function lengthOf({ memory, versions }: ExportedRecord): number {
  return [memory, ...versions].reduce((sum, { text }) => sum + text.length, 0);
}

export function createExports(
  records: Pick<RecordStore<Commands, typeof exportQueries>, 'openPages'>,
): Pick<MemoryTransfer, 'openExport'> {
  return { openExport: (query) => records.openPages(query.scope.accountId, 'exportPage', query) };
}
