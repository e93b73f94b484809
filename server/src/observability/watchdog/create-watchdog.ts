import { url as inspectorUrl } from 'node:inspector';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';

const threadUrl = new URL(`./watchdog-thread${extname(import.meta.url)}`, import.meta.url);

const beatMs = 100;
/** Timers are always a little late. */
const minPauseMs = 20;

export type WatchdogData = Required<Pick<WatchdogOptions, 'operations' | 'tickMs' | 'maxTicks'>> & {
  buffer: SharedArrayBuffer;
};
type Pulse = ReturnType<typeof createPulse>;
export type Watchdog = ReturnType<typeof createWatchdog>;

export interface WatchdogOptions {
  /** Whether a thread ends the process if the event loop is blocked. Pauses are measured in any case. */
  ends: boolean;
  operations: readonly string[];
  paused(seconds: number): void;
  /** Receives the failure of the thread. Nothing ends the process afterwards. */
  onError(error: unknown): void;
  tickMs?: number;
  maxTicks?: number;
}

/** Measures the pauses of the event loop and, if configured, ends a process whose loop is blocked. */
export function createWatchdog(options: WatchdogOptions) {
  const { ends, operations, paused, onError, tickMs = 1_000, maxTicks = 30 } = options;
  const pulse = createPulse(operations);
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
      const workerData: WatchdogData = { operations, buffer: pulse.buffer, tickMs, maxTicks };
      // The options of the process, such as those of an inspector, do not apply to this thread.
      thread = new Worker(threadUrl, { workerData, name: 'watchdog', execArgv: [] });
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

const positions = { beats: 0, isInspected: 1, lastOperation: 2, open: 3 };

/** The beats and open operations of the main thread. @param buffer the memory of the other thread. @default new */
export function createPulse(
  operations: readonly string[],
  buffer = new SharedArrayBuffer((positions.open + operations.length) * Int32Array.BYTES_PER_ELEMENT),
) {
  const memory = new Int32Array(buffer);
  const indexes = new Map(operations.map((name, index) => [name, index]));
  return {
    buffer,
    beat(isInspected: boolean): void {
      Atomics.store(memory, positions.isInspected, Number(isInspected));
      Atomics.add(memory, positions.beats, 1);
    },
    beats: () => Atomics.load(memory, positions.beats),
    isInspected: () => Atomics.load(memory, positions.isInspected) === 1,
    /** Records the beginning of an operation. @returns records its end */
    begin(operation: string): () => void {
      const index = indexes.get(operation);
      if (index === undefined) return () => {};
      Atomics.store(memory, positions.lastOperation, index);
      Atomics.add(memory, positions.open + index, 1);
      return () => void Atomics.sub(memory, positions.open + index, 1);
    },
    /** Lists the operations in progress, the latest first. */
    underWay(): string[] {
      const last = operations[Atomics.load(memory, positions.lastOperation)];
      const open = operations.filter((_, index) => Atomics.load(memory, positions.open + index) > 0);
      return open.sort((one, other) => Number(other === last) - Number(one === last));
    },
  };
}

/** Detects a blocked main thread. It counts ticks instead of seconds, since they stop while the machine sleeps. */
export function createStallDetector(pulse: Pick<Pulse, 'beats' | 'isInspected'>, { maxTicks }: { maxTicks: number }) {
  let seen = -1;
  let missing = 0;
  return (): boolean => {
    const beats = pulse.beats();
    // A debugger blocks the loop for as long as a person reads.
    missing = beats !== seen || pulse.isInspected() ? 0 : missing + 1;
    seen = beats;
    return missing >= maxTicks;
  };
}
