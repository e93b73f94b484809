import { startBareEncoder } from '../processes/bare-encoder-process.ts';
import { MnemaServer } from '../processes/mnema-server.ts';
import { createQuestions } from '../questions.ts';
import { writeSyntheticStore } from '../synthetic-store.ts';
import type { Measure } from './measure.ts';
import { readsBesideSearches, searchTimes, warmUpSearches } from './timed-searches.ts';

const messageCount = 20_000;
const maxRatios = { search: 4, read: 3 };

/**
 * Measures messages of conversations. Each found message adds its neighbours, so far more are ranked than with facts.
 */
export const conversation: Measure = {
  name: 'conversation',
  async run(context) {
    const { scratch, progress } = context;
    const { dataDirectory, accounts } = await writeSyntheticStore({
      dataDirectory: scratch.folder('conversation'),
      accounts: 1,
      memoriesEach: messageCount,
      embedded: true,
      asMessages: true,
      progress,
    });
    const server = await MnemaServer.start({ dataDirectory, runtime: 'native', key: accounts[0]?.key ?? '' });
    try {
      const searched = { server, what: `${messageCount} turns of conversations`, question: createQuestions(800) };
      const bareEncoder = await startBareEncoder({ folder: scratch.folder('bare-conversation'), runtime: 'native' });
      try {
        await warmUpSearches(searched, bareEncoder);
        const rows = await searchTimes(context, searched, bareEncoder, { where: 'all', maxRatio: maxRatios.search });
        return [...rows, await readsBesideSearches(context, searched, accounts[0]?.memoryIds ?? [], maxRatios.read)];
      } finally {
        await bareEncoder.child.kill();
      }
    } finally {
      await server.stop();
    }
  },
};
