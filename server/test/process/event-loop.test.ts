import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { maxPause } from '../hostile/max-pause.ts';
import { startOpenAiStandIn } from '../providers/openai-stand-in.ts';
import { createClient } from './client.ts';
import { spawnServer, temporaryDirectory, until, untilIngested } from './spawn-server.ts';

/**
 * This is no measure of speed. Embedding the long memory below keeps a core busy for seconds, in batches of up to 50 ms, and
 * so do hundreds of searches. On the thread that serves requests a batch would delay each of them by tens of
 * milliseconds, which shows in the median; a whole memory in one go would show in the slowest; and either in the share
 * of the processor's time that this thread takes. The bounds are what may come on top of the times of the idle server
 * and lie far above what a busy machine adds.
 */
const medianMs = 20;
const p99Ms = 100;
const slowestMs = 1_000;
const maxShare = 0.5;
/**
 * The limit for one text, in processor time of the thread that serves requests: other load of the machine does not count.
 * It is the best of some tries: a stall comes back each time, a collection of garbage does not.
 */
const stallMs = 100;
/** The limit for all of them at once. */
const crowdStallMs = 250;
const maxTries = 4;
/** The longest text of a memory. */
const maxCharacters = 100_000;

it('responds at once while memories are embedded and searched', async () => {
  const server = await spawnServer({ directory: temporaryDirectory() });
  const client = createClient(server.url, server.key);
  await until(() => server.stderr().includes('encoder loaded'), 'the encoder', 20_000);
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
    const long = filled('Anna Visser of the harbour office in Köln keeps its tide tables in a blue folder. ');
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
    await untilIngested(client, 150_000);
    pending = false;
    await searching;
  });

  const after = processorTimes(server.pid);
  const share = (after.mainThread - before.mainThread) / (after.allThreads - before.allThreads);
  const summary = { share, idle: summed(idle), busy: summed(busy), searches };
  console.log(JSON.stringify(summary));
  expect(busy.length, 'enough was seen').toBeGreaterThan(100);
  expect(searches).toBeGreaterThan(20);
  expect(share).toBeLessThan(maxShare);
  expect(summary.busy.slowest).toBeLessThan(summary.idle.slowest + slowestMs);
  expect(summary.busy.p99).toBeLessThan(summary.idle.p99 + p99Ms);
  expect(summary.busy.median).toBeLessThan(summary.idle.median + medianMs);
}, 200_000);

it('responds at once while the longest texts of any script and shape come in', async () => {
  // The test above proves that the encoder delays nothing. Here it would keep every core busy for most of the time.
  const provider = await startOpenAiStandIn();
  onTestFinished(() => provider.close());
  const environment = { MNEMA_EMBEDDER: 'openai', MNEMA_EMBEDDING_DIMENSIONS: '16', ...provider.environment };
  const server = await spawnServer({ directory: temporaryDirectory(), environment });
  const client = createClient(server.url, server.key);
  const write = async (memory: object, status = 202) => {
    expect((await client.send('POST', '/memories', memory)).status).toBe(status);
  };
  for (let number = 0; number < 20; number++) await write({ text: `Warming up, day ${number}.` });
  const stalls: Record<string, number> = {};
  const slowest: Record<string, number> = {};
  async function look(name: string, work: () => Promise<void>, maxMs: number): Promise<void> {
    let best = Infinity;
    for (let tries = 0; tries < maxTries && best >= maxMs; tries++) {
      best = Math.min(best, (await maxPause(server, [work], Infinity)).ms);
    }
    slowest[name] = best;
    if (best >= maxMs) stalls[name] = best;
  }
  for (const [name, text] of Object.entries(longTexts)) await look(name, () => write({ text }), stallMs);
  for (const [name, memory] of Object.entries(secretWrites)) {
    await look(name, () => write(memory, 422), stallMs);
  }
  const writeAll = async () =>
    void (await Promise.all([
      ...Object.values(longTexts).map((text) => write({ text })),
      ...Object.values(secretWrites).map((memory) => write(memory, 422)),
    ]));
  await look('all at once', writeAll, crowdStallMs);
  console.log(JSON.stringify({ slowest }));
  expect(stalls).toEqual({});
}, 120_000);

const longTexts: Record<string, string> = {
  'names in English': filled('Yesterday Anna Schmidt met Bob; she thinks src/words.ts of v1.2.3 is wrong. '),
  'speakers and lines': filled('Anna: I saw Bob.\nBob: No!\n'),
  Russian: filled('Вчера я встретил Анну в Москве, и мы пили чай у её брата. '),
  'Arabic with vowel points': filled('كِتَابٌ جديد قرأته أمس مع أحمد في القاهرة. '),
  'Chinese without punctuation': filled('昨天在上海的咖啡店'),
  'one Chinese character': filled('中'),
  'Thai without spaces': filled('ฉันชอบกินข้าวผัดที่ร้านใกล้บ้าน'),
  'letters outside the BMP': filled('𝒜𝓃𝓃𝒶 𐐨𠀀'),
  'characters that stand for four words': filled('\ufdfa'),
  'two blocks of marks': '\u0301'.repeat(maxCharacters / 2) + '\u0316'.repeat(maxCharacters / 2),
  'alternating marks': filled('\u0301\u0316'),
  'marks joined by what is invisible': filled('\u0301\u200d\u0316\ufe71'),
  'one word': filled('x'),
  'versions without an end': filled('1.'),
  'punctuation alone': filled('(.'),
  'flags and families': filled('🇩🇪👨‍👩‍👧‍👦'),
};

/** What the search for secrets takes longest for. The last holds one at its end, so that all of it is read. */
const secretWrites: Record<string, object> = {
  'thousands of messages with a number of a person': {
    messages: Array(5_500).fill({ role: 'user', content: '123-45-6789' }),
  },
  'one key and value after the other': { text: filled('api_key=abc123def456ghi789 ') },
  'the settings of a program': { text: filled('DB_PASSWORD=hunter2xyz\nAPI_TOKEN=abc123def456\n') },
  'a list under a key made of nouns': {
    text: 'x',
    metadata: {
      ['password token secret api key credential '.repeat(3).slice(0, 96)]: [
        ...Array.from({ length: 2_500 }, (_, index) => `z${index.toString(36).padStart(2, '0')}`),
        'hunter2!x',
      ],
      password: 'hunter2!',
    },
  },
};

/** `piece` again and again, as long as a text may be. */
function filled(piece: string): string {
  const characters = Array.from(piece);
  const missing = maxCharacters % characters.length;
  return piece.repeat(Math.floor(maxCharacters / characters.length)) + characters.slice(0, missing).join('');
}

/** Processor time used so far, in clock ticks. A process's first thread, the main one, has its number. */
function processorTimes(pid: number): { mainThread: number; allThreads: number } {
  const ticks = (file: string) => {
    const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  };
  return { mainThread: ticks(`/proc/${pid}/task/${pid}/stat`), allThreads: ticks(`/proc/${pid}/stat`) };
}

/** How long GET /healthz takes, in milliseconds, called again and again while `work` runs. */
async function healthTimes(url: string, work: () => Promise<void>): Promise<number[]> {
  // A connection of its own: the requests of `work` must not queue before these.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  let over = false;
  const polling = (async () => {
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
  await Promise.all([polling, work().finally(() => (over = true))]);
  agent.destroy();
  return times;
}

function summed(times: number[]): { count: number; median: number; p99: number; slowest: number } {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(1));
  return { count: sorted.length, median: at(0.5), p99: at(0.99), slowest: at(1) };
}
