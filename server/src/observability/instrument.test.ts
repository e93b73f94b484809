import { expect, it, vi } from 'vitest';
import { type Embedder, EmbedderError } from '../ports/embedder.ts';
import { noTracer, type Tracer } from '../ports/tracer.ts';
import { instrument, observeAll } from './instrument.ts';

const waited = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

it('a store responds as before, and each call is recorded with its method, failure and duration', async () => {
  const ended = vi.fn();
  const broken = new Error('a bug');
  const store = {
    get: async (account: string, id: string) => waited(30).then(() => `${account} ${id}`),
    list: async () => Promise.reject(broken),
  };
  const instrumented = instrument(
    store,
    noTracer,
    observeAll(store, (method) => ({ ended: (failure, seconds) => ended(method, failure, seconds) })),
  );
  expect(await instrumented.get('acct', 'mem')).toBe('acct mem');
  await expect(instrumented.list()).rejects.toBe(broken);
  expect(ended.mock.calls.map(([method, failure]) => [method, failure])).toEqual([
    ['get', undefined],
    ['list', broken],
  ]);
  const seconds = ended.mock.calls[0]?.[2] as number;
  expect(seconds).toBeGreaterThan(0.025);
  expect(seconds).toBeLessThan(1);
});

it('an embedder responds as before, and what is recorded depends on the arguments of the call', async () => {
  const ended = vi.fn();
  const spans: unknown[] = [];
  const tracer: Tracer = {
    ...noTracer,
    within(name, attributes, work) {
      spans.push([name, attributes]);
      return noTracer.within(name, attributes, work);
    },
  };
  const vector = new Float32Array([1]);
  const close = vi.fn(async () => {});
  const embedder: Embedder = {
    id: 'test',
    dimensions: 1,
    cosineBand: { low: 0, high: 1 },
    textsPerCall: 16,
    maxQueryCharacters: 3_000,
    embedDocuments: async (texts) => waited(30).then(() => texts.map(() => vector)),
    embedQuery: async () => Promise.reject(new EmbedderError('away', { retryable: true })),
    close,
  };
  const instrumented = instrument(embedder, tracer, {
    embedDocuments: (texts) => ({
      span: { name: 'embed documents', attributes: { texts: texts.length } },
      ended: (failure, seconds) => ended('document', failure, seconds),
    }),
    embedQuery: () => ({ ended: (failure, seconds) => ended('query', failure, seconds) }),
  });
  expect(instrumented).toMatchObject({ id: 'test', dimensions: 1, cosineBand: { low: 0, high: 1 } });
  expect(await instrumented.embedDocuments(['a', 'b'])).toEqual([vector, vector]);
  await expect(instrumented.embedQuery('acct', 'a')).rejects.toThrow('away');
  expect(ended.mock.calls.map(([kind, failure]) => [kind, failure])).toEqual([
    ['document', undefined],
    ['query', expect.any(EmbedderError)],
  ]);
  expect(ended.mock.calls[0]?.[2]).toBeGreaterThan(0.025);
  expect(spans).toEqual([['embed documents', { texts: 2 }]]);
  await instrumented.close();
  expect(close).toHaveBeenCalledOnce();
});
