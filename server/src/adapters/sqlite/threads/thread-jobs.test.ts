import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { ThreadReply } from '../../../lib/create-thread.ts';
import { createThreadJobs, type Steps } from './thread-jobs.ts';

function createThread(reads: Record<string, () => Steps<unknown>>) {
  const db = new DatabaseSync(':memory:');
  const replies: ThreadReply[] = [];
  const begin = ({ operation }: { operation: string }) => (reads[operation] as () => Steps<unknown>)();
  const jobs = createThreadJobs(db, begin, (more) => replies.push(...more));
  let id = 0;
  /** Adds requests of as many accounts. */
  const add = (...operations: string[]) =>
    jobs.add(operations.map((operation) => ({ id: ++id, accountId: `acct_${id}`, operation, argument: null })));
  return { db, jobs, replies, add };
}

function* steps(count: number): Steps<string> {
  for (let step = 1; step < count; step++) yield;
  return `after ${count}`;
}

async function until(isDone: () => boolean): Promise<void> {
  for (let tick = 0; !isDone(); tick++) {
    if (tick > 10_000) throw new Error('it did not come to an end');
    await setImmediate();
  }
}

it('answers a short read of another account that came later before a long one', async () => {
  const thread = createThread({ long: () => steps(20), short: () => steps(1) });
  thread.add('long');
  thread.add('short');
  await until(() => thread.replies.length === 2);
  expect(thread.replies.map(({ id }) => id)).toEqual([2, 1]);
});

it('lets a new read wait for one step of the long ones, not for one of each, and the long ones go on', async () => {
  const done: string[] = [];
  function* long(): Steps<void> {
    for (let step = 1; step <= 100; step++) {
      done.push('long');
      yield;
    }
  }
  // biome-ignore lint/correctness/useYield: it has one step
  function* short(): Steps<void> {
    done.push('short');
  }
  const thread = createThread({ long, short });
  thread.add(...new Array<string>(10).fill('long'));
  await until(() => done.length > 50);
  done.length = 0;
  thread.add(...new Array<string>(5).fill('short'));
  await until(() => done.length > 20);
  expect(done.slice(0, 12).filter((kind) => kind === 'short')).toHaveLength(5);
  expect(done.slice(0, 9).filter((kind) => kind === 'long').length).toBeGreaterThan(3);
});

it('gives each step a transaction of its own, and answers a read that fails, lets it clean up, and goes on', async () => {
  const seen: unknown[] = [];
  const thread = createThread({
    *broken() {
      try {
        seen.push(thread.db.isTransaction);
        yield;
        seen.push(thread.db.isTransaction);
        throw new Error('broken');
      } finally {
        seen.push('cleaned');
      }
    },
    whole: () => steps(5),
  });
  thread.add('broken', 'whole');
  expect(thread.db.isTransaction).toBe(false);
  await until(() => thread.replies.length === 2);
  expect(thread.replies).toEqual([
    { id: 1, error: expect.objectContaining({ message: 'broken', unavailable: false }) },
    { id: 2, result: 'after 5' },
  ]);
  expect(seen).toEqual([true, true, 'cleaned']);
});

it('does what is in the background beside the reads, and ends it when it stops', async () => {
  const background: string[] = [];
  function* endless(): Steps<void> {
    try {
      for (;;) {
        background.push('step');
        yield;
      }
    } finally {
      background.push('ended');
    }
  }
  const thread = createThread({ short: () => steps(3) });
  thread.jobs.addInBackground(endless());
  await until(() => background.length > 5);
  thread.add('short');
  await until(() => thread.replies.length === 1);
  thread.jobs.stop();
  const stoppedAt = background.length;
  expect(background.at(-1)).toBe('ended');
  await setImmediate();
  await setImmediate();
  expect(background).toHaveLength(stoppedAt);
});
