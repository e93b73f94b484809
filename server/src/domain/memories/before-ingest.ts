import type { Memory } from '../../ports/memory-store.ts';

/** What a text has not gone through yet: of a new memory, and of one that gets another text. */
export function beforeIngest(now: number) {
  return {
    status: 'pending',
    outcome: null,
    failure: null,
    infer: false,
    isArchived: false,
    extraction: null,
    sourceMemoryId: null,
    entities: [],
    attempts: 0,
    nextAttemptAt: now,
  } satisfies Partial<Memory>;
}
