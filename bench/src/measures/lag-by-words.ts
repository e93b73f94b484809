import { openLoop } from '../load/open-loop.ts';
import { MnemaServer } from '../processes/mnema-server.ts';
import { createSentences } from '../sentences.ts';
import { median, percentile } from '../statistics.ts';
import type { Measure } from './measure.ts';

const perSecond = 10;
const patienceMs = 10_000;

interface Found {
  milliseconds: number;
  searches: number;
}

/** Measures the time from sending a write to the search that finds it by keywords, which needs no vector. */
export const lagByWords: Measure = {
  name: 'lag-by-words',
  async run({ scratch, seconds, rounds, progress }) {
    const server = await MnemaServer.start({ dataDirectory: scratch.folder('words'), runtime: 'native' });
    try {
      await server.warmUp();
      const sentences = createSentences(400);
      const count = Math.ceil(perSecond * seconds * 2);
      const found: Found[][] = [];
      for (let round = 0; round < rounds; round++) {
        progress(`${perSecond} writes/s, round ${round + 1} of ${rounds}`);
        found.push(
          await openLoop({ perSecond, count }, (_index, dueAt) => {
            return writeAndFind(server, `${sentences.memory()} The code name is ${sentences.name()}.`, dueAt);
          }),
        );
      }
      const all = found.flat();
      const atOnce = all.filter(({ searches }) => searches === 1).length;
      const times = found.map((round) => round.map(({ milliseconds }) => milliseconds));
      return [0.5, 0.99].map((share) => ({
        measure: `write → found by words p${share * 100}, native, ${perSecond} writes/s`,
        value: median(times.map((round) => percentile(round, share))),
        baseline: null,
        unit: 'ms',
        goal: null,
        note: `the write and its searches together, top 10; ${atOnce} of ${all.length} found by the first search`,
      }));
    } finally {
      await server.kill();
    }
  },
};

async function writeAndFind(server: MnemaServer, text: string, dueAt: number): Promise<Found> {
  const id = await server.write({ text, agent_id: 'planner' });
  for (let searches = 1; performance.now() - dueAt < patienceMs; searches++) {
    const { results } = await server.search({ query: text });
    if (results.some((result) => result.id === id)) return { milliseconds: performance.now() - dueAt, searches };
  }
  throw new Error(`a search for all of its words did not find "${text}" within ${patienceMs / 1_000} s`);
}
