import type { MemoryVersion } from '../../ports/memory.ts';
import type { Page, Reader } from '../../ports/record-store.ts';
import { scanPages } from '../../ports/scan-pages.ts';
import { memories, memoryVersions, type StoredMemory } from '../memories/kinds.ts';
import type { ExportedRecord, ExportQuery } from '../memories/memory-store.ts';
import { limitPage } from '../memories/page-limits.ts';
import { scopeFilter } from '../memories/scope.ts';
import { memoryFields, toMemory } from '../memories/stored-memory.ts';

/** The maximum of memories in a page. Other reads wait for a page. */
const maxMemories = 250;
/** The number of memories that are read at once, because a few long ones fill a page. */
const memoriesAtOnce = 25;

export const exportQueries = {
  async exportPage(
    reader: Reader,
    { after, ...query }: ExportQuery & { after?: Pick<StoredMemory, 'id'> | undefined },
  ): Promise<Page<ExportedRecord>> {
    const { scope, versions } = query;
    const selected = {
      of: [scope.accountId],
      where: scopeFilter(scope),
      after,
      limit: memoriesAtOnce,
      only: memoryFields,
    };
    const size = limitPage(maxMemories);
    const page: ExportedRecord[] = [];
    let last = after;
    for await (const found of scanPages(reader, memories, 'key', selected)) {
      const versionsOf = versions ? await readVersions(reader, found) : null;
      for (const stored of found) {
        if (size.isFull()) return { page, next: { ...query, after: last } };
        const { id, outcome } = stored;
        const record = { memory: toMemory(stored), outcome, versions: versionsOf?.get(id) ?? [] };
        size.add([record.memory, ...record.versions].reduce((sum, { text }) => sum + text.length, 0));
        page.push(record);
        last = { id };
      }
    }
    return { page, next: null };
  },
};

/** Versions are as long as memories. */
const maxVersions = 100;

/** Reads the former versions of memories of one account, oldest first. @returns them by the id of their memory */
export async function readVersions(
  reader: Pick<Reader, 'scan'>,
  memories: readonly Pick<StoredMemory, 'accountId' | 'id' | 'version'>[],
): Promise<ReadonlyMap<string, MemoryVersion[]>> {
  const changed = memories.filter(({ version }) => version > 1);
  const versionsOf = new Map(changed.map(({ id }): [string, MemoryVersion[]] => [id, []]));
  const [first] = changed;
  if (!first) return versionsOf;
  const scan = { of: [first.accountId], where: { memoryId: { any: [...versionsOf.keys()] } }, limit: maxVersions };
  for await (const page of scanPages(reader, memoryVersions, 'key', scan)) {
    for (const { accountId: _, memoryId, ...version } of page) versionsOf.get(memoryId)?.push(version);
  }
  return versionsOf;
}
