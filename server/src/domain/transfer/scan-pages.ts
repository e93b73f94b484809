import type { MemoryVersion } from '../../ports/memory.ts';
import type { AnyKind, IndexOf, Reader, RecordOf, Scan } from '../../ports/record-store.ts';
import { memoryVersions, type StoredMemory } from '../memories/kinds.ts';

/** Scans the records of a kind page by page, each with at most `limit` of them. */
export async function* scanPages<T extends AnyKind>(
  reader: Pick<Reader, 'scan'>,
  kind: T,
  index: IndexOf<T> | 'key',
  scan: Pick<Scan<RecordOf<T>>, 'of' | 'where' | 'limit'>,
): AsyncGenerator<RecordOf<T>[], void> {
  let page: RecordOf<T>[];
  let after: RecordOf<T> | undefined;
  do {
    page = (await reader.scan(kind, index, { ...scan, after })) as RecordOf<T>[];
    after = page.at(-1);
    if (page.length > 0) yield page;
  } while (page.length === scan.limit);
}

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
