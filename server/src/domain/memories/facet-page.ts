import { findOrAdd } from '../../lib/find-or-add.ts';
import type { Entity, FacetCount, FacetPage, FacetQuery, ListPosition } from '../../ports/memory-store.ts';
import { limitFacetPage } from './page-limits.ts';

/** Counts the names of memories, which are added newest first. */
export function buildFacetPage({ limit, maxIds }: Pick<FacetQuery, 'limit' | 'maxIds'>) {
  const size = limitFacetPage(limit);
  const projects = new Map<string, FacetCount>();
  const entities = new Map<string, FacetCount & { kind: string }>();
  let memories = 0;
  let last: ListPosition | null = null;
  let hasMore = false;

  function count<Facet extends FacetCount>(to: Map<string, Facet>, key: string, id: string, create: () => Facet): void {
    const facet = findOrAdd(to, key, create);
    facet.count++;
    if (facet.memoryIds.length < maxIds) facet.memoryIds.push(id);
  }

  return {
    /** Adds the next memory, or returns false if it begins another page, which completes this one. */
    add(memory: { id: string; createdAt: number; entities: readonly Entity[]; projects: readonly string[] }): boolean {
      hasMore = size.isFull();
      if (hasMore) return false;
      const distinct = new Map(memory.entities.map((entity) => [`${entity.kind} ${entity.name}`, entity]));
      for (const [key, { name, kind }] of distinct) {
        count(entities, key, memory.id, () => ({ name, kind, count: 0, memoryIds: [] }));
      }
      for (const name of memory.projects) count(projects, name, memory.id, () => ({ name, count: 0, memoryIds: [] }));
      memories++;
      size.add(memory.entities.length + memory.projects.length);
      last = { at: memory.createdAt, id: memory.id };
      return true;
    },
    page: (): FacetPage => ({
      memories,
      projects: [...projects.values()],
      entities: [...entities.values()],
      next: hasMore ? last : null,
    }),
  };
}
