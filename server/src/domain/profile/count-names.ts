import type { FacetCount, MemoryStore, Scope } from '../../ports/memory-store.ts';
import { idsMost } from './select-statements.ts';

export type NamedEntity = FacetCount & { kind: string };

export interface Counted {
  memories: number;
  projects: FacetCount[];
  entities: NamedEntity[];
}

const pageSize = 2_000;
const namesMost = 50;
/**
 * As many different names are counted, those met first, in the newest memories: a scope may name millions, and what is
 * named often is named lately.
 */
const countedMost = 50_000;

/** Counts the whole scope, page by page. The order is total: by count, by newest memory, by name. */
export async function countNames(store: MemoryStore, scope: Scope): Promise<Counted> {
  const projects = new Map<string, FacetCount>();
  const entities = new Map<string, NamedEntity>();
  let memories = 0;
  for (let beforeId: string | null | undefined; beforeId !== null; ) {
    const page = await store.countFacets({
      scope,
      limit: pageSize,
      maxIds: idsMost,
      ...(beforeId ? { beforeId } : {}),
    });
    memories += page.memories;
    for (const one of page.projects) add(projects, one.name, one);
    for (const one of page.entities) add(entities, `${one.kind} ${one.name}`, one);
    beforeId = page.nextBeforeId;
  }
  return { memories, projects: mostCounted(projects.values()), entities: mostCounted(entities.values()) };
}

function add<Named extends FacetCount>(to: Map<string, Named>, key: string, { ...one }: Named): void {
  const known = to.get(key);
  if (known) {
    known.count += one.count;
    known.memoryIds = [...known.memoryIds, ...one.memoryIds].slice(0, idsMost);
  } else if (to.size < countedMost) {
    to.set(key, one);
  }
}

/** The first ones of an order, without sorting them all. */
function mostCounted<Named extends FacetCount & { kind?: string }>(names: Iterable<Named>): Named[] {
  const most: Named[] = [];
  for (const one of names) {
    const last = most.at(-1);
    if (last && most.length === namesMost && inOrder(one, last) > 0) continue;
    const at = most.findIndex((other) => inOrder(one, other) < 0);
    most.splice(at < 0 ? most.length : at, 0, one);
    if (most.length > namesMost) most.pop();
  }
  return most;
}

function inOrder(a: FacetCount & { kind?: string }, b: FacetCount & { kind?: string }): number {
  return (
    b.count - a.count ||
    compare(b.memoryIds[0] ?? '', a.memoryIds[0] ?? '') ||
    compare(a.name, b.name) ||
    compare(a.kind ?? '', b.kind ?? '')
  );
}

/** By UTF-16 units: the same on every machine. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
