/** Lets a request wait until ingest has ended for one memory, one way or the other. */
export interface Settlements {
  /** Resolves when `memoryId` is settled, `waitMs` have passed, or the process stops. Never rejects. */
  wait(memoryId: string, waitMs: number): Promise<void>;
  settle(memoryId: string): void;
  /** Lets everybody go, now and from now on. */
  release(): void;
}

export function createSettlements(): Settlements {
  const waiting = new Map<string, Set<() => void>>();
  let released = false;
  return {
    wait(memoryId, waitMs) {
      if (released) return Promise.resolve();
      return new Promise((resolve) => {
        const others = waiting.get(memoryId) ?? new Set();
        waiting.set(memoryId, others);
        const done = () => {
          clearTimeout(timer);
          others.delete(done);
          if (others.size === 0) waiting.delete(memoryId);
          resolve();
        };
        const timer = setTimeout(done, waitMs);
        others.add(done);
      });
    },
    settle(memoryId) {
      for (const done of [...(waiting.get(memoryId) ?? [])]) done();
    },
    release() {
      released = true;
      for (const memoryId of [...waiting.keys()]) this.settle(memoryId);
    },
  };
}
