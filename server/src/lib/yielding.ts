import { createFairQueue } from './fair-queue.ts';

/** Begins a limited number of tasks in each tick of the event loop, in turn by subject. */
export function createRounds(maxPerTick: number) {
  const queue = createFairQueue<() => void>();
  let begun = 0;
  let isScheduled = false;

  function schedule(): void {
    if (!isScheduled) setImmediate(beginNext);
    isScheduled = true;
  }

  function beginNext(): void {
    isScheduled = false;
    for (begun = 0; begun < maxPerTick && queue.size > 0; begun++) queue.take()?.();
    if (queue.size > 0) schedule();
  }

  return {
    /** Counts a task that may begin in this tick. @returns false if it must wait for a round */
    beginsNow(): boolean {
      schedule();
      if (begun >= maxPerTick || queue.size > 0) return false;
      begun++;
      return true;
    },
    add(subject: string, task: () => void): void {
      queue.add(subject, task);
      schedule();
    },
  };
}

/** All work that pauses shares the rounds, because a thread has one event loop. */
const paused = createRounds(1);

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
  return new Promise<void>((resolve) => paused.add(accountId, resolve));
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
