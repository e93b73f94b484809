import type { Memory, MemoryVersion } from '../../ports/memory.ts';
import type { Reader } from '../../ports/record-store.ts';
import type { Position } from '../usage/page-cursor.ts';
import { memories, memoryVersions, type StoredMemory, type StoredVersion } from './kinds.ts';
import { limitPage, maxPageNames } from './page-limits.ts';
import { type ListQuery, listIndex, scopeFilter } from './scope.ts';
import { memoryFields, toMemory } from './stored-memory.ts';

export interface VersionQuery {
  accountId: string;
  id: string;
  limit: number;
  /** Only older versions than this one. */
  beforeVersion?: number | undefined;
  /** Only versions that were the current one at this time. */
  at?: number | undefined;
}

/** The maximum of memories or versions that are read at once, because they may be long. */
const maxAtOnce = 50;
/** The same for memories without their texts. */
const maxNamesAtOnce = 1_000;
const maxEmbedders = 100;

export const memoryReads = {
  async listMemories(reader: Reader, query: ListQuery): Promise<{ memories: Memory[]; more: boolean }> {
    const { rows, more } = await takePage(scanList(reader, query, memoryFields, maxAtOnce), query.limit);
    return { memories: rows.map(toMemory), more };
  },

  async countFacets(reader: Reader, query: FacetQuery): ReturnType<typeof countNames> {
    return countNames(scanList(reader, query, ['id', 'createdAt', 'entities', 'projects'], maxNamesAtOnce), query);
  },

  async listVersions(reader: Reader, { accountId, id, limit, beforeVersion, at }: VersionQuery) {
    if (!(await reader.get(memories, { accountId, id }))) return { versions: [], more: false };
    const isAt = at === undefined ? {} : { changedAt: { to: at + 1 }, replacedAt: { from: at + 1 } };
    const where = { version: { to: beforeVersion }, ...isAt };
    const scan = { of: [accountId, id], where, descending: true, limit: Math.min(limit + 1, maxAtOnce) } as const;
    const { rows, more } = await takePage(await reader.scan(memoryVersions, 'key', scan), limit);
    return { versions: rows.map(({ accountId: _, memoryId, ...version }): MemoryVersion => version), more };
  },

  /** Counts memories. @returns also when the oldest pending one was written; null if none is pending */
  async backlog(reader: Reader) {
    const [oldest] = await reader.scan(memories, 'waiting', { of: [], limit: 1 });
    return {
      pending: await reader.count(memories, 'waiting', { of: [] }),
      failed: await reader.count(memories, 'failed', { of: [] }),
      oldestPendingAt: oldest?.pendingSince ?? null,
    };
  },

  async countStale(reader: Reader, embedderId: string): Promise<number> {
    let count = 0;
    for (const other of await otherEmbedders(reader, embedderId)) {
      count += await reader.count(memories, 'embedder', { of: [other] });
    }
    return count;
  },
};

export async function otherEmbedders(reader: Pick<Reader, 'distinct'>, embedderId: string): Promise<string[]> {
  const all = await reader.distinct(memories, 'embedder', { of: [], limit: maxEmbedders });
  return (all as string[]).filter((embedder) => embedder !== embedderId);
}

/** Yields these fields of one more memory than the limit of a list. */
async function* scanList<F extends keyof StoredMemory>(
  reader: Pick<Reader, 'scan'>,
  { scope, status, order = 'createdAt', direction = 'desc', after, limit }: ListQuery,
  fields: readonly F[],
  atOnce: number,
): AsyncGenerator<Pick<StoredMemory, F>, void> {
  const { index, of } = listIndex({ scope, status, order });
  const where = { ...scopeFilter(scope), status };
  const only = [...fields, order, 'id'] as const;
  const sorted = direction === 'desc' ? { descending: true as const } : {};
  let position: Partial<StoredMemory> | undefined = after && { [order]: after.at, id: after.id };
  for (let left = limit + 1; left > 0; ) {
    const pageSize = Math.min(left, atOnce);
    const page = await reader.scan(memories, index, { of, where, after: position, ...sorted, limit: pageSize, only });
    yield* page;
    const last = page.at(-1);
    if (!last || page.length < pageSize) return;
    position = { [order]: last[order], id: last.id };
    left -= page.length;
  }
}

