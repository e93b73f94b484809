import type { Pulse } from './pulse.ts';

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
