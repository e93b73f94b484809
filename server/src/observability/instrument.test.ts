import { expect, it, vi } from 'vitest';
import { memories } from '../domain/memories/kinds.ts';
import { type Embedder, EmbedderError } from '../ports/embedder.ts';
import { StoreUnavailableError } from '../ports/store-error.ts';
import { noTracer, type Tracer } from '../ports/tracer.ts';
import { instrument, instrumentStore } from './instrument.ts';

const waited = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

it('a store responds as before, and each call is recorded with its name, result and duration', async () => {
  const ended = vi.fn();
  const broken = new Error('a bug');
  const store = {
    get: async (_kind: object, id: string) => waited(30).then(() => id),
    run: async (_account: string, _name: string, _input: unknown) => Promise.reject(broken),
    query: async (_account: string, _name: string, _input: unknown) =>
      Promise.reject(new StoreUnavailableError('away')),
    candidates: async (_query: object) => [],
  };
  const instrumented = instrumentStore(store, noTracer, ended);
  expect(await instrumented.get(memories, 'mem')).toBe('mem');
  await expect(instrumented.run('acct', 'createKey', {})).rejects.toBe(broken);
  await expect(instrumented.query('acct', 'listMemories', {})).rejects.toThrow('away');
  await expect(instrumented.run('acct', 'commitMemories', [{ changes: [{ kind: 'insert' }] }])).rejects.toBe(broken);
  await instrumented.candidates({ scope: {} });
  expect(ended.mock.calls.map(([name, result]) => [name, result])).toEqual([
    ['memories.get', 'ok'],
    ['createKey', 'failed'],
    ['listMemories', 'unavailable'],
    ['insert', 'failed'],
    ['candidates', 'ok'],
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
  const embedder = {
    id: 'test',
    embedDocuments: async (texts: readonly string[]) => waited(30).then(() => texts.map(() => vector)),
    embedQuery: async () => Promise.reject(new EmbedderError('away', { retryable: true })),
    close,
  } as Partial<Embedder> as Embedder;
  const instrumented = instrument(embedder, tracer, {
    embedDocuments: (texts: readonly string[]) => ({
      span: { name: 'embed documents', attributes: { texts: texts.length } },
      ended: (failure, seconds) => ended('document', failure, seconds),
    }),
    embedQuery: () => ({ ended: (failure, seconds) => ended('query', failure, seconds) }),
  });
  expect(instrumented.id).toBe('test');
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
