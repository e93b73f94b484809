import { toInsert } from '../../src/domain/memories/create-memory.ts';
import type { Memory } from '../../src/ports/memory.ts';
import { makeIndex } from '../make-index.ts';
import { makePendingMemory } from '../make-memory.ts';
import type { TestAccount, TestApp } from './start-test-app.ts';

/** Adds memories whose ingest is not due for a long time, so that many of them cost little. */
export async function addMemories(
  { services }: TestApp,
  { id: accountId }: TestAccount,
  count: number,
  changes: Partial<Memory>,
): Promise<void> {
  const now = Date.now();
  const later = { accountId, userId: accountId, nextAttemptAt: now + 24 * 60 * 60_000, ...changes };
  const inserts = Array.from({ length: count }, () => {
    const memory = makePendingMemory('a boat', now, { id: services.http.identifiers.memory(), ...later });
    return toInsert(memory, makeIndex(['boat']));
  });
  await services.http.store.commit([{ accountId, changes: inserts }]);
}
