/** The positions in the shared memory of the main thread and the watchdog thread. */
const positions = { beats: 0, isInspected: 1, lastOperation: 2, open: 3 };

export type Pulse = ReturnType<typeof createPulse>;

export interface PulseMemory {
  buffer: SharedArrayBuffer;
  operations: readonly string[];
}

/** Allocates a pulse. @param operations the names of all operations */
export function allocatePulse(operations: readonly string[]): PulseMemory {
  const length = positions.open + operations.length;
  return { buffer: new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT), operations };
}

/** Opens the pulse of the main thread: its beats, and its operations in progress. */
export function createPulse({ buffer, operations }: PulseMemory) {
  const memory = new Int32Array(buffer);
  const indexes = new Map(operations.map((name, index) => [name, index]));
  return {
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

/**
 * Detects that the main thread is blocked. The caller ticks at regular times of its own thread. Those ticks are counted
 * instead of seconds, because they also stop while the process or the machine sleeps.
 * @returns a function for each tick. It returns true once the pulse has been missing for this many ticks
 */
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
