import { url as inspectorUrl } from 'node:inspector';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { allocatePulse, createPulse } from './pulse.ts';
import type { WatchdogData } from './watchdog-thread.ts';

const threadUrl = new URL(`./watchdog-thread${extname(import.meta.url)}`, import.meta.url);

const beatMs = 100;
/** Timers are always a little late. */
const minPauseMs = 20;

export type Watchdog = ReturnType<typeof createWatchdog>;

export interface WatchdogOptions {
  /** Whether a thread ends the process if the event loop is blocked. Pauses are measured in any case. */
  ends: boolean;
  /** The names of the operations that the message about the end can contain. */
  operations: readonly string[];
  /** Receives each pause of the event loop. */
  paused(seconds: number): void;
  /** Receives the failure of the thread. Nothing ends the process afterwards. */
  onError(error: unknown): void;
  /** @default 1,000 */
  tickMs?: number;
  /** @default 30 */
  maxTicks?: number;
}

/** Measures the pauses of the event loop and, if configured, ends a process whose loop is blocked. */
export function createWatchdog(options: WatchdogOptions) {
  const { ends, operations, paused, onError, tickMs = 1_000, maxTicks = 30 } = options;
  const memory = allocatePulse(operations);
  const pulse = createPulse(memory);
  const measure = createPauseMeter(paused);
  let timer: NodeJS.Timeout | undefined;
  let thread: Worker | undefined;

  function beat(): void {
    measure(performance.now());
    pulse.beat(inspectorUrl() !== undefined);
  }

  return {
    begin: pulse.begin,
    /** Starts to watch. It is called after the start of the server, because opening a large store may take long. */
    start(): void {
      beat();
      timer = setInterval(beat, beatMs).unref();
      if (!ends) return;
      const data: WatchdogData = { memory, tickMs, maxTicks };
      // The options of the process, such as those of an inspector, do not apply to this thread.
      thread = new Worker(threadUrl, { workerData: data, name: 'watchdog', execArgv: [] });
      thread.unref();
      thread.on('error', onError);
    },
    async stop(): Promise<void> {
      clearInterval(timer);
      await thread?.terminate();
    },
  };
}

/** Returns a function that is called every {@link beatMs} with the time in milliseconds, and detects late calls. */
export function createPauseMeter(paused: WatchdogOptions['paused']): (now: number) => void {
  let due: number | undefined;
  return (now) => {
    const lateMs = due === undefined ? 0 : now - due;
    if (lateMs >= minPauseMs) paused(lateMs / 1_000);
    due = now + beatMs;
  };
}
