import { poll } from '../../lib/coalesce.ts';
import type { IngestQueue } from '../../ports/ingest-queue.ts';

/** Announces within one process, where an announcement wakes the worker. */
export function createInProcessQueue(): IngestQueue {
  const wakers = new Set<() => void>();
  return {
    announce() {
      for (const wake of wakers) wake();
    },
    consume(work, { pollMs }) {
      const polling = poll(work, pollMs);
      const wake = () => void polling.run();
      wakers.add(wake);
      wake();
      return {
        stop() {
          wakers.delete(wake);
          return polling.stop();
        },
      };
    },
    problem: () => null,
    counts: async () => ({}),
    close: async () => {},
  };
}
