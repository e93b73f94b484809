import { Worker } from 'node:worker_threads';

/** The encoder of queries as it was on 22 November 2026, without its cache. Changes of the server do not change it. */
export interface QueryEncoder {
  embedQuery(text: string): Promise<Float32Array>;
}

/** Starts the encoder in a thread of its own, as the server does. */
export function createQueryEncoder(): QueryEncoder {
  const worker = new Worker(new URL('./query-encoder-thread.ts', import.meta.url), { name: 'encoder' });
  const waiting = new Map<number, { resolve(values: Float32Array): void; reject(error: Error): void }>();
  let lastId = 0;
  worker.on('message', ({ id, values }: { id: number; values: Float32Array }) => {
    waiting.get(id)?.resolve(values);
    waiting.delete(id);
  });
  worker.on('error', (error) => {
    for (const { reject } of waiting.values()) reject(error as Error);
    waiting.clear();
  });
  return {
    embedQuery(text) {
      const id = ++lastId;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, text });
      });
    },
  };
}
