/**
 * Limits the work that runs at the same time. Other work waits in order.
 * @param {number} max
 */
export function createSlots(max) {
  let taken = 0;
  /** @type {Set<() => void>} */
  const waiting = new Set();

  return {
    /**
     * @param {() => Promise<void>} work
     * @param {AbortSignal} signal drops work that has not begun
     */
    async within(work, signal) {
      if (taken < max) taken += 1;
      else await acquire(signal);
      try {
        await work();
      } finally {
        const [next] = waiting;
        if (next === undefined) taken -= 1;
        else next();
      }
    },
  };

  /**
   * Waits for a slot. Work that ends passes its slot to the work that has waited longest.
   * @param {AbortSignal} signal
   * @returns {Promise<void>}
   */
  function acquire(signal) {
    return new Promise((resolve, reject) => {
      const begin = () => {
        waiting.delete(begin);
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.delete(begin);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave);
      waiting.add(begin);
    });
  }
}
