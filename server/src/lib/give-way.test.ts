import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, it } from 'vitest';

it.runIf(process.platform === 'linux')('slows the thread that calls it down, and no other', async () => {
  const url = new URL('./give-way.ts', import.meta.url).href;
  const code = `import { getPriority } from 'node:os'; import { parentPort } from 'node:worker_threads';
    const before = getPriority(0);
    const { giveWay } = await import(${JSON.stringify(url)});
    giveWay();
    parentPort.postMessage({ before, after: getPriority(0) });`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(code)}`));
  const own = getPriority(0);
  const { before, after } = await new Promise<{ before: number; after: number }>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await worker.terminate();
  expect(after).toBeGreaterThan(before);
  expect(getPriority(0)).toBe(own);
});
