import { expect, it, onTestFinished } from 'vitest';
import { openMongodbRecords } from '../../src/adapters/mongodb/open-store.ts';
import { collectionOf } from '../../src/adapters/mongodb/records/stored-documents.ts';
import { storeDomain } from '../../src/app/store-commands.ts';
import type { Change } from '../../src/domain/memories/changes.ts';
import { toInsert } from '../../src/domain/memories/create-memory.ts';
import { memories as memoriesKind } from '../../src/domain/memories/kinds.ts';
import { createMemoryStore } from '../../src/domain/memories/memory-store.ts';
import { makeIndex } from '../make-index.ts';
import { makePendingMemory } from '../make-memory.ts';
import { createClient } from '../process/client.ts';
import { untilReady } from '../process/spawn-server.ts';
import { startStack } from './stack.ts';

/** Whether nothing else runs meanwhile, as in `npm run soak`. */
const timed = process.env['MNEMA_TEST_FAULT_WRITES'] !== undefined;
/**
 * The small one stands for any number: a claim takes memories of all accounts round-robin, so that what waits of the
 * import beyond the next claim makes no difference. It only has to last longer than the test.
 */
const imported = timed ? 100_000 : 1_500;
/** The number of imported memories that one commit writes. */
const atOnce = 500;
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
  const memories = collectionOf(mongodb.client.db(mongodb.database), memoriesKind);
  const { id: importer } = await stack.register();
  const now = Date.now();
  const single = createClient(api.url, (await stack.register()).key);
  /** How long a memory takes to be found by its meaning, in milliseconds. */
  async function waitOf(text: string): Promise<number> {
    const startedAt = performance.now();
    const { status, body } = await single.send('POST', '/memories', { text });
    expect(status, JSON.stringify(body)).toBe(202);
    await untilReady(single, body.memory_id);
    const ms = performance.now() - startedAt;
    const found = await single.send('POST', '/search', { query: text, top_k: 1, explain: true });
    expect(found.body.results[0]).toMatchObject({ id: body.memory_id });
    expect(found.body.results[0].explain.signals.vector.raw).toBeGreaterThan(0);
    return Math.round(ms);
  }

  const alone: number[] = [];
  for (let number = 0; number < singles; number++)
    alone.push(await waitOf(`the train number ${number} leaves at noon`));

  const { records, close } = await openMongodbRecords(mongodb.uri, storeDomain, Date.now);
  onTestFinished(close);
  const rows = createMemoryStore(records, { workerId: 'one' });
  for (let from = 0; from < imported; from += atOnce) {
    const changes = Array.from({ length: atOnce }, (_, at): Change => {
      const id = `mem_import${String(from + at).padStart(20, '0')}`;
      const memory = makePendingMemory(`imported ${from + at}`, now, { id, accountId: importer, userId: importer });
      return toInsert(memory, makeIndex(['import', `${from + at}`]));
    });
    expect(await rows.commit([{ accountId: importer, changes }])).toEqual([{ kind: 'written' }]);
  }
  const waits: number[] = [];
  for (let number = 0; number < singles; number++) {
    const before = await memories.countDocuments({ ingestOf: importer });
    waits.push(await waitOf(`the boat number ${number} leaves at noon`));
    const after = await memories.countDocuments({ ingestOf: importer });
    expect(after, 'the import was over: this showed nothing').toBeGreaterThan(0);
    expect(before - after).toBeLessThan(maxBeforeSingle);
  }
  console.log(`single memories were ready after ${alone} ms alone, ${waits} ms beside an import of ${imported}`);
  if (timed) expect(median(waits) - median(alone)).toBeLessThan(2_000);
});

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] as number;
}
