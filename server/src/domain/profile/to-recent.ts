import type { Memory } from '../../ports/memory-store.ts';
import { toOneLine } from './one-line.ts';
import { type Entry, maxIds } from './select-statements.ts';
import { isSmallTalk } from './small-talk.ts';
import { statedAt } from './stated-at.ts';
import { maxStatementLength } from './to-statements.ts';

const maxRecent = 10;

/**
 * Returns the newest memories, a line each. Repetitions become one entry, and small talk is left out.
 * @param memories newest first
 */
export function toRecent(memories: readonly Memory[]): Entry[] {
  const recent = new Map<string, Entry>();
  for (const memory of memories) {
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
