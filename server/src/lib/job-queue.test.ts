import { expect, it } from 'vitest';
import { createJobQueue } from './job-queue.ts';

/** Runs jobs named after their subjects one by one, and returns the order in which they started. */
async function startsOf(jobs: readonly (readonly string[])[]): Promise<string[]> {
  const queue = createJobQueue({ maxRunning: 1 });
  const started: string[] = [];
  await Promise.all(jobs.map((subjects) => queue.run(subjects, async () => void started.push(subjects.join('+')))));
  return started;
}

it('serves subjects round robin, whatever the order in which their jobs came', async () => {
  expect(await startsOf([['a'], ['a'], ['a'], ['b'], ['b'], ['c']])).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
});

it('serves a job after the last ones of each of its subjects', async () => {
  const jobs = [
    ['here', 'ada'],
    ['here', 'bo'],
    ['there', 'ada'],
    ['there', 'bo'],
    ['elsewhere', 'eve'],
  ];
  expect(await startsOf(jobs)).toEqual(['here+ada', 'elsewhere+eve', 'here+bo', 'there+ada', 'there+bo']);
});

it('counts a job once for a subject that is named twice', async () => {
  expect(await startsOf([['a', 'a'], ['a', 'b'], ['b']])).toEqual(['a+a', 'a+b', 'b']);
});

it('runs as many jobs at once as it may, and another when one ends, even with an error', async () => {
  const queue = createJobQueue({ maxRunning: 2 });
  const ends: (() => void)[] = [];
  let running = 0;
  const job = () => {
    running++;
    return new Promise<void>((_resolve, reject) => ends.push(() => reject(new Error('broken'))));
  };
  const jobs = [1, 2, 3].map(() => queue.run(['a'], job));
  await new Promise(setImmediate);
  expect(running).toBe(2);
  ends[0]?.();
  await expect(jobs[0]).rejects.toThrow('broken');
  expect(running).toBe(3);
  for (const end of ends) end();
  await Promise.allSettled(jobs);
});

it('forgets the jobs of a subject that have ended', async () => {
  const queue = createJobQueue({ maxRunning: 1 });
  for (let round = 0; round < 3; round++) await queue.run(['busy'], async () => {});
  const started: string[] = [];
  const jobs = ['first', 'busy', 'new'].map((name) => queue.run([name], async () => void started.push(name)));
  await Promise.all(jobs);
  expect(started).toEqual(['first', 'busy', 'new']);
});
