import type { ListPage, MemoryStore, Tallied, TallyPage } from '../../../ports/memory-store.ts';
import { type Collections, type MemoryDocument, memoryKey } from '../schema/documents.ts';
import { toListFilter } from '../search/scope-filter.ts';
import { memoryFields, toMemory } from './memory-document.ts';

/** A page of very long memories ends here, so that no answer is built that nobody could hold. */
const pageCharacters = 4_000_000;
/** A page of memories that name a great many things ends here. */
const mentionsMost = 5_000;

export function createMemoryReads({ memories }: Collections): Pick<MemoryStore, 'get' | 'getMany' | 'list' | 'tally'> {
  return {
    async get(ownerId, id) {
      const found = await memories.findOne({ _id: memoryKey(ownerId, id) }, { projection: memoryFields });
      return found ? toMemory(found) : undefined;
    },

    async getMany(ownerId, ids) {
      const keys = ids.map((id) => memoryKey(ownerId, id));
      const found = await memories.find({ _id: { $in: keys } }, { projection: memoryFields }).toArray();
      const byId = new Map(found.map((document) => [document.id, document]));
      return ids.flatMap((id) => {
        const document = byId.get(id);
        return document ? [toMemory(document)] : [];
      });
    },

    async list(query) {
      const page: ListPage = { memories: [], more: false };
      let characters = 0;
      const cursor = memories
        .find(toListFilter(query), { projection: memoryFields })
        .sort({ _id: -1 })
        .limit(query.limit + 1);
      for await (const document of cursor) {
        if (page.memories.length === query.limit || characters > pageCharacters) return { ...page, more: true };
        characters += document.text.length + document.metadata.length + (document.messages?.length ?? 0);
        page.memories.push(toMemory(document));
      }
      return page;
    },

    async tally(query) {
      const projects = new Map<string, Tallied>();
      const entities = new Map<string, Tallied & { kind: string }>();
      const add = <Kept extends Tallied>(to: Map<string, Kept>, key: string, id: string, create: () => Kept) => {
        const kept = to.get(key) ?? create();
        to.set(key, kept);
        kept.count++;
        if (kept.memoryIds.length < query.idsMost) kept.memoryIds.push(id);
      };
      const page: TallyPage = { memories: 0, projects: [], entities: [], nextBeforeId: null };
      let mentions = 0;
      let lastId: string | null = null;
      const cursor = memories
        .find(toListFilter(query))
        .project<Pick<MemoryDocument, 'id' | 'entities' | 'projects'>>({ id: 1, entities: 1, projects: 1 })
        .sort({ _id: -1 })
        .limit(query.limit + 1);
      for await (const { id, entities: named, projects: within } of cursor) {
        if (page.memories === query.limit || mentions >= mentionsMost) {
          page.nextBeforeId = lastId;
          break;
        }
        const distinct = new Map(named.map((entity) => [`${entity.kind} ${entity.name}`, entity]));
        for (const [key, { name, kind }] of distinct) {
          add(entities, key, id, () => ({ name, kind, count: 0, memoryIds: [] }));
        }
        for (const name of within) add(projects, name, id, () => ({ name, count: 0, memoryIds: [] }));
        page.memories++;
        mentions += named.length + within.length;
        lastId = id;
      }
      return { ...page, projects: [...projects.values()], entities: [...entities.values()] };
    },
  };
}