/** Takes rows until a page is full. @returns also whether rows are left, although there may be fewer than the limit */
async function takePage<Row extends LongRow>(all: AsyncIterable<Row> | readonly Row[], limit: number) {
  const size = limitPage(limit);
  const rows: Row[] = [];
  for await (const row of all) {
    if (size.isFull()) return { rows, more: true };
    size.add(lengthOf(row));
    rows.push(row);
  }
  return { rows, more: false };
}

type LongRow = Pick<StoredVersion, 'text' | 'metadata' | 'messages'>;

function lengthOf({ text, metadata, messages }: LongRow): number {
  return text.length + JSON.stringify(metadata).length + (messages ? JSON.stringify(messages).length : 0);
}

/** Finds memories by their ids, including those that have expired. An import may have given an id to a new memory. */
export function findStored<F extends keyof StoredMemory = keyof StoredMemory>(
  reader: Pick<Reader, 'scan'>,
  accountId: string,
  ids: readonly string[],
  only?: readonly F[],
): Promise<Pick<StoredMemory, F>[]> {
  const where = { id: { any: ids } };
  const all = { of: [accountId], where, limit: ids.length, expired: 'also' } as const;
  return reader.scan(memories, 'key', only ? { ...all, only } : all);
}

/** Ids and import keys that memories of an account may have. */
export interface TakenKeys {
  ids: string[];
  importKeys: string[];
}

/** Resolves to those of the ids and import keys that a memory of the account has, even if it has expired. */
export async function findTaken(reader: Pick<Reader, 'scan'>, accountId: string, { ids, importKeys }: TakenKeys) {
  const byId = await findStored(reader, accountId, ids, ['id']);
  const all = { of: [accountId], where: { importKey: { any: importKeys } }, expired: 'also' } as const;
  const byKey = await reader.scan(memories, 'imported', { ...all, limit: importKeys.length, only: ['importKey'] });
  return { ids: byId.map(({ id }) => id), importKeys: byKey.flatMap(({ importKey }) => importKey ?? []) };
}

/** `limit`: a page may contain fewer memories although more follow. */
export interface FacetQuery extends Pick<ListQuery, 'scope' | 'limit' | 'after'> {
  /** The largest number of memory ids listed for one name. */
  maxIds: number;
}

export interface FacetCount {
  name: string;
  count: number;
  /** The newest memories, newest first. */
  memoryIds: string[];
}

export type FacetPage = Awaited<ReturnType<typeof countNames>>;

/** Adds a count to those by key, the newest one first. It shares no object with the others. */
export function addFacet<Facet extends FacetCount>(
  to: Map<string, Facet>,
  key: string,
  { ...one }: Facet,
  { maxIds, max = Number.POSITIVE_INFINITY }: { maxIds: number; max?: number },
): void {
  const known = to.get(key);
  if (known) {
    known.count += one.count;
    if (known.memoryIds.length < maxIds) known.memoryIds = [...known.memoryIds, ...one.memoryIds].slice(0, maxIds);
  } else if (to.size < max) {
    to.set(key, one);
  }
}

type Named = Pick<StoredMemory, 'id' | 'createdAt' | 'entities' | 'projects'>;

/**
 * Counts the names of memories, newest first, until a page is full: the strings in `metadata.project`, and the entities.
 * @param memories more of them than the page has @returns `next`: the end of the page; null if it reached that of the list
 */
export async function countNames(memories: AsyncIterable<Named>, { limit, maxIds }: Omit<FacetQuery, 'scope'>) {
  const size = limitPage(limit, maxPageNames);
  const projects = new Map<string, FacetCount>();
  const entities = new Map<string, FacetCount & { kind: string }>();
  const page = () => ({ memories: count, projects: [...projects.values()], entities: [...entities.values()] });
  let count = 0;
  let last: Position | null = null;
  for await (const { id, createdAt, ...names } of memories) {
    if (size.isFull()) return { ...page(), next: last };
    const distinct = new Map(names.entities.map((entity) => [`${entity.kind} ${entity.name}`, entity]));
    const once = { count: 1, memoryIds: [id] };
    for (const [key, entity] of distinct) addFacet(entities, key, { ...entity, ...once }, { maxIds });
    for (const name of names.projects) addFacet(projects, name, { name, ...once }, { maxIds });
    count++;
    size.add(names.entities.length + names.projects.length);
    last = { at: createdAt, id };
  }
  return { ...page(), next: null };
}
