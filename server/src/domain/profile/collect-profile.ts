import { pausesEvery, runYielding } from '../../lib/yielding.ts';
import type { Memory, Scope } from '../../ports/memory.ts';
import type { MemoryStore } from '../memories/memory-store.ts';
import { toFilterAlternatives } from '../text/filter-keys.ts';
import { countNames } from './count-names.ts';
import { type Entry, maxIds, newestFirst, selectStatements, statedAt } from './select-statements.ts';
import { isSmallTalk } from './small-talk.ts';
import { maxStatementLength, toOneLine } from './to-statements.ts';

/** A profile without its summary. */
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

/** Reads the memories whose statements are analysed, newest first. */
async function readForStatements(store: MemoryStore, scope: Scope): Promise<Memory[]> {
  const newest = await readNewest(store, scope, maxAnalysed);
  if (newest.isAll) return newest.memories.sort(newestFirst);
  const filterKeys = [
    ...(scope.filterKeys ?? []),
    ...toFilterAlternatives({ memory_type: ['user_preference', 'preference'] }),
  ];
  const marked = await readNewest(store, { ...scope, filterKeys }, maxMarked);
  const byId = new Map([...newest.memories, ...marked.memories].map((memory) => [memory.id, memory]));
  return [...byId.values()].sort(newestFirst);
}

async function readNewest(
  store: MemoryStore,
  scope: Scope,
  max: number,
): Promise<{ memories: Memory[]; isAll: boolean }> {
  const memories: Memory[] = [];
  let textLength = 0;
  for (;;) {
    const last = memories.at(-1);
    const limit = Math.min(pageSize, max - memories.length);
    const page = await store.list({ scope, limit, ...(last ? { after: { at: last.createdAt, id: last.id } } : {}) });
    for (const memory of page.memories) {
      memories.push(memory);
      textLength += memory.text.length;
    }
    const isEnough = memories.length >= max || textLength >= maxTextLength;
    if (!page.more || isEnough) return { memories, isAll: !page.more };
  }
}

const maxRecent = 10;
/** The number of memories that are read without a pause. */
const maxReadAtOnce = 20;

/**
 * Returns the newest memories, one line each. Repetitions become one entry, and small talk is left out.
 * @param memories newest first
 */
function* toRecent(memories: readonly Memory[]): Generator<void, Entry[]> {
  const recent = new Map<string, Entry>();
  const isPauseDue = pausesEvery(maxReadAtOnce);
  for (const [at, memory] of memories.entries()) {
    if (isPauseDue(at)) yield;
    const text = toOneLine(memory.text, maxStatementLength);
    const known = recent.get(text);
    if (known) {
      if (known.memoryIds.length < maxIds) known.memoryIds.push(memory.id);
    } else if (!isSmallTalk(spokenText(memory) ?? text)) {
      recent.set(text, { text, memoryIds: [memory.id], statedAt: statedAt(memory) });
    }
    if (recent.size === maxRecent) break;
  }
  return [...recent.values()];
}

/** Returns the beginning of a memory's only message. Small talk is short. */
function spokenText({ messages }: Memory): string | undefined {
  return messages?.length === 1 ? messages[0]?.content.slice(0, maxStatementLength) : undefined;
}
