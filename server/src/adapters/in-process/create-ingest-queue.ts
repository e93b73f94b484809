import { createRounds } from '../../lib/create-rounds.ts';
import type { IngestQueue } from '../../ports/ingest-queue.ts';

/** Worker and server share a process: an announcement is a wake-up call. */
export function createInProcessQueue(): IngestQueue {
  const wakers = new Set<() => void>();
  return {
    announce() {
      for (const wake of wakers) wake();
    },
    consume(work, { pollMs }) {
      const rounds = createRounds(work);
      const wake = () => void rounds.ask();
      const timer = setInterval(wake, pollMs);
      wakers.add(wake);
      wake();
      return {
        stop() {
          clearInterval(timer);
          wakers.delete(wake);
          return rounds.stop();
        },
      };
    },
    problem: () => null,
    counts: async () => ({}),
    close: async () => {},
  };
}
