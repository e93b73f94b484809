import { findOrAdd } from '../../lib/find-or-add.ts';
import type { StoredMemory } from './kinds.ts';
import { limitFacetPage } from './page-limits.ts';
import type { ListPosition, ListQuery } from './scope-filter.ts';

/** `limit`: a page may contain fewer memories although more follow. */
export interface FacetQuery extends Pick<ListQuery, 'scope' | 'limit' | 'after'> {
  /** The largest number of memory ids listed for one name. */
  maxIds: number;
}

/** The number of memories with a name. */
export interface FacetCount {
  name: string;
  count: number;
  /** The newest memories, newest first. */
  memoryIds: string[];
}

export interface FacetPage {
  memories: number;
  /** Memories of the page for each string in `metadata.project`. */
  projects: FacetCount[];
  /** Memories of the page for each entity. */
  entities: (FacetCount & { kind: string })[];
  /** The end of this page, after which the next one begins; null if this page reached the end. */
  next: ListPosition | null;
}

type Named = Pick<StoredMemory, 'id' | 'createdAt' | 'entities' | 'projects'>;

/** Counts the names of memories, newest first, until a page is full. @param memories more of them than the page has */
export async function countNames(
  memories: AsyncIterable<Named>,
  { limit, maxIds }: Pick<FacetQuery, 'limit' | 'maxIds'>,
): Promise<FacetPage> {
  const size = limitFacetPage(limit);
  const projects = new Map<string, FacetCount>();
  const entities = new Map<string, FacetCount & { kind: string }>();
  const page = () => ({ memories: count, projects: [...projects.values()], entities: [...entities.values()] });
  const add = (facet: FacetCount, id: string) => {
    facet.count++;
    if (facet.memoryIds.length < maxIds) facet.memoryIds.push(id);
  };
  let count = 0;
  let last: ListPosition | null = null;
  for await (const { id, createdAt, ...names } of memories) {
    if (size.isFull()) return { ...page(), next: last };
    const distinct = new Map(names.entities.map((entity) => [`${entity.kind} ${entity.name}`, entity]));
    for (const [key, { name, kind }] of distinct) {
      add(
        findOrAdd(entities, key, () => ({ name, kind, count: 0, memoryIds: [] })),
        id,
      );
    }
    for (const name of names.projects) {
      add(
        findOrAdd(projects, name, () => ({ name, count: 0, memoryIds: [] })),
        id,
      );
    }
    count++;
    size.add(names.entities.length + names.projects.length);
    last = { at: createdAt, id };
  }
  return { ...page(), next: null };
}
