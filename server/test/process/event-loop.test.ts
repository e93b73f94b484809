import { readFileSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { repeated } from '../hostile/hostile-text.ts';
import { maxPause } from '../hostile/max-pause.ts';
import { startOpenAiStandIn } from '../providers/openai-stand-in.ts';
import { createClient } from './client.ts';
import { spawnServer, temporaryDirectory, until, untilIngested } from './spawn-server.ts';

/**
 * This is no measure of speed. Embedding the long memory below keeps a core busy for seconds, in batches of up to 50 ms,
 * and so do hundreds of searches. A batch on the thread that serves requests would show in its share of the
 * processor's time, and a whole memory in one go in the longest pause. Other load of the machine does not count.
 */
const maxShare = 0.5;
const maxEncodingPauseMs = 500;
/** The limit for one text. It is the best of some tries: a stall comes back each time, a collection of garbage does not. */
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
  const write = async (text: string) => expect((await client.send('POST', '/memories', { text })).status).toBe(202);
  const search = async (number: number) => {
    const query = { query: `who wrote about day ${number}?`, top_k: 20 };
    const { status, body } = await client.send('POST', '/search', query);
    expect([status, body.degraded]).toEqual([200, []]);
  };
  // What is compiled at first use has been used before the clock is looked at.
  for (let number = 0; number < 20; number++) {
    await write(`Warming up, day ${number}.`);
    await search(number);
  }

  let searches = 0;
  const work = async () => {
    let pending = true;
    const searching = Array.from({ length: 4 }, async () => {
      while (pending) {
        await search(searches++);
        // Queries overtake memories on their way to the encoder: these would never get there.
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
    await write(filled('Anna Visser of the harbour office in Köln keeps its tide tables in a blue folder. '));
    for (let number = 0; number < 200; number++) await write(`Sailor ${number} wrote home about day ${number * 3}.`);
    await untilIngested(client, 150_000).finally(() => (pending = false));
    await Promise.all(searching);
  };
  const before = processorTimes(server.pid);
  const { ms } = await maxPause(server, [work], Infinity);
  const after = processorTimes(server.pid);
  const share = (after.mainThread - before.mainThread) / (after.allThreads - before.allThreads);
  console.log(JSON.stringify({ share, ms, searches }));
  expect(searches).toBeGreaterThan(20);
  expect(share).toBeLessThan(maxShare);
  expect(ms).toBeLessThan(maxEncodingPauseMs);
}, 200_000);

// What the search for secrets takes longest for is in the tests of the content policy.
it('responds at once while the longest texts of any script and shape come in', async () => {
  // The test above proves that the encoder delays nothing. Here it would keep every core busy for most of the time.
  const provider = await startOpenAiStandIn();
  onTestFinished(() => provider.close());
  const environment = { MNEMA_EMBEDDER: 'openai', MNEMA_EMBEDDING_DIMENSIONS: '16', ...provider.environment };
  const server = await spawnServer({ directory: temporaryDirectory(), environment });
  const client = createClient(server.url, server.key);
  const write = async (text: string) => expect((await client.send('POST', '/memories', { text })).status).toBe(202);
  for (let number = 0; number < 20; number++) await write(`Warming up, day ${number}.`);
  const slowest: Record<string, number> = {};
  const stalls: string[] = [];
  async function look(name: string, work: () => Promise<unknown>, maxMs: number): Promise<void> {
    let best = Infinity;
    for (let tries = 0; tries < maxTries && best >= maxMs; tries++) {
      best = Math.min(best, (await maxPause(server, [work], Infinity)).ms);
    }
    slowest[name] = best;
    if (best >= maxMs) stalls.push(name);
  }
  for (const [name, text] of Object.entries(longTexts)) await look(name, () => write(text), stallMs);
  await look('all at once', () => Promise.all(Object.values(longTexts).map(write)), crowdStallMs);
  expect(stalls, JSON.stringify(slowest)).toEqual([]);
}, 120_000);

/** `piece` again and again, as long as a text may be. */
const filled = (piece: string) => repeated(piece, maxCharacters);

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

/** Processor time used so far, in clock ticks. A process's first thread, the main one, has its number. */
function processorTimes(pid: number): { mainThread: number; allThreads: number } {
  const ticks = (file: string) => {
    const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return Number(fields[11]) + Number(fields[12]);
  };
  return { mainThread: ticks(`/proc/${pid}/task/${pid}/stat`), allThreads: ticks(`/proc/${pid}/stat`) };
}
