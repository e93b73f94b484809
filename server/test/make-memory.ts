import { beforeIngest } from '../src/domain/memories/create-memory.ts';
import type { Memory } from '../src/ports/memory.ts';

let made = 0;

/** A memory as the store gives it, later ones newer by a minute. */
export function makeMemory(text: string, changes: Partial<Memory> = {}): Memory {
  const number = ++made;
  const createdAt = Date.UTC(2026, 0) + number * 60_000;
  return {
    id: `mem_${String(number).padStart(26, '0')}`,
    accountId: 'acct_ana',
    text,
    messages: null,
    userId: 'acct_ana',
    endUserId: null,
    agentId: null,
    runId: null,
    metadata: {},
    ...beforeIngest(createdAt),
    status: 'ready',
    outcome: 'stored',
    version: 1,
    revision: 1,
    changedBy: { kind: 'api_key', keyPrefix: 'mnk_01234567' },
    occurredAt: createdAt,
    createdAt,
    updatedAt: createdAt,
    expiresAt: null,
    textChangedAt: null,
    attempts: 1,
    nextAttemptAt: null,
    ...changes,
  };
}

/** A memory as a write hands it to the store at `now`, in milliseconds since the epoch. */
export function makePendingMemory(text: string, now: number, changes: Partial<Memory> = {}): Memory {
  return makeMemory(text, {
    ...beforeIngest(now),
    occurredAt: now,
    createdAt: now,
    updatedAt: now,
    ...changes,
  });
}

/** What a generator returns, and how often it paused. */
export function runToEnd<Result>(work: Generator<void, Result>): { result: Result; pauses: number } {
  for (let pauses = 0; ; pauses++) {
    const step = work.next();
    if (step.done) return { result: step.value, pauses };
  }
}
