import { describe, expect, it, vi } from 'vitest';
import { createSettlements } from './settlements.ts';

async function isDone(waiting: Promise<void>): Promise<boolean> {
  return Promise.race([waiting.then(() => true), new Promise<false>((resolve) => setImmediate(() => resolve(false)))]);
}

describe('waiting for ingest', () => {
  it('lets everybody go who waits for that memory, and nobody else', async () => {
    const settlements = createSettlements();
    const [first, second, other] = ['a', 'a', 'b'].map((id) => settlements.wait(id, 60_000)) as [
      Promise<void>,
      Promise<void>,
      Promise<void>,
    ];
    settlements.settle('a');
    expect(await Promise.all([isDone(first), isDone(second), isDone(other)])).toEqual([true, true, false]);
    settlements.release();
  });

  it('ends when its time is over', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const waiting = createSettlements().wait('a', 5_000);
    vi.advanceTimersByTime(4_999);
    expect(await isDone(waiting)).toBe(false);
    vi.advanceTimersByTime(1);
    expect(await isDone(waiting)).toBe(true);
    vi.useRealTimers();
  });

  it('ends at once when the process stops, for those who wait and those who come later', async () => {
    const settlements = createSettlements();
    const waiting = settlements.wait('a', 60_000);
    settlements.release();
    expect(await isDone(waiting)).toBe(true);
    expect(await isDone(settlements.wait('a', 60_000))).toBe(true);
  });
});
