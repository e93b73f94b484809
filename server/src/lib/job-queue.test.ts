import { expect, it } from 'vitest';
import { createJobQueue } from './job-queue.ts';

it.each([
  ['serves subjects round robin, whatever the order in which their jobs came', 'a a a b b c', 'a b c a b a'],
  ['serves a job after the last ones of each of its subjects', 'h+a h+b t+a t+b e+c', 'h+a e+c h+b t+a t+b'],
  ['counts a job once for a subject that is named twice', 'a+a a+b b', 'a+a a+b b'],
])('%s', async (_, jobs, starts) => {
  const queue = createJobQueue({ maxRunning: 1 });
  const started: string[] = [];
  await Promise.all(jobs.split(' ').map((job) => queue.run(job.split('+'), async () => void started.push(job))));
  expect(started.join(' ')).toBe(starts);
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
