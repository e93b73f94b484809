import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCollector } from './collector.ts';

type Use = readonly [id: string, at: number];
type Uses = Use[];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function create(write: (uses: Uses) => Promise<void> = async () => {}) {
  const writes: Uses[] = [];
  const errors: unknown[] = [];
  const collector = createCollector<Use>({
    async write(given) {
      writes.push(given);
      await write(given);
    },
    maxItems: 500,
    flushMs: 5_000,
    merge: (earlier, later) => (later[1] > earlier[1] ? later : earlier),
    onError: (error) => errors.push(error),
  });
  const uses = { ...collector, record: (id: string, at: number) => collector.add(id, [id, at]) };
  return { uses, writes, errors };
}

it('collected items are written together, once for each key', async () => {
  const { uses, writes } = create();
  uses.record('a', 10);
  uses.record('b', 11);
  uses.record('a', 13);
  uses.record('a', 12);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(writes).toEqual([]);
  await vi.advanceTimersByTimeAsync(60_001);
  expect(writes.map((write) => write.join(' '))).toEqual(['a,13 b,11']);
});

it('collected items are written in parts of limited size', async () => {
  const { uses, writes } = create();
  for (let key = 0; key < 501; key++) uses.record(`key_${key}`, 10);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(writes.map(({ length }) => length)).toEqual([500, 1]);
});

it('collected items that arrive during a write are written with the next one', async () => {
  const gate = Promise.withResolvers<void>();
  const { uses, writes } = create(() => gate.promise);
  uses.record('a', 10);
  await vi.advanceTimersByTimeAsync(5_000);
  uses.record('a', 20);
  uses.record('b', 21);
  gate.resolve();
  await vi.advanceTimersByTimeAsync(4_999);
  expect(writes).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(writes.map((write) => write.join(' '))).toEqual(['a,10', 'a,20 b,21']);
});

it('collected items that could not be written are reported and written later', async () => {
  let full = true;
  const { uses, writes, errors } = create(async () => {
    if (full) throw new Error('disk full');
  });
  uses.record('a', 10);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(errors).toEqual([new Error('disk full')]);
  full = false;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(writes).toEqual(Array(2).fill([['a', 10]]));
  expect(errors).toHaveLength(1);
});

it('collected items are written on stop, after a running write', async () => {
  const gate = Promise.withResolvers<void>();
  const { uses, writes } = create(() => gate.promise);
  uses.record('a', 10);
  await vi.advanceTimersByTimeAsync(5_000);
  uses.record('b', 11);
  const stopped = uses.stop();
  gate.resolve();
  await stopped;
  expect(writes).toEqual([[['a', 10]], [['b', 11]]]);
  expect(vi.getTimerCount()).toBe(0);
});
