import type { MemoryVersion } from '../../ports/memory.ts';
import type { Reader } from '../../ports/record-store.ts';
import { scanPages } from '../../ports/scan-pages.ts';
import { memoryVersions, type StoredMemory } from '../memories/kinds.ts';

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
