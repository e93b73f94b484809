import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { expect, it } from 'vitest';
import { createClient } from './client.ts';
import { spawnServer, temporaryDirectory, until } from './spawn-server.ts';

/**
 * Not a measure of speed. Embedding the long memory below keeps a core busy for seconds, in batches of up to 50 ms, and
 * so do hundreds of searches. On the thread that answers requests a batch would delay each of them by tens of
 * milliseconds, which shows in the median; a whole memory in one go would show in the slowest; and either in the share
 * of the processor's time that this thread takes. The bounds lie far above what a busy machine adds.
 */
const medianMs = 20;
const slowestMs = 1_000;
const shareMost = 0.5;

it('answers at once while memories are embedded and searched', async () => {
  const server = await spawnServer({ directory: temporaryDirectory() });
  const client = createClient(server.url, server.key);
  await until(() => server.stderr().includes('encoder loaded'), { limitMs: 20_000, what: 'the encoder' });
  const search = (number: number) =>
    client.send('POST', '/search', { query: `who wrote about day ${number}?`, top_k: 20 });
  // What is compiled at first use has been used before the clock is looked at.
  for (let number = 0; number < 20; number++) {
    await client.send('POST', '/memories', { text: `Warming up, day ${number}.` });
    await search(number);
  }
  const idle = await healthTimes(server.url, async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  });

  let searches = 0;
  const before = processorTimes(server.pid);
  const busy = await healthTimes(server.url, async () => {
    const sentence = 'The harbour office keeps its tide tables in a blue folder beside the door. ';
    const long = sentence.repeat(2_000).slice(0, 100_000);
    let pending = true;
    const searching = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (pending) {
          const { status, body } = await search(searches++);
          expect([status, body.degraded]).toEqual([200, []]);
          // Queries overtake memories on their way to the encoder: these would never get there.
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }),
    );
    // A search that fails is reported below, also when something else fails first.
    searching.catch(() => undefined);
    expect((await client.send('POST', '/memories', { text: long })).status).toBe(202);
    for (let number = 0; number < 200; number++) {
      // One after the other: two hundred at once would wait for each other, and the next request for all of them.
      const text = `Sailor ${number} wrote home about day ${number * 3}.`;
      expect((await client.send('POST', '/memories', { text })).status).toBe(202);
    }
    await until(async () => (await client.send('GET', '/memories?status=pending&limit=1')).body.results.length === 0, {
      limitMs: 60_000,
      what: 'ingest to end',
    });
    pending = false;
    await searching;
  });

  const after = processorTimes(server.pid);
  const share = (after.mainThread - before.mainThread) / (after.allThreads - before.allThreads);
  const summary = { share, idle: summed(idle), busy: summed(busy), searches };
  console.log(JSON.stringify(summary));
  expect(busy.length, 'enough was seen').toBeGreaterThan(100);
  expect(searches).toBeGreaterThan(20);
  expect(share).toBeLessThan(shareMost);
  expect(summary.busy.slowest).toBeLessThan(slowestMs);
  expect(summary.busy.median).toBeLessThan(summary.idle.median + medianMs);
}, 120_000);

/** Processor time used so far, in clock ticks. A process's first thread, the main one, has its number. */
function processorTimes(pid: number): { mainThread: number; allThreads: number } {
  const ticks = (file: string) => {
    const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  };
  return { mainThread: ticks(`/proc/${pid}/task/${pid}/stat`), allThreads: ticks(`/proc/${pid}/stat`) };
}

/** How long GET /healthz takes, in milliseconds, asked again and again while `work` runs. */
async function healthTimes(url: string, work: () => Promise<void>): Promise<number[]> {
  // A connection of its own: the requests of `work` must not queue before these.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  let over = false;
  const asking = (async () => {
    while (!over) {
      const startedAt = performance.now();
      await new Promise<void>((resolve, reject) => {
        get(`${url}/healthz`, { agent }, (response) => {
          expect(response.statusCode).toBe(200);
          response.resume().on('end', resolve);
        }).on('error', reject);
      });
      times.push(performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  await Promise.all([asking, work().finally(() => (over = true))]);
  agent.destroy();
  return times;
}

function summed(times: number[]): { count: number; median: number; p99: number; slowest: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1));
  return { count: sorted.length, median: at(0.5), p99: at(0.99), slowest: at(1) };
}
