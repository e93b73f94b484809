import { afterEach, describe, expect, it, vi } from 'vitest';
import type { IngestQueue } from './ingest-queue.ts';

const never = 2 ** 30;
/** In milliseconds. An announcement may cross a network. */
const soon = { timeout: 10_000 };

/**
 * The contract that every {@link IngestQueue} fulfils.
 * @param create - resolves to a new queue. `arrived` resolves when this many announcements have reached the busy
 *   consumer; it is left out when they arrive at once
 */
export function describeIngestQueue(
  name: string,
  create: () => Promise<{ queue: IngestQueue; arrived?: (announcements: number) => Promise<void> }>,
): void {
  describe(`${name} as an ingest queue`, () => {
    const consumers: ReturnType<IngestQueue['consume']>[] = [];
    const queues: IngestQueue[] = [];

    async function consumed(work: () => Promise<void>, pollMs = never) {
      const { queue, arrived = async () => {} } = await create();
      queues.push(queue);
      consumers.push(queue.consume(work, { pollMs }));
      return { queue, arrived };
    }
    afterEach(async () => {
      for (const consumer of consumers.splice(0)) await consumer.stop();
      for (const queue of queues.splice(0)) await queue.close();
    });

    it('calls at the start, as older rows may be waiting, and after each announcement, also of the same memory', async () => {
      const work = vi.fn(async () => {});
      const { queue } = await consumed(work);
      for (const calls of [1, 2, 3]) {
        await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(calls), soon);
        queue.announce('mem_1');
      }
      await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(4), soon);
    });

    it('calls without any announcement after the poll interval: announcements may be lost', async () => {
      const work = vi.fn(async () => {});
      await consumed(work, 10);
      await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(3), soon);
    });

    it('never runs two calls at once, and makes one further call for all announcements meanwhile', async () => {
      let running = 0;
      let common = 0;
      let release = () => {};
      const work = vi.fn(async () => {
        common = Math.max(common, ++running);
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        running--;
      });
      const { queue, arrived } = await consumed(work);
      await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1), soon);
      for (let i = 0; i < 5; i++) queue.announce(`mem_${i}`);
      await arrived(5);
      release();
      await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2), soon);
      release();
      await vi.waitFor(() => expect(running).toBe(0), soon);
      expect(work).toHaveBeenCalledTimes(2);
      expect(common).toBe(1);
    });

    it('stops after the call under way, and ignores later announcements', async () => {
      let release = () => {};
      const work = vi.fn(() => new Promise<void>((resolve) => (release = resolve)));
      const { queue, arrived } = await consumed(work);
      await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1), soon);
      queue.announce('mem_1');
      await arrived(1);
      let stopped = false;
      const stopping = consumers[0]?.stop().then(() => (stopped = true));
      await new Promise((resolve) => setImmediate(resolve));
      expect(stopped).toBe(false);
      release();
      await stopping;
      queue.announce('mem_late');
      await new Promise((resolve) => setImmediate(resolve));
      expect(work).toHaveBeenCalledTimes(1);
    });

    it('has no problem, counts announcements by state if it keeps any, and closes, with and without a consumer', async () => {
      const { queue } = await consumed(async () => {});
      await vi.waitFor(() => expect(queue.problem()).toBeNull(), soon);
      for (const count of Object.values(await queue.counts())) expect(count).toBeGreaterThanOrEqual(0);
      const { queue: unused } = await create();
      unused.announce('mem_1');
      await unused.close();
      unused.announce('mem_2');
    });
  });
}
