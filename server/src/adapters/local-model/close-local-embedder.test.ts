import { Worker } from 'node:worker_threads';
import { afterEach, expect, it, vi } from 'vitest';
import { createLocalEmbedder } from './create-local-embedder.ts';

afterEach(() => {
  vi.useRealTimers();
});

/** Closes an embedder whose thread never ends by itself. @returns whether it was terminated after five seconds */
async function isTerminated({ responds }: { responds: 'start' | 'query' }): Promise<boolean> {
  const code = `
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (requests) => {
      for (const { id, operation } of requests === 'close' ? [] : requests) {
        const embeddings = [{ vector: new Float32Array(384), tokens: new Int8Array() }];
        if (operation === '${responds}') parentPort.postMessage([{ id, result: { embeddings, words: [] } }]);
      }
    });
  `;
  const threadUrl = new URL(`data:text/javascript,${encodeURIComponent(code)}`);
  const terminate = vi.spyOn(Worker.prototype, 'terminate');
  const embedder = createLocalEmbedder({ runtime: 'auto', threadUrl });
  const call = embedder.embedQuery('acct', 'text').catch(() => undefined);
  await Promise.race([embedder.ready, call]);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const closed = embedder.close();
  vi.advanceTimersByTime(5_000);
  const wasTerminated = terminate.mock.calls.length > 0;
  vi.advanceTimersByTime(60_000);
  await closed;
  terminate.mockRestore();
  return wasTerminated;
}

it('terminates a thread that does not end within five seconds', async () => {
  expect(await isTerminated({ responds: 'start' })).toBe(true);
});

it('gives a thread that still loads more time, since the native library aborts the process when it is terminated', async () => {
  expect(await isTerminated({ responds: 'query' })).toBe(false);
});
