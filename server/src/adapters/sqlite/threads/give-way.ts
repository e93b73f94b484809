import { setPriority } from 'node:os';

/** The priority that leaves the thread about a third of the processor when another one wants all of it. */
const giveWayBy = 5;

/**
 * Lets the process's other threads run before the calling one when the processor is too small for all. A scan takes a
 * little longer, but responses of the main thread do not wait for it. Only Linux can do so for a single thread.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, giveWayBy);
  } catch {
    // A sandbox may forbid the call. Then all threads are equal, as everywhere else.
  }
}
