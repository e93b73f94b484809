import { times } from '../load/times.ts';
import { MnemaServer } from '../processes/mnema-server.ts';
import { startSearchParts } from '../processes/search-parts-process.ts';
import { createQuestions } from '../questions.ts';
import { writeSyntheticStore } from '../synthetic-store.ts';
import type { Measure, Row } from './measure.ts';
import { readsBesideSearches, searchTimes } from './timed-searches.ts';

const messageCount = 20_000;

/** Measures messages of conversations: each found one brings its neighbours, so far more is ranked than with facts. */
export const conversation: Measure = {
  name: 'conversation',
  async run(context) {
    const { scratch, progress } = context;
    const store = await writeSyntheticStore({
      dataDirectory: scratch.folder('conversation'),
      accounts: 1,
      memoriesEach: messageCount,
      embedded: true,
      asMessages: true,
      progress,
    });
    const question = createQuestions(800);
    const server = await MnemaServer.start({
      dataDirectory: store.dataDirectory,
      runtime: 'native',
      key: store.accounts[0]?.key ?? '',
    });
    const searched = { server, store, what: `${messageCount} turns of conversations`, question };
    try {
      await times(20, 1, () => server.timedSearch({ query: question() }));
      const parts = await startSearchParts({
        folder: scratch.folder('conversation-parts'),
        runtime: 'native',
        store: store.dataDirectory,
      });
      const rows: Row[] = [];
      try {
        rows.push(...(await searchTimes(context, searched, parts, false)));
      } finally {
        await parts.child.kill();
      }
      rows.push(await readsBesideSearches(context, searched));
      return rows;
    } finally {
      await server.stop();
    }
  },
};
