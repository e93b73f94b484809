import { expect, it, vi } from 'vitest';
import { memories } from '../domain/memories/kinds.ts';
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
  const results = ended.mock.calls.map(([name, result]) => `${name} ${result}`).join();
  expect(results).toBe('memories.get ok,createKey failed,listMemories unavailable,insert failed,candidates ok');
  const seconds = ended.mock.calls[0]?.[2] as number;
  expect(seconds).toBeGreaterThan(0.025);
  expect(seconds).toBeLessThan(1);
});

it('an adapter responds as before, and what is recorded depends on the arguments of the call', async () => {
  const ended = vi.fn();
  const spans: unknown[] = [];
  const within: Tracer['within'] = (name, attributes, work) => {
    spans.push([name, attributes]);
    return noTracer.within(name, attributes, work);
  };
  const adapter = {
    id: 'test',
    embed: async (texts: readonly string[]) => waited(30).then(() => texts.length),
    query: async (_text: string): Promise<number> => Promise.reject(new Error('away')),
    close: async () => 'closed',
  };
  const instrumented = instrument(
    adapter,
    { ...noTracer, within },
    {
      embed: (texts: readonly string[]) => ({
        span: { name: 'embed', attributes: { texts: texts.length } },
        ended: (failure, seconds) => ended('embed', failure, seconds),
      }),
      query: () => ({ ended: (failure, seconds) => ended('query', failure, seconds) }),
    },
  );
  expect(instrumented.id).toBe('test');
  expect([await instrumented.embed(['a', 'b']), await instrumented.close()]).toEqual([2, 'closed']);
  await expect(instrumented.query('a')).rejects.toThrow('away');
  const calls = ended.mock.calls.map(([kind, failure]) => `${kind} ${failure}`);
  expect(calls).toEqual(['embed undefined', 'query Error: away']);
  expect(ended.mock.calls[0]?.[2]).toBeGreaterThan(0.025);
  expect(spans).toEqual([['embed', { texts: 2 }]]);
});
