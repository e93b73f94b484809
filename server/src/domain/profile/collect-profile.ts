import { pausesEvery, runYielding } from '../../lib/yielding.ts';
import type { Memory, Scope } from '../../ports/memory.ts';
import { addFacet, type FacetCount, type FacetPage } from '../memories/memory-queries.ts';
import type { MemoryStore } from '../memories/memory-store.ts';
import { toFilterAlternatives } from '../text/memory-index.ts';
import { type Entry, maxIds, newestFirst, selectStatements, statedAt } from './select-statements.ts';
import { isSmallTalk } from './small-talk.ts';
import { maxStatementLength, preferenceTypes, toOneLine } from './to-statements.ts';

export type ProfileContent = Awaited<ReturnType<typeof collectProfile>>;

const pageSize = 500;
/** The number of newest memories whose statements are analysed. */
const maxAnalysed = 4_000;
/** The maximum of memories marked as preferences that are also analysed. They may be much older. */
const maxMarked = 1_000;
/** The length of text that is read of the newest memories, and of the marked ones, in UTF-16 units. */
const maxTextLength = 2_000_000;

/** Collects the statements of the memories in a scope. The same memories always give the same result. */
export async function collectProfile(store: MemoryStore, scope: Scope) {
  const { memories: memoryCount, ...names } = await countNames(store, scope);
  const memories = await readForStatements(store, scope);
  const { preferences, facts } = await runYielding(scope.accountId, selectStatements(memories));
  const recent = await runYielding(scope.accountId, toRecent(memories));
  return { preferences, facts, ...names, recent, memoryCount };
}

async function readForStatements(store: MemoryStore, scope: Scope): Promise<Memory[]> {
  const newest = await readNewest(store, scope, maxAnalysed);
  if (newest.isAll) return newest.memories.sort(newestFirst);
  const filterKeys = [...(scope.filterKeys ?? []), ...toFilterAlternatives({ memory_type: preferenceTypes })];
  const marked = await readNewest(store, { ...scope, filterKeys }, maxMarked);
  const byId = new Map([...newest.memories, ...marked.memories].map((memory) => [memory.id, memory]));
  return [...byId.values()].sort(newestFirst);
}

async function readNewest(store: MemoryStore, scope: Scope, max: number) {
  const memories: Memory[] = [];
  let textLength = 0;
  for (;;) {
    const last = memories.at(-1);
    const limit = Math.min(pageSize, max - memories.length);
    const page = await store.list({ scope, limit, ...(last ? { after: { at: last.createdAt, id: last.id } } : {}) });
    memories.push(...page.memories);
    for (const { text } of page.memories) textLength += text.length;
    const isEnough = memories.length >= max || textLength >= maxTextLength;
    if (!page.more || isEnough) return { memories, isAll: !page.more };
  }
}

const maxRecent = 10;
const maxReadAtOnce = 20;

/** Returns the newest memories, one line each, without repetitions and small talk. @param memories newest first */
function* toRecent(memories: readonly Memory[]): Generator<void, Entry[]> {
  const recent = new Map<string, Entry>();
  const isPauseDue = pausesEvery(maxReadAtOnce);
  for (const [at, memory] of memories.entries()) {
    if (isPauseDue(at)) yield;
    const text = toOneLine(memory.text, maxStatementLength);
    // Small talk is short, so the beginning of a memory's only message suffices.
    const message = memory.messages?.length === 1 ? memory.messages[0] : undefined;
    const spoken = message?.content.slice(0, maxStatementLength) ?? text;
    const known = recent.get(text);
    if (known) {
      if (known.memoryIds.length < maxIds) known.memoryIds.push(memory.id);
    } else if (!isSmallTalk(spoken)) {
      recent.set(text, { text, memoryIds: [memory.id], statedAt: statedAt(memory) });
    }
    if (recent.size === maxRecent) break;
  }
  return [...recent.values()];
}

const facetPageSize = 2_000;
const maxNames = 50;
/** A scope may have millions of names. A frequent one is most likely among those of the newest memories. */
const maxCounted = 50_000;

/** Counts the names of a whole scope, page by page. The order is total: by count, by newest memory, by name. */
async function countNames(store: MemoryStore, scope: Scope) {
  const projects = new Map<string, FacetCount>();
  const entities = new Map<string, FacetCount & { kind: string }>();
  const limits = { maxIds, max: maxCounted };
  let memories = 0;
  for (let after: FacetPage['next'] | undefined; after !== null; ) {
    const page = await store.countFacets({ scope, limit: facetPageSize, maxIds, ...(after ? { after } : {}) });
    memories += page.memories;
    for (const one of page.projects) addFacet(projects, one.name, one, limits);
    for (const one of page.entities) addFacet(entities, `${one.kind} ${one.name}`, one, limits);
    after = page.next;
  }
  return { memories, projects: topCounted(projects.values()), entities: topCounted(entities.values()) };
}

/** Selects the first names without sorting all of them. */
function topCounted<Named extends FacetCount & { kind?: string }>(names: Iterable<Named>): Named[] {
  const top: Named[] = [];
  for (const one of names) {
    const last = top[maxNames - 1];
    if (last && inOrder(one, last) > 0) continue;
    top.push(one);
    top.sort(inOrder).splice(maxNames);
  }
  return top;
}

function inOrder(a: FacetCount & { kind?: string }, b: FacetCount & { kind?: string }): number {
  const byNewest = compare(b.memoryIds[0], a.memoryIds[0]);
  return b.count - a.count || byNewest || compare(a.name, b.name) || compare(a.kind, b.kind);
}

/** Compares by UTF-16 units, which gives the same order on every machine. */
function compare(a = '', b = ''): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
