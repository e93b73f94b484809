import { mem0Figures } from '../mem0-figures.ts';
import { startBareEncoder } from '../processes/bare-encoder-process.ts';
import { MnemaServer } from '../processes/mnema-server.ts';
import { createQuestions } from '../questions.ts';
import type { Measure, Row } from './measure.ts';
import { searchedParts, searchTimes, warmUpSearches } from './timed-searches.ts';

const goal = { maxRatio: 2, mem0: mem0Figures.searchMs };
const cells = Object.keys(searchedParts).flatMap((where) =>
  [1, 4].map((concurrency) => ({ where, concurrency, ...(where === 'all' && concurrency === 1 ? goal : {}) })),
);

/** Searches a large store, never twice with the same query: a cached query would skip the embedding. */
export const search: Measure = {
  name: 'search',
  async run(context) {
    const { dataDirectory, key, memories } = await context.corpus();
    const server = await MnemaServer.start({ dataDirectory, runtime: 'native', key });
    try {
      const folder = context.scratch.folder('bare-search');
      const bareEncoder = await startBareEncoder({ folder, runtime: 'native' });
      try {
        const searched = { server, what: `${memories} memories`, question: createQuestions(500) };
        await warmUpSearches(searched, bareEncoder);
        const rows: Row[] = [];
        for (const cell of cells) rows.push(...(await searchTimes(context, searched, bareEncoder, cell)));
        return rows;
      } finally {
        await bareEncoder.child.kill();
      }
    } finally {
      await server.stop();
    }
  },
};
