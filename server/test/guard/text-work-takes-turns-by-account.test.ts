import { expect, it } from 'vitest';
import { createInProcessQueue } from '../../src/adapters/in-process/create-ingest-queue.ts';
import { createIdentifiers, systemClock } from '../../src/adapters/system/clock-and-identifiers.ts';
import { createMemory } from '../../src/domain/memories/create-memory.ts';
import { createRankedSearch } from '../../src/domain/search/ranked-search.ts';
import { workerActor } from '../../src/ports/memory.ts';
import { loopIterationsDuring } from '../loop-iterations-during.ts';

/** More work of one account than it takes to make a single queue of all accounts slow. */
const busy = 12;
const text = 'The crane at quay seven lifts forty tons of steel a day. '.repeat(300);

const services = {
  store: { findResponse: async () => undefined, commit: async () => [{ kind: 'written' as const }] },
  queue: createInProcessQueue(),
  clock: systemClock,
  identifiers: createIdentifiers(systemClock),
  contentPolicy: 'redact',
  extracts: false,
} as const;

/** Scans a text for secrets and finds its words. */
function write(accountId: string, copies = 1): Promise<unknown> {
  const ids = { userId: accountId, endUserId: null, agentId: null, runId: null };
  const quota = { plan: 'free', month: 0, memoryWrites: null, endUsers: null, projects: null } as const;
  const content = {
    text: text.repeat(copies),
    metadata: {},
    infer: false,
    occurredAt: null,
    expiresAt: null,
    actor: workerActor,
  };
  const responder = { idempotency: undefined, present: () => null };
  return createMemory(services, { accountId, ...ids, ...content, quota }, responder);
}

/** Takes a long query apart, and ranks what was found for it, on this thread. */
const noFrequencies = { documentFrequencies: [], identifierFrequencies: [] };
function search(accountId: string): Promise<unknown> {
  const candidates = async () => ({ candidates: [], scopeSize: 0, averageLength: 0, ...noFrequencies });
  const query = { vector: null, cosineBand: { low: 0, high: 1 }, now: 0, limit: 10 };
  return createRankedSearch({ candidates, closestTokens: async () => [] })({
    scope: { accountId },
    text: text.slice(0, 8_000),
    ...query,
  });
}

it.each([
  ['write', write],
  ['search', search],
])(
  'a %s waits for one step of another account between two of its own, however much that account does',
  async (_, work) => {
    const alone = await loopIterationsDuring(() => work('bo'));
    const others = Array.from({ length: busy }, () => write('ana', 3));
    const besides = await loopIterationsDuring(() => work('bo'));
    await Promise.all(others);
    expect(alone).toBeGreaterThan(3);
    expect(besides).toBeLessThanOrEqual(2 * alone + 2);
  },
);
