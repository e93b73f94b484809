import type { IngestQueue } from '../../ports/ingest-queue.ts';

/** Worker and server share a process: an announcement is a wake-up call. */
export function createInProcessQueue(): IngestQueue {
  const wakers = new Set<() => void>();
  return {
    announce() {
      for (const wake of wakers) wake();
    },
    consume(work, { pollMs }) {
      let stopped = false;
      let called = false;
      let running: Promise<void> | undefined;

      async function round(): Promise<void> {
        while (called && !stopped) {
          called = false;
          await work();
        }
      }
      function wake(): void {
        called = true;
        if (stopped) return;
        running ??= round().finally(() => {
          running = undefined;
          if (called) wake();
        });
      }

      const timer = setInterval(wake, pollMs);
      wakers.add(wake);
      wake();
      return {
        async stop() {
          stopped = true;
          clearInterval(timer);
          wakers.delete(wake);
          await running;
        },
      };
    },
  };
}
