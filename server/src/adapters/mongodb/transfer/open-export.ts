import type { ClientSession, Filter, FindCursor } from 'mongodb';
import type { ExportedRecord, ExportQuery, MemoryExport } from '../../../ports/memory-store.ts';
import { limitListPage } from '../../store-kit/page-limits.ts';
import type { Connection } from '../connection/connect.ts';
import { withStoreErrors } from '../connection/mongo-errors.ts';
import { openSnapshot } from '../connection/sessions.ts';
import { live } from '../memories/expiry.ts';
import { toVersion } from '../memories/memory-versions.ts';
import { memoryFields, toMemory } from '../memories/stored-memory.ts';
import type { MemoryDocument } from '../schema/documents.ts';
import { toScopeConditions } from '../search/scope-filter.ts';

type Fields = Pick<MemoryDocument, keyof typeof memoryFields | '_id'>;

/** The maximum of memories in a page, and in a batch of the cursor. */
const pageRows = 250;

/**
 * Opens an export in a snapshot session. The server keeps the snapshot for some minutes (see docs/operate/backup.md).
 */
export async function openExport(
  { client, snapshots }: Pick<Connection, 'client' | 'snapshots'>,
  query: ExportQuery,
  now: number,
): Promise<MemoryExport> {
  const { memories } = snapshots;
  const filter = toExportFilter(query, now);
  const { session, result: cursor } = await openSnapshot(client, async (session) => {
    const found = memories.find<Fields>(filter, { session, projection: memoryFields, batchSize: pageRows });
    const cursor = found.sort({ _id: 1 });
    // The first read begins the snapshot.
    await cursor.hasNext();
    return cursor;
  });
  let isOpen = true;
  return withStoreErrors({
    next: () => readPage({ cursor, session, snapshots }, query),
    async close() {
      if (!isOpen) return;
      isOpen = false;
      await cursor.close();
      await session.endSession();
    },
  });
}

/** Selects a scope's memories by their keys, because archived ones have no owner. */
function toExportFilter({ scope }: ExportQuery, now: number): Filter<MemoryDocument> {
  const { accountId } = scope;
  const conditions = toScopeConditions(scope) as Filter<MemoryDocument>[];
  return { $and: [{ _id: { $gt: `${accountId}/`, $lt: `${accountId}0` } }, live(now), ...conditions] };
}

async function readPage(
  {
    cursor,
    session,
    snapshots,
  }: { cursor: FindCursor<Fields>; session: ClientSession } & Pick<Connection, 'snapshots'>,
  { versions }: ExportQuery,
): Promise<ExportedRecord[]> {
  const page: Fields[] = [];
  const size = limitListPage(pageRows);
  while (!size.isFull() && (await cursor.hasNext())) {
    const document = (await cursor.next()) as Fields;
    size.add(document.text.length + document.metadata.length + (document.messages?.length ?? 0));
    page.push(document);
  }
  const versionsOf = versions ? await readVersions(snapshots, session, page) : new Map();
  return page.map((document) => {
    const former = versionsOf.get(document._id) ?? [];
    return { memory: toMemory(document), outcome: document.outcome, versions: former.map(toVersion) };
  });
}

async function readVersions({ versions }: Connection['snapshots'], session: ClientSession, page: readonly Fields[]) {
  const memory = { $in: page.map(({ _id }) => _id) };
  const found = await versions.find({ memory }, { session }).sort({ version: 1 }).toArray();
  return Map.groupBy(found, (version) => version.memory);
}
