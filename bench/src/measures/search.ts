import { agentOf } from '../corpus.ts';
import { times } from '../load/times.ts';
import { MnemaServer } from '../processes/mnema-server.ts';
import { startSearchParts } from '../processes/search-parts-process.ts';
import { createQuestions } from '../questions.ts';
import { percentile } from '../statistics.ts';
import type { Measure, Row } from './measure.ts';

const searchesPerSecondOfRound = 25;
const cells = [false, true].flatMap((scoped) => [1, 4].map((concurrency) => ({ scoped, concurrency })));

/** Searches a large store, never twice with the same query: a cached query would skip the embedding. */
export const search: Measure = {
  name: 'search',
  async run({ scratch, seconds, rounds, corpus, progress }) {
    const { dataDirectory, key, memories } = await corpus();
    const server = await MnemaServer.start({ dataDirectory, runtime: 'native', key });
    try {
      const parts = await startSearchParts({
        folder: scratch.folder('parts'),
        runtime: 'native',
        store: dataDirectory,
      });
      try {
        const question = createQuestions(500);
        const count = Math.max(20, Math.round(searchesPerSecondOfRound * seconds));
        const own = async (query: string, agentId: string | null): Promise<number> => {
          const startedAt = performance.now();
          const { results, degraded } = await server.search({
            query,
            ...(agentId === null ? {} : { agent_id: agentId }),
          });
          if (results.length === 0 || degraded.length > 0) throw new Error(`"${query}" found nothing by meaning`);
          return performance.now() - startedAt;
        };
        const bare = (query: string, agentId: string | null) => parts.run({ kind: 'search', query, agentId });
        for (const warm of [own, bare]) await times(20, 1, () => warm(question(), null));
        const rows: Row[] = [];
        for (const { scoped, concurrency } of cells) {
          const where = scoped ? 'one agent' : 'all';
          progress(`${where}, concurrency ${concurrency}`);
          const ask = (one: typeof own) => {
            let searched = 0;
            return times(count, concurrency, () => one(question(), scoped ? agentOf(searched++) : null));
          };
          const ownTimes: number[] = [];
          const bareTimes: number[] = [];
          for (let round = 0; round < rounds; round++) {
            ownTimes.push(...(await ask(own)));
            bareTimes.push(...(await ask(bare)));
          }
          for (const share of [0.5, 0.99]) {
            rows.push({
              measure: `search p${share * 100}, ${memories} memories, ${where}, concurrency ${concurrency}`,
              value: percentile(ownTimes, share),
              baseline: percentile(bareTimes, share),
              unit: 'ms',
              goal: null,
              note: `${count * rounds} searches; baseline: embedding the query, one FTS5 query, one scan of the vectors, no HTTP`,
            });
          }
        }
        return rows;
      } finally {
        await parts.child.kill();
      }
    } finally {
      await server.stop();
    }
  },
};
