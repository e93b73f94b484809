import type { Scope } from '../../ports/memory.ts';
import type { FacetCount } from '../memories/memory-queries.ts';
import type { MemoryStore } from '../memories/memory-store.ts';
import type { ListPosition } from '../memories/scope.ts';
import { maxIds } from './select-statements.ts';

export type NamedEntity = FacetCount & { kind: string };

const pageSize = 2_000;
const maxNames = 50;
/**
 * A scope may contain millions of names. Only the first names are counted, those of the newest memories: a frequent
 * name is most likely among them.
 */
const maxCounted = 50_000;

/** Counts the names of a whole scope, page by page. The order is total: by count, by newest memory, by name. */
export async function countNames(store: MemoryStore, scope: Scope) {
  const projects = new Map<string, FacetCount>();
  const entities = new Map<string, NamedEntity>();
  let memories = 0;
  for (let after: ListPosition | null | undefined; after !== null; ) {
    const page = await store.countFacets({ scope, limit: pageSize, maxIds, ...(after ? { after } : {}) });
    memories += page.memories;
    for (const one of page.projects) add(projects, one.name, one);
    for (const one of page.entities) add(entities, `${one.kind} ${one.name}`, one);
    after = page.next;
  }
  return { memories, projects: topCounted(projects.values()), entities: topCounted(entities.values()) };
}

function add<Named extends FacetCount>(to: Map<string, Named>, key: string, { ...one }: Named): void {
  const known = to.get(key);
  if (known) {
    known.count += one.count;
    known.memoryIds = [...known.memoryIds, ...one.memoryIds].slice(0, maxIds);
  } else if (to.size < maxCounted) {
    to.set(key, one);
  }
}

/** Selects the first names without sorting all of them. */
function topCounted<Named extends FacetCount & { kind?: string }>(names: Iterable<Named>): Named[] {
  const top: Named[] = [];
  for (const one of names) {
    const last = top.at(-1);
    if (last && top.length === maxNames && inOrder(one, last) > 0) continue;
    const at = top.findIndex((other) => inOrder(one, other) < 0);
    top.splice(at < 0 ? top.length : at, 0, one);
    if (top.length > maxNames) top.pop();
  }
  return top;
}

function inOrder(a: FacetCount & { kind?: string }, b: FacetCount & { kind?: string }): number {
  return (
    b.count - a.count ||
    compare(b.memoryIds[0] ?? '', a.memoryIds[0] ?? '') ||
    compare(a.name, b.name) ||
    compare(a.kind ?? '', b.kind ?? '')
  );
}

/** Compares by UTF-16 units, which gives the same order on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
