import { Mnema } from '../../../packages/sdk/src/index.ts';
import { MnemaServer } from '../processes/mnema-server.ts';
import { createSentences } from '../sentences.ts';
import { median } from '../statistics.ts';
import type { Measure, Row } from './measure.ts';

const warmUpCalls = 300;
const goal = { kind: 'ratio at most', limit: 1.2 } as const;

type Call = () => Promise<unknown>;

async function timeOf(call: Call): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}

/** Alternates between both, call by call, so that other load of the machine affects both. */
async function alternating(own: Call, bare: Call, seconds: number): Promise<[number[], number[]]> {
  const times: [number[], number[]] = [[], []];
  for (let count = 0, end = performance.now() + seconds * 1_000; performance.now() < end; count++) {
    const ownFirst = count % 2 === 0;
    if (!ownFirst) times[1].push(await timeOf(bare));
    times[0].push(await timeOf(own));
    if (ownFirst) times[1].push(await timeOf(bare));
  }
  return times;
}

/** Measures the time that the TypeScript SDK adds to a request. */
export const sdk: Measure = {
  name: 'sdk',
  async run({ scratch, seconds, rounds, progress }) {
    const server = await MnemaServer.start({ dataDirectory: scratch.folder('sdk'), runtime: 'native' });
    try {
      await server.warmUp();
      const sentences = createSentences(200);
      const id = await server.write({ text: sentences.memory(), agent_id: 'planner', metadata: { project: 'atlas' } });
      await server.drain();
      const [apiKey, baseUrl] = [await server.apiKey(), `http://127.0.0.1:${server.port}`];
      const mnema = new Mnema({ apiKey, baseUrl });
      const headers = { 'X-API-Key': apiKey };
      const search = { query: 'what whistles in the kitchen?', top_k: 5 };
      const postSearch = { method: 'POST', headers: { ...headers, 'Content-Type': 'application/json' } };
      const requests: { measure: string; own: Call; bare: Call }[] = [
        {
          measure: 'GET /memories/{id} through the SDK',
          own: () => mnema.get(id),
          bare: async () => (await fetch(`${baseUrl}/memories/${id}`, { headers })).json(),
        },
        {
          measure: 'POST /search through the SDK',
          own: () => mnema.search(search),
          bare: async () => (await fetch(`${baseUrl}/search`, { ...postSearch, body: JSON.stringify(search) })).json(),
        },
      ];
      const rows: Row[] = [];
      for (const { measure, own, bare } of requests) {
        for (let count = 0; count < warmUpCalls; count++) await Promise.all([own(), bare()]);
        const medians: [number, number][] = [];
        for (let round = 0; round < rounds; round++) {
          progress(`${measure}, round ${round + 1} of ${rounds}`);
          const [ownTimes, bareTimes] = await alternating(own, bare, seconds);
          medians.push([median(ownTimes), median(bareTimes)]);
        }
        rows.push({
          measure,
          value: median(medians.map(([value]) => value)),
          baseline: median(medians.map(([, value]) => value)),
          unit: 'ms',
          goal,
          note: 'baseline: the same request by bare fetch, its answer parsed; one at a time, in turns, keep-alive',
        });
      }
      return rows;
    } finally {
      await server.kill();
    }
  },
};
