import { agentOf } from '../corpus.ts';
import { openLoop } from '../load/open-loop.ts';
import { times } from '../load/times.ts';
import { MnemaServer } from '../processes/mnema-server.ts';
import { residentBytes } from '../processes/resident-bytes.ts';
import { type SearchParts, startSearchParts } from '../processes/search-parts-process.ts';
import { createQuestions } from '../questions.ts';
import { median, percentile } from '../statistics.ts';
import { type SyntheticStore, writeSyntheticStore } from '../synthetic-store.ts';
import type { Measure, MeasureContext, Row } from './measure.ts';

const memories = 100_000;
const searchesBeforeMemory = 1_000;
const searchesPerSecondOfRound = 10;
const readsPerSecond = 200;
const concurrency = 4;

/** One account with 100,000 memories: searches, reads beside them, start-up and memory. */
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
      await times(20, 1, () => server.timedSearch({ query: question() }));
      progress('copying the memories for the baseline');
      const parts = await startSearchParts({
        folder: scratch.folder('scale-parts'),
        runtime: 'native',
        store: store.dataDirectory,
      });
      try {
        for (const scoped of [false, true]) rows.push(...(await searches(context, server, parts, scoped, question)));
      } finally {
        await parts.child.kill();
      }
      rows.push(await readsBesideSearches(context, server, store, question));
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
    goal: { kind: 'value at most', limit: 3_000 },
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
      note: `started anew, after ${searchesBeforeMemory} searches, ${concurrency} at a time`,
    };
  } finally {
    await server.stop();
  }
}

async function searches(
  { rounds, seconds, progress }: MeasureContext,
  server: MnemaServer,
  parts: SearchParts,
  scoped: boolean,
  question: () => string,
): Promise<Row[]> {
  const where = scoped ? 'one agent' : 'all';
  const count = Math.max(20, Math.round(searchesPerSecondOfRound * seconds));
  const own: number[] = [];
  const bare: number[] = [];
  let asked = 0;
  for (let round = 0; round < rounds; round++) {
    progress(`searches of ${where}, round ${round + 1} of ${rounds}`);
    const ask = (one: (query: string, agentId: string | null) => Promise<number>) =>
      times(count, 1, () => one(question(), scoped ? agentOf(asked++) : null));
    own.push(
      ...(await ask((query, agentId) => server.timedSearch({ query, ...(agentId ? { agent_id: agentId } : {}) }))),
    );
    bare.push(...(await ask((query, agentId) => parts.run({ kind: 'search', query, agentId }))));
  }
  return [0.5, 0.99].map((share) => ({
    measure: `search p${share * 100}, ${memories} memories in one account, ${where}`,
    value: percentile(own, share),
    baseline: percentile(bare, share),
    unit: 'ms',
    goal: share === 0.5 ? { kind: 'ratio at most', limit: 1.5 } : null,
    note: `${own.length} searches, one at a time; baseline: embedding the query, one FTS5 query, one scan of the vectors, no HTTP`,
  }));
}

/** Whether anything holds the event loop up that answers other requests. */
async function readsBesideSearches(
  { rounds, seconds, progress }: MeasureContext,
  server: MnemaServer,
  store: SyntheticStore,
  question: () => string,
): Promise<Row> {
  const ids = store.accounts[0]?.memoryIds ?? [];
  const reads = () =>
    openLoop({ perSecond: readsPerSecond, count: Math.ceil(readsPerSecond * seconds) }, async (index, dueAt) => {
      await server.read(ids[(index * 7_919) % ids.length] ?? '');
      return performance.now() - dueAt;
    });
  const alone: number[] = [];
  const beside: number[] = [];
  let searched = 0;
  await reads();
  for (let round = 0; round < rounds; round++) {
    progress(`reads beside searches, round ${round + 1} of ${rounds}`);
    alone.push(...(await reads()));
    let isOver = false;
    const load = Promise.all(
      Array.from({ length: concurrency }, async () => {
        for (; !isOver; searched++) await server.timedSearch({ query: question() });
      }),
    );
    beside.push(...(await reads()));
    isOver = true;
    await load;
  }
  return {
    measure: `GET /memories/{id} p99 beside searches, concurrency ${concurrency}`,
    value: percentile(beside, 0.99),
    baseline: percentile(alone, 0.99),
    unit: 'ms',
    goal: { kind: 'ratio at most', limit: 3 },
    note: `${readsPerSecond} reads a second from the moment each was due, ${beside.length} of them beside ${searched} searches of ${memories} memories; baseline: the same reads alone`,
  };
}
