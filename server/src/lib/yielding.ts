import { createFairQueue } from './fair-queue.ts';

/** The work that waits for a tick. All work shares the queue, because a thread has one event loop. */
const paused = createFairQueue<() => void>();
let scheduled = false;

/** Lets the event loop tick at each `yield`. Accounts are served in turn, and one of them continues in each tick. */
export async function runYielding<Result>(accountId: string, work: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await waitForRound(accountId);
  }
}

/** Waits for the turn of the account before a step of work that cannot pause. */
export function waitForRound(accountId: string): Promise<void> {
  return new Promise<void>((resolve) => {
    paused.add(accountId, resolve);
    schedule();
  });
}

function schedule(): void {
  if (scheduled || paused.size === 0) return;
  scheduled = true;
  setImmediate(() => {
    scheduled = false;
    paused.take()?.();
    schedule();
  });
}

/** The length of text that is read without a pause, in UTF-16 units. The costliest letters take 5 ms. */
export const sliceLength = 2_000;

/** Schedules the pauses of work on a text. @returns whether a pause is due at this offset, in UTF-16 units */
export function pausesEvery(length = sliceLength): (offset: number) => boolean {
  let next = length;
  return (offset) => {
    if (offset < next) return false;
    next = offset + length;
    return true;
  };
}
