import { setImmediate } from 'node:timers/promises';

/** The last tick that any work waits for. All work shares it, because a thread has one event loop. */
let lastTick: Promise<void> = Promise.resolve();

/**
 * Runs `work` to its end and lets the event loop tick at each `yield`, so that long work does not block other work. Only
 * one piece of all running work continues in each tick. Work without a `yield` ends at once.
 */
export async function runYielding<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    lastTick = lastTick.then(() => setImmediate());
    await lastTick;
  }
}

/**
 * Spaces the pauses of work on a text.
 * @param length UTF-16 units without a pause
 * @returns whether a pause is due at this offset
 */
export function pausesEvery(length: number): (offset: number) => boolean {
  let next = length;
  return (offset) => {
    if (offset < next) return false;
    next = offset + length;
    return true;
  };
}
