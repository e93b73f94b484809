import { getPriority, setPriority } from 'node:os';

/** The difference that leaves the thread about a third of the processor if another one needs all of it. */
const giveWayBy = 5;
const lowestPriority = 19;

/** Lets other threads run first, so that responses do not wait for a scan. Only Linux can do this for one thread. */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, Math.min(lowestPriority, getPriority(0) + giveWayBy));
  } catch {
    // A sandbox may forbid the call. Then all threads are equal, as on other systems.
  }
}
