import { afterEach, describe, expect, it, vi } from 'vitest';
import type { IngestConsumer, IngestQueue } from './ingest-queue.ts';

const never = 2 ** 30;

/** The one contract of {@link IngestQueue}; every adapter passes it. */
export function describeIngestQueue(
  name: string,
  create: () => Promise<{ queue: IngestQueue; close(): Promise<void> }>,
): void {
  describe(`${name} as an ingest queue`, () => {
    const consumers: IngestConsumer[] = [];
    const closers: (() => Promise<void>)[] = [];

    async function consumed(work: () => Promise<void>, pollMs = never): Promise<IngestQueue> {
      const { queue, close } = await create();
      closers.push(close);
      consumers.push(queue.consume(work, { pollMs }));
      return queue;
    }
    afterEach(async () => {
      for (const consumer of consumers.splice(0)) await consumer.stop();
      for (const close of closers.splice(0)) await close();
    });

    it('looks for work once at the start: rows may be waiting from before', async () => {
      const work = vi.fn(async () => {});
      await consumed(work);
      await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1));
    });

    it('calls when something was announced', async () => {
      const work = vi.fn(async () => {});
      const queue = await consumed(work);
      await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1));
      queue.announce('mem_1');
      await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2));
    });

    it('calls without any announcement after the poll interval: announcements may be lost', async () => {
      const work = vi.fn(async () => {});
      await consumed(work, 10);
      await vi.waitFor(() => expect(work.mock.calls.length).toBeGreaterThan(3));
    });

    it('never runs two calls at once, and makes one further call for all that came meanwhile', async () => {
      let running = 0;
      let most = 0;
      let release = () => {};
      const work = vi.fn(async () => {
        most = Math.max(most, ++running);
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        running--;
      });
      const queue = await consumed(work);
      await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1));
      for (let i = 0; i < 5; i++) queue.announce(`mem_${i}`);
      release();
      await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2));
      release();
      await vi.waitFor(() => expect(running).toBe(0));
      expect(work).toHaveBeenCalledTimes(2);
      expect(most).toBe(1);
    });

    it('stops after the call under way, and takes announcements quietly afterwards', async () => {
      let release = () => {};
      const work = vi.fn(() => new Promise<void>((resolve) => (release = resolve)));
      const queue = await consumed(work);
      await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1));
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
  });
}
