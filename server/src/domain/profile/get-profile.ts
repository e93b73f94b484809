import { runYielding } from '../../lib/yielding.ts';
import type { FacetCount, Memory, MemoryStore, Scope } from '../../ports/memory-store.ts';
import { toScope } from '../memories/list-memories.ts';
import { toFilterLabels } from '../text/labels.ts';
import { countNames, type NamedEntity } from './count-names.ts';
import { type Entry, selectStatements } from './select-statements.ts';
import { summarize } from './summarize.ts';
import { toRecent } from './to-recent.ts';
import { newestFirst } from './told-at.ts';

export interface ProfileInput {
  ownerId: string;
  userId?: string | undefined;
  agentId?: string | undefined;
  project?: string | undefined;
  /** In UTF-16 units, 200 or more: how long the summary may be. */
  maxCharacters: number;
}

export interface Profile {
  summary: string;
  preferences: Entry[];
  facts: Entry[];
  projects: FacetCount[];
  entities: NamedEntity[];
  recent: Entry[];
  memoryCount: number;
}

const pageSize = 500;
/** Memories whose statements are analysed: the newest … */
const analysedMost = 4_000;
/** … and the newest that their writers marked as preferences, which may be much older. */
const markedMost = 1_000;
/** In UTF-16 units: how much text is read for that, each. */
const charactersMost = 2_000_000;

/** What the memories of a scope say about whom and what they are about. The same memories give the same profile. */
export async function getProfile(store: MemoryStore, input: ProfileInput): Promise<Profile> {
  const { ownerId, userId, agentId, project, maxCharacters } = input;
  const filters = project === undefined ? {} : { project };
  const scope = toScope({ ownerId, userId, agentId, filters });
  const counted = await countNames(store, scope);
  const memories = await readForStatements(store, scope);
  const { preferences, facts } = await runYielding(selectStatements(memories));
  const { projects, entities } = counted;
  const found = { preferences, facts, projects, entities, recent: toRecent(memories) };
  return { summary: summarize(found, maxCharacters), ...found, memoryCount: counted.memories };
}

/** Newest first. */
async function readForStatements(store: MemoryStore, scope: Scope): Promise<Memory[]> {
  const newest = await readNewest(store, scope, analysedMost);
  if (newest.isAll) return newest.memories.sort(newestFirst);
  const labels = [...(scope.labels ?? []), ...toFilterLabels({ memory_type: ['user_preference', 'preference'] })];
  const marked = await readNewest(store, { ...scope, labels }, markedMost);
  const byId = new Map([...newest.memories, ...marked.memories].map((memory) => [memory.id, memory]));
  return [...byId.values()].sort(newestFirst);
}

async function readNewest(
  store: MemoryStore,
  scope: Scope,
  most: number,
): Promise<{ memories: Memory[]; isAll: boolean }> {
  const memories: Memory[] = [];
  let characters = 0;
  for (;;) {
    const last = memories.at(-1);
    const limit = Math.min(pageSize, most - memories.length);
    const page = await store.list({ scope, limit, ...(last ? { beforeId: last.id } : {}) });
    for (const memory of page.memories) {
      memories.push(memory);
      characters += memory.text.length;
    }
    const isEnough = memories.length >= most || characters >= charactersMost;
    if (!page.more || isEnough) return { memories, isAll: !page.more };
  }
}
