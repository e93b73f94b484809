import { agentOf } from '../corpus.ts';
import { openLoop } from '../load/open-loop.ts';
import { times } from '../load/times.ts';
import type { MnemaServer } from '../processes/mnema-server.ts';
import type { SearchParts } from '../processes/search-parts-process.ts';
import { percentile } from '../statistics.ts';
import type { SyntheticStore } from '../synthetic-store.ts';
import type { MeasureContext, Row } from './measure.ts';

const searchesPerSecondOfRound = 10;
const readsPerSecond = 200;
const concurrency = 4;

/** The query of a measure and its name. */
export interface Searched {
  server: MnemaServer;
  store: SyntheticStore;
  what: string;
  question: () => string;
  /** The maximum of the ratios; without it they are only shown. */
  goals?: { search: number; read: number };
}

/** Times single searches against their bare work, p50 and p99. */
export async function searchTimes(
  { rounds, seconds, progress }: MeasureContext,
  { server, what, question, goals }: Searched,
  parts: SearchParts,
  scoped: boolean,
): Promise<Row[]> {
  const where = scoped ? 'one agent' : 'all';
  const count = Math.max(20, Math.round(searchesPerSecondOfRound * seconds));
  const own: number[] = [];
  const bare: number[] = [];
  let searched = 0;
  for (let round = 0; round < rounds; round++) {
    progress(`searches of ${where}, round ${round + 1} of ${rounds}`);
    const ask = (one: (query: string, agentId: string | null) => Promise<number>) =>
      times(count, 1, () => one(question(), scoped ? agentOf(searched++) : null));
    own.push(
      ...(await ask((query, agentId) => server.timedSearch({ query, ...(agentId ? { agent_id: agentId } : {}) }))),
    );
    bare.push(...(await ask((query, agentId) => parts.run({ kind: 'search', query, agentId }))));
  }
  return [0.5, 0.99].map((share) => ({
    measure: `search p${share * 100}, ${what}, ${where}`,
    value: percentile(own, share),
    baseline: percentile(bare, share),
    unit: 'ms',
    goal: share === 0.5 && goals ? { kind: 'ratio at most', limit: goals.search } : null,
    note: `${own.length} searches, one at a time; baseline: embedding the query, one FTS5 query, one scan of the vectors, no HTTP`,
  }));
}

/** Measures whether a search blocks the event loop, which serves all other requests. */
export async function readsBesideSearches(
  { rounds, seconds, progress }: MeasureContext,
  { server, store, what, question, goals }: Searched,
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
    measure: `GET /memories/{id} p99 beside searches of ${what}, concurrency ${concurrency}`,
    value: percentile(beside, 0.99),
    baseline: percentile(alone, 0.99),
    unit: 'ms',
    goal: goals ? { kind: 'ratio at most', limit: goals.read } : null,
    note: `${readsPerSecond} reads a second from the moment each was due, ${beside.length} of them beside ${searched} searches; baseline: the same reads alone`,
  };
}
