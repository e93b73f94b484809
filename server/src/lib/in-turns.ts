import { setImmediate } from 'node:timers/promises';

/** The last turn somebody waits for. One for all, as a thread has one event loop. */
let lastTurn: Promise<void> = Promise.resolve();

/**
 * Runs `work` to its end and lets the event loop go round at each `yield`, so that long work does not keep others
 * waiting. However much work is under way, only one piece of it goes on in each round. Work without a `yield` takes
 * no extra round.
 */
export async function inTurns<Result>(work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    lastTurn = lastTurn.then(() => setImmediate());
    await lastTurn;
  }
}

/**
 * Tells work that goes through a text when to pause.
 *
 * @param length how far it goes without a pause, in UTF-16 units
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
