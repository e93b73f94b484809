/** The positions in the memory that the main thread and the watching thread share. */
const positions = { beats: 0, isInspected: 1, lastOperation: 2, open: 3 };

export type Pulse = ReturnType<typeof createPulse>;

/** The parts with which the watching thread opens the same pulse. */
export interface PulseMemory {
  buffer: SharedArrayBuffer;
  operations: readonly string[];
}

/** Allocates a pulse. @param operations the names of all operations */
export function allocatePulse(operations: readonly string[]): PulseMemory {
  const length = positions.open + operations.length;
  return { buffer: new SharedArrayBuffer(length * Int32Array.BYTES_PER_ELEMENT), operations };
}

/** Opens the signs of life of the main thread: its beats, and the operations that it has under way. */
export function createPulse({ buffer, operations }: PulseMemory) {
  const memory = new Int32Array(buffer);
  const indexes = new Map(operations.map((name, index) => [name, index]));
  return {
    /** Shows that the event loop turns. */
    beat(isInspected: boolean): void {
      Atomics.store(memory, positions.isInspected, Number(isInspected));
      Atomics.add(memory, positions.beats, 1);
    },
    beats: () => Atomics.load(memory, positions.beats),
    isInspected: () => Atomics.load(memory, positions.isInspected) === 1,
    /** Notes the begin of an operation. @returns notes its end */
    begin(operation: string): () => void {
      const index = indexes.get(operation);
      if (index === undefined) return () => {};
      Atomics.store(memory, positions.lastOperation, index);
      Atomics.add(memory, positions.open + index, 1);
      return () => void Atomics.sub(memory, positions.open + index, 1);
    },
    /** Lists the operations under way, that which began last first. */
    underWay(): string[] {
      const last = operations[Atomics.load(memory, positions.lastOperation)];
      const open = operations.filter((_, index) => Atomics.load(memory, positions.open + index) > 0);
      return open.sort((one, other) => Number(other === last) - Number(one === last));
    },
  };
}
