import { MnemaServer } from '../processes/mnema-server.ts';
import { createQuestions } from '../questions.ts';
import { percentile } from '../statistics.ts';
import { writeSyntheticStore } from '../synthetic-store.ts';
import type { Measure, Row } from './measure.ts';

const memories = 100_000;
const conditionsEach = 50;
const searchesOfRound = 40;
const goals = { ratio: 2, facetsMs: 500 };
const start = Date.UTC(2026, 0);

/** The time and the number differ from memory to memory, so that no condition on them is tested once for many. */
const metadataOf = (index: number) => ({
  project: `project-${index % 7}`,
  tags: [`tag-${index % 23}`, `tag-${index % 5}`],
  priority: index % 10,
  number: index,
  at: new Date(start + index * 1_000).toISOString(),
});

/** Creates conditions that most memories meet, on all keys and with most operators. */
function conditions(seed: number): object {
  const make = (at: number) => {
    const number = (seed * conditionsEach + at) % 1_000;
    switch (at % 5) {
      case 0:
        return { key: 'number', op: 'gte', value: number };
      case 1:
        return { key: 'at', op: 'gt', value: new Date(start + number * 1_000).toISOString() };
      case 2:
        return { key: 'priority', op: 'not_in', value: [10 + number] };
      case 3:
        return { key: 'tags', op: 'ne', value: `other-${number}` };
      default:
        return { key: 'project', op: 'contains', value: 'project-' };
    }
  };
  return { all: Array.from({ length: conditionsEach }, (_, at) => make(at)) };
}

/** Measures searches with 50 conditions, and facets, in one account with 100,000 memories. */
export const searchConditions: Measure = {
  name: 'conditions',
  async run({ scratch, rounds, progress }) {
    const dataDirectory = scratch.folder('conditions');
    const options = { dataDirectory, accounts: 1, memoriesEach: memories, embedded: true, metadataOf, progress };
    const { accounts } = await writeSyntheticStore(options);
    const server = await MnemaServer.start({ dataDirectory, runtime: 'native', key: accounts[0]?.key ?? '' });
    const question = createQuestions(900);
    const timed = async (work: () => Promise<unknown>) => {
      const startedAt = performance.now();
      await work();
      return performance.now() - startedAt;
    };
    const search = (where?: object) => server.timedSearch({ query: question(), ...(where ? { where } : {}) });
    try {
      await search();
      const first = { facets: await timed(() => server.get('/facets')), where: await search(conditions(0)) };
      const plain: number[] = [];
      const same: number[] = [];
      const other: number[] = [];
      const facets: number[] = [];
      for (let round = 1; round <= rounds; round++) {
        progress(`searches, round ${round} of ${rounds}`);
        for (let at = 0; at < searchesOfRound; at++) {
          plain.push(await search());
          same.push(await search(conditions(0)));
          other.push(await search(conditions(round * searchesOfRound + at)));
          facets.push(await timed(() => server.get('/facets')));
        }
      }
      const baseline = percentile(plain, 0.5);
      const row = (measure: string, value: number, isCompared: boolean, goal: Row['goal'], note: string): Row => ({
        ...{ measure: `${measure}, ${memories} memories`, value, baseline: isCompared ? baseline : null },
        ...{ unit: 'ms', goal, note },
      });
      const maxRatio = { kind: 'ratio at most', limit: goals.ratio } as const;
      const searched = `${plain.length} searches; baseline: as many without conditions, in turns`;
      return [
        row('search p50, the same 50 conditions', percentile(same, 0.5), true, maxRatio, searched),
        row('search p50, 50 other conditions each time', percentile(other, 0.5), true, null, searched),
        row('first search with 50 conditions', first.where, true, null, 'it reads the values of their keys'),
        row('facets p50', percentile(facets, 0.5), false, { kind: 'value at most', limit: goals.facetsMs }, ''),
        row('first facets', first.facets, false, null, 'after a search'),
      ];
    } finally {
      await server.stop();
    }
  },
};
