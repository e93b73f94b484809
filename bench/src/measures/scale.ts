import { times } from '../load/times.ts';
import { startBareEncoder } from '../processes/bare-encoder-process.ts';
import { MnemaServer } from '../processes/mnema-server.ts';
import { residentBytes } from '../processes/resident-bytes.ts';
import { createQuestions } from '../questions.ts';
import { median } from '../statistics.ts';
import { type SyntheticStore, writeSyntheticStore } from '../synthetic-store.ts';
import type { Measure, MeasureContext, Row } from './measure.ts';
import { readsBesideSearches, searchedParts, searchTimes, warmUpSearches } from './timed-searches.ts';

const memories = 100_000;
const searchesBeforeMemory = 1_000;
const concurrency = 4;
const maxRatios = { search: 4, read: 3 };

/** Measures one account with 100,000 memories: searches, simultaneous reads, start-up and memory. */
export const scale: Measure = {
  name: 'scale',
  async run(context) {
    const { scratch, progress } = context;
    const store = await writeSyntheticStore({
      dataDirectory: scratch.folder('scale'),
      accounts: 1,
      memoriesEach: memories,
      embedded: true,
      progress,
    });
    const question = createQuestions(700);
    const rows: Row[] = [await firstHit(context, store, question), await memoryAfterSearches(context, store, question)];
    const server = await start(store);
    try {
      const searched = { server, what: `${memories} memories in one account`, question };
      const bareEncoder = await startBareEncoder({ folder: scratch.folder('bare-scale'), runtime: 'native' });
      try {
        await warmUpSearches(searched, bareEncoder);
        for (const where of Object.keys(searchedParts)) {
          rows.push(...(await searchTimes(context, searched, bareEncoder, { where, maxRatio: maxRatios.search })));
        }
      } finally {
        await bareEncoder.child.kill();
      }
      rows.push(await readsBesideSearches(context, searched, store.accounts[0]?.memoryIds ?? [], maxRatios.read));
      return rows;
    } finally {
      await server.stop();
    }
  },
};

function start({ dataDirectory, accounts }: SyntheticStore): Promise<MnemaServer> {
  return MnemaServer.start({ dataDirectory, runtime: 'native', key: accounts[0]?.key ?? '' });
}

async function firstHit(
  { rounds, progress }: MeasureContext,
  store: SyntheticStore,
  question: () => string,
): Promise<Row> {
  const hits: number[] = [];
  for (let round = 0; round < rounds; round++) {
    progress(`start-up, round ${round + 1} of ${rounds}`);
    const server = await start(store);
    try {
      for (;;) {
        const { results, degraded } = await server.search({ query: question() });
        if (results.length > 0 && degraded.length === 0) break;
      }
      hits.push(server.ageMs);
    } finally {
      await server.stop();
    }
  }
  return {
    measure: `start to first search hit, ${memories} memories in one account`,
    value: median(hits),
    baseline: null,
    unit: 'ms',
    goal: { kind: 'value at most', limit: 2_000 },
    note: 'from spawning the process to the first answer by words and meaning',
  };
}

async function memoryAfterSearches(
  { progress }: MeasureContext,
  store: SyntheticStore,
  question: () => string,
): Promise<Row> {
  progress(`${searchesBeforeMemory} searches`);
  const server = await start(store);
  try {
    await times(searchesBeforeMemory, concurrency, () => server.timedSearch({ query: question() }));
    return {
      measure: `RSS with ${memories} memories in one account, native`,
      value: residentBytes(server.child.pid) / 1e6,
      baseline: null,
      unit: 'MB',
      goal: { kind: 'value at most', limit: 600 },
      note: `started again, after ${searchesBeforeMemory} searches, ${concurrency} at a time`,
    };
  } finally {
    await server.stop();
  }
}
