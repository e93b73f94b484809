import { expect, it, onTestFinished } from 'vitest';
import { collectionsOf } from '../../src/adapters/mongodb/documents.ts';
import { toDocument } from '../../src/adapters/mongodb/pending-memory.ts';
import { makeIndex } from '../make-index.ts';
import { makePendingMemory } from '../make-memory.ts';
import { createClient } from '../process/client.ts';
import { until } from '../process/spawn-server.ts';
import { startStack } from './stack.ts';

/**
 * Stands for any number: a claim gives each account a turn, so that what waits of the import beyond the next claim makes
 * no difference. It only has to last longer than the test.
 */
const imported = 3_000;
const singles = 5;
/** A worker has 64 memories in hand when the single one comes; of the next 64 the single one is among the first. */
const beforeSingleMost = 128;
const providerMs = 100;

it("one account's import does not delay another's single memory", { timeout: 300_000 }, async () => {
  const stack = await startStack();
  onTestFinished(stack.close);
  const { api, mongodb, cohere } = stack;
  cohere.latency.perRequest = providerMs;
  cohere.latency.perText = 0;
  const { memories } = collectionsOf(mongodb.client.db(mongodb.database));
  const { id: importer } = await stack.register();
  const now = Date.now();
  await memories.insertMany(
    Array.from({ length: imported }, (_, number) => {
      const changes = { id: `mem_import${String(number).padStart(20, '0')}`, ownerId: importer, userId: importer };
      return toDocument(
        makePendingMemory(`imported ${number}`, now, changes),
        makeIndex(['import', `${number}`]),
        null,
      );
    }),
  );
  const single = createClient(api.url, (await stack.register()).key);

  const waits: number[] = [];
  for (let number = 0; number < singles; number++) {
    const text = `the boat number ${number} leaves at noon`;
    const startedAt = performance.now();
    const { status, body } = await single.send('POST', '/memories', { text });
    expect(status, JSON.stringify(body)).toBe(202);
    const before = await memories.countDocuments({ pendingOf: importer });
    await until(async () => (await single.send('GET', `/memories/${body.memory_id}`)).body.status === 'ready', {
      limitMs: 60_000,
      what: 'the single memory to be ready',
    });
    waits.push(Math.round(performance.now() - startedAt));
    const found = await single.send('POST', '/search', { query: text, top_k: 1, explain: true });
    expect(found.body.results[0]).toMatchObject({ id: body.memory_id });
    expect(found.body.results[0].explain.signals.vector.raw).toBeGreaterThan(0);
    const after = await memories.countDocuments({ pendingOf: importer });
    expect(after, 'the import was over: this showed nothing').toBeGreaterThan(0);
    expect(before - after).toBeLessThan(beforeSingleMost);
  }
  console.log(`single memories were ready after ${waits.join(', ')} ms, beside an import of ${imported}`);
  // Half of them: whatever else a machine has to do at times is no matter of fairness.
  expect(waits.toSorted((a, b) => a - b)[Math.floor(singles / 2)]).toBeLessThan(2_000);
});
