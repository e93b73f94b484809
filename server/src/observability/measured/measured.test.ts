import { expect, it, vi } from 'vitest';
import { EmbedderError } from '../../ports/embedder.ts';
import { StoreUnavailableError } from '../../ports/store-error.ts';
import { measureEmbedder } from './measure-embedder.ts';
import { measureStore } from './measure-store.ts';

const waited = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

it('a store answers as before, and each call is told with its method, result and duration', async () => {
  const ended = vi.fn();
  const unavailable = new StoreUnavailableError('the disk is full');
  const store = measureStore(
    {
      get: async (owner: string, id: string) => waited(30).then(() => `${owner} ${id}`),
      insert: async () => Promise.reject(unavailable),
      list: async () => Promise.reject(new Error('a bug')),
    },
    ended,
  );
  expect(await store.get('acct', 'mem')).toBe('acct mem');
  await expect(store.insert()).rejects.toBe(unavailable);
  await expect(store.list()).rejects.toThrow('a bug');
  expect(ended.mock.calls.map(([method, result]) => [method, result])).toEqual([
    ['get', 'ok'],
    ['insert', 'unavailable'],
    ['list', 'failed'],
  ]);
  const seconds = ended.mock.calls[0]?.[2] as number;
  expect(seconds).toBeGreaterThan(0.025);
  expect(seconds).toBeLessThan(1);
});

it('an embedder answers as before, and each call is told with its kind, failure and duration', async () => {
  const ended = vi.fn();
  const vector = new Float32Array([1]);
  const close = vi.fn(async () => {});
  const embedder = measureEmbedder(
    {
      id: 'test',
      dimensions: 1,
      cosineBand: { low: 0, high: 1 },
      textsPerCall: 16,
      embedDocuments: async (texts) => waited(30).then(() => texts.map(() => vector)),
      embedQuery: async () => Promise.reject(new EmbedderError('away', { retryable: true })),
      close,
    },
    ended,
  );
  expect(embedder).toMatchObject({ id: 'test', dimensions: 1, cosineBand: { low: 0, high: 1 } });
  expect(await embedder.embedDocuments(['a', 'b'])).toEqual([vector, vector]);
  await expect(embedder.embedQuery('a')).rejects.toThrow('away');
  expect(ended.mock.calls.map(([kind, result]) => [kind, result])).toEqual([
    ['document', undefined],
    ['query', expect.any(EmbedderError)],
  ]);
  expect(ended.mock.calls[0]?.[2]).toBeGreaterThan(0.025);
  await embedder.close();
  expect(close).toHaveBeenCalledOnce();
});
