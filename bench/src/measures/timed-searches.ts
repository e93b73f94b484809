import { agentOf } from '../corpus.ts';
import { openLoop } from '../load/open-loop.ts';
import { times } from '../load/times.ts';
import type { BareEncoder } from '../processes/bare-encoder-process.ts';
import type { MnemaServer, SearchBody } from '../processes/mnema-server.ts';
import { percentile } from '../statistics.ts';
import type { MeasureContext, Row } from './measure.ts';

const searchesPerSecondOfRound = 25;
const minSearches = 20;
const warmUps = 20;
const readsPerSecond = 200;
const searchers = 4;

/** Restricts the search with this index, so that all agents and projects are used in turn. */
type SearchedPart = (index: number) => Omit<SearchBody, 'query'>;

export const searchedParts: Record<string, SearchedPart> = {
  all: () => ({}),
  'one agent': (index) => ({ agent_id: agentOf(index) }),
  'a filter': (index) => ({ filters: { project: `project-${index % 7}` } }),
};

export interface Searched {
  server: MnemaServer;
  what: string;
  question: () => string;
}

/** Searches until caches are filled, and embeds just as often. */
export async function warmUpSearches({ server, question }: Searched, bareEncoder: BareEncoder): Promise<void> {
  await times(warmUps, 1, () => server.timedSearch({ query: question() }));
  await times(warmUps, 1, () => bareEncoder.run({ kind: 'query', text: question() }));
}

/**
 * Times searches, p50 and p99, and embeddings of other such queries. One at a time, both alternate query by query,
 * because a busy machine is then equally slow for both. Several at a time, they alternate round by round.
 * @param options.where - a name in {@link searchedParts}
 * @param options.maxRatio - the goal for the p50
 */
export async function searchTimes(
  { rounds, seconds, progress }: MeasureContext,
  { server, what, question }: Searched,
  bareEncoder: BareEncoder,
  options: { where: string; concurrency?: number; maxRatio?: number; mem0?: number },
): Promise<Row[]> {
  const { where, concurrency = 1, maxRatio, mem0 } = options;
  const part = searchedParts[where] as SearchedPart;
  const count = Math.max(minSearches, Math.round(searchesPerSecondOfRound * seconds));
  const block = concurrency === 1 ? 1 : count;
  const own: number[] = [];
  const bare: number[] = [];
  let searched = 0;
  for (let round = 0; round < rounds; round++) {
    progress(`searches of ${where}, ${concurrency} at a time, round ${round + 1} of ${rounds}`);
    for (let done = 0; done < count; done += block) {
      own.push(
        ...(await times(block, concurrency, () => server.timedSearch({ query: question(), ...part(searched++) }))),
      );
      bare.push(...(await times(block, concurrency, () => bareEncoder.run({ kind: 'query', text: question() }))));
    }
  }
  return [0.5, 0.99].map((share) => ({
    measure: `search p${share * 100}, ${what}, ${where}, concurrency ${concurrency}`,
    value: percentile(own, share),
    baseline: percentile(bare, share),
    unit: 'ms',
    goal: share === 0.5 && maxRatio !== undefined ? { kind: 'ratio at most', limit: maxRatio } : null,
    ...(share === 0.5 && mem0 !== undefined ? { mem0 } : {}),
    note: `${own.length} searches; baseline: embedding as many other queries of 8–12 words with the encoder of 22 November 2026, no HTTP`,
  }));
}

/** Measures whether a search blocks the event loop, which serves all other requests. */
export async function readsBesideSearches(
  { rounds, seconds, progress }: MeasureContext,
  { server, what, question }: Searched,
  ids: readonly string[],
  maxRatio: number,
): Promise<Row> {
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
      Array.from({ length: searchers }, async () => {
        for (; !isOver; searched++) await server.timedSearch({ query: question() });
      }),
    );
    beside.push(...(await reads()));
    isOver = true;
    await load;
  }
  return {
    measure: `GET /memories/{id} p99 beside searches of ${what}, concurrency ${searchers}`,
    value: percentile(beside, 0.99),
    baseline: percentile(alone, 0.99),
    unit: 'ms',
    goal: { kind: 'ratio at most', limit: maxRatio },
    note: `${readsPerSecond} reads a second from the moment each was due, ${beside.length} of them beside ${searched} searches; baseline: the same reads alone`,
  };
}
