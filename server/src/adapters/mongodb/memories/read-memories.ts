import type { ListPage, MemoryStore } from '../../../ports/memory-store.ts';
import { buildFacetPage } from '../../store-kit/facet-page.ts';
import { limitListPage } from '../../store-kit/page-limits.ts';
import { type Collections, type MemoryDocument, memoryKey } from '../schema/documents.ts';
import { toListFilter, toListSort } from '../search/scope-filter.ts';
import { live } from './expiry.ts';
import { listVersions } from './memory-versions.ts';
import { memoryFields, toMemory } from './stored-memory.ts';

export function createMemoryReads(
  { memories, versions }: Collections,
  now: () => number,
): Pick<MemoryStore, 'get' | 'getMany' | 'list' | 'versions' | 'countFacets'> {
  return {
    async get(accountId, id) {
      const found = await memories.findOne(
        { _id: memoryKey(accountId, id), ...live(now()) },
        { projection: memoryFields },
      );
      return found ? toMemory(found) : undefined;
    },

    async getMany(accountId, ids) {
      const keys = ids.map((id) => memoryKey(accountId, id));
      const found = await memories.find({ _id: { $in: keys }, ...live(now()) }, { projection: memoryFields }).toArray();
      const byId = new Map(found.map((document) => [document.id, toMemory(document)]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },

    async list(query) {
      const page: ListPage = { memories: [], more: false };
      const size = limitListPage(query.limit);
      const cursor = memories
        .find(toListFilter(query, now()), { projection: memoryFields })
        .sort(toListSort(query))
        .limit(query.limit + 1);
      for await (const document of cursor) {
        if (size.isFull()) return { ...page, more: true };
        size.add(document.text.length + document.metadata.length + (document.messages?.length ?? 0));
        page.memories.push(toMemory(document));
      }
      return page;
    },

    versions: (query) => listVersions({ memories, versions }, query, now()),

    async countFacets(query) {
      const builder = buildFacetPage(query);
      const cursor = memories
        .find(toListFilter(query, now()))
        .project<Pick<MemoryDocument, 'id' | 'createdAt' | 'entities' | 'projects'>>({
          ...{ id: 1, createdAt: 1, entities: 1, projects: 1 },
        })
        .sort(toListSort({}))
        .limit(query.limit + 1);
      for await (const document of cursor) if (!builder.add(document)) break;
      return builder.page();
    },
  };
}
