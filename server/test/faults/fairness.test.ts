import { expect, it, onTestFinished } from 'vitest';
import { toNewDocument } from '../../src/adapters/mongodb/memories/stored-memory.ts';
import { collectionsOf } from '../../src/adapters/mongodb/schema/documents.ts';
import { makeIndex } from '../make-index.ts';
import { makePendingMemory } from '../make-memory.ts';
import { createClient } from '../process/client.ts';
import { until } from '../process/spawn-server.ts';
import { startStack } from './stack.ts';

/** Whether nothing else runs meanwhile, as in `npm run soak`. */
const timed = process.env['MNEMA_TEST_FAULT_WRITES'] !== undefined;
/**
 * The small one stands for any number: a claim takes memories of all accounts round-robin, so that what waits of the
 * import beyond the next claim makes no difference. It only has to last longer than the test.
 */
const imported = timed ? 100_000 : 1_500;
const singles = timed ? 3 : 1;
/** A worker has four calls' worth in hand when the single one comes, and takes it with the next. */
const maxBeforeSingle = 5 * 96;
const providerMs = 100;

it("one account's import does not delay another's single memory", {
  timeout: timed ? 1_800_000 : 300_000,
}, async () => {
  const stack = await startStack();
  onTestFinished(stack.close);
  const { api, mongodb, cohere } = stack;
  cohere.latency.perRequest = providerMs;
  cohere.latency.perText = 0;
  const { memories } = collectionsOf(mongodb.client.db(mongodb.database));
  const { id: importer } = await stack.register();
  const now = Date.now();
  const single = createClient(api.url, (await stack.register()).key);
  /** How long a memory takes to be found by its meaning, in milliseconds. */
  async function waitOf(text: string): Promise<number> {
    const startedAt = performance.now();
    const { status, body } = await single.send('POST', '/memories', { text });
    expect(status, JSON.stringify(body)).toBe(202);
    await until(async () => (await single.send('GET', `/memories/${body.memory_id}`)).body.status === 'ready', {
      limitMs: 60_000,
      what: 'the single memory to be ready',
    });
    const ms = performance.now() - startedAt;
    const found = await single.send('POST', '/search', { query: text, top_k: 1, explain: true });
    expect(found.body.results[0]).toMatchObject({ id: body.memory_id });
    expect(found.body.results[0].explain.signals.vector.raw).toBeGreaterThan(0);
    return Math.round(ms);
  }

  const alone: number[] = [];
  for (let number = 0; number < singles; number++)
    alone.push(await waitOf(`the train number ${number} leaves at noon`));

  await memories.insertMany(
    Array.from({ length: imported }, (_, number) => {
      const changes = { id: `mem_import${String(number).padStart(20, '0')}`, accountId: importer, userId: importer };
      const memory = makePendingMemory(`imported ${number}`, now, changes);
      return toNewDocument({ kind: 'insert', memory, index: makeIndex(['import', `${number}`]) }, null);
    }),
  );
  const waits: number[] = [];
  for (let number = 0; number < singles; number++) {
    const before = await memories.countDocuments({ pendingOf: importer });
    waits.push(await waitOf(`the boat number ${number} leaves at noon`));
    const after = await memories.countDocuments({ pendingOf: importer });
    expect(after, 'the import was over: this showed nothing').toBeGreaterThan(0);
    expect(before - after).toBeLessThan(maxBeforeSingle);
  }
  console.log(`single memories were ready after ${alone} ms alone, ${waits} ms beside an import of ${imported}`);
  if (timed) expect(median(waits) - median(alone)).toBeLessThan(2_000);
});

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] as number;
}
