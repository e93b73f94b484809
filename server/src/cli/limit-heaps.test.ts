import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

/** Keeps enough alive that V8 would let the young generation of its thread grow to 130 MB. */
const load = `
  const { getHeapSpaceStatistics } = require('node:v8');
  const youngBytes = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size;
  const work = (rounds) => {
    for (let round = 0, kept = []; round < rounds; round++) {
      kept.push({ round });
      if (kept.length > 100_000) kept = [];
    }
    return youngBytes() / 2 ** 20;
  };`;

const script = `${load}
  const { Worker } = require('node:worker_threads');
  import(${JSON.stringify(new URL('./limit-heaps.ts', import.meta.url).href)}).then(async ({ limitHeaps }) => {
    const loaded = limitHeaps();
    const whileLoading = work(600_000);
    loaded();
    const pause = () => new Promise((resolve) => setImmediate(resolve));
    let main = 0;
    for (let turn = 0; turn < 30; turn++, await pause()) main = Math.max(main, work(50_000));
    const thread = new Worker(${JSON.stringify(`${load} require('node:worker_threads').parentPort.postMessage(work(600_000));`)}, { eval: true });
    thread.once('message', (inThread) => console.log(JSON.stringify({ whileLoading, main, inThread })));
  });`;

it('the young generations of the main thread and of later threads keep to their limits', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', script]);
  const { whileLoading, main, inThread } = JSON.parse(stdout);
  expect(whileLoading).toBeLessThanOrEqual(4);
  expect(main).toBeLessThanOrEqual(32);
  expect(inThread).toBeLessThanOrEqual(4);
});
