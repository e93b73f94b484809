import { MnemaServer } from '../processes/mnema-server.ts';
import { residentBytes } from '../processes/resident-bytes.ts';
import { createQuestions } from '../questions.ts';
import { seeded } from '../seeded.ts';
import { percentile } from '../statistics.ts';
import { type SyntheticStore, writeSyntheticStore } from '../synthetic-store.ts';
import type { Measure, Row } from './measure.ts';

const memoriesEach = 10_000;
const largeAccounts = 100;
const smallAccounts = 10;
const searchesPerSecondOfRound = 40;

/** Compares a million memories of a hundred accounts with a tenth of them. Each account searches its own memories. */
export const scaleMillion: Measure = {
  name: 'scale-million',
  byNameOnly: true,
  async run({ scratch, seconds, rounds, progress }) {
    const fill = (accounts: number) =>
      writeSyntheticStore({
        dataDirectory: scratch.folder('million'),
        accounts,
        memoriesEach,
        embedded: true,
        progress,
      });
    const small = await fill(smallAccounts);
    const large = await fill(largeAccounts);
    const question = createQuestions(800);
    const random = seeded(801);
    const servers: MnemaServer[] = [];
    try {
      const open = async ({ dataDirectory, accounts }: SyntheticStore) => {
        const server = await MnemaServer.start({ dataDirectory, runtime: 'native', key: accounts[0]?.key ?? '' });
        servers.push(server);
        return server;
      };
      const few = { ...small, server: await open(small), warm: [] as number[], cold: [] as number[] };
      const many = { ...large, server: await open(large), warm: [] as number[], cold: [] as number[] };
      for (const { server, accounts, cold } of [few, many]) {
        await server.warmUp();
        progress(`the first search of each of ${accounts.length} accounts`);
        for (const { key } of accounts) cold.push(await server.timedSearch({ query: question() }, key));
      }
      const count = Math.max(50, Math.round(searchesPerSecondOfRound * seconds));
      for (let round = 0; round < rounds; round++) {
        progress(`round ${round + 1} of ${rounds}`);
        for (let searched = 0; searched < count; searched++) {
          // They take turns search by search, because a busy machine is then as slow for both.
          for (const { server, accounts, warm } of [few, many]) {
            const account = accounts[Math.floor(random() * accounts.length)];
            warm.push(await server.timedSearch({ query: question() }, account?.key ?? ''));
          }
        }
      }
      const row = (measure: string, name: 'warm' | 'cold', share: number, note: string): Row => ({
        measure,
        value: percentile(many[name], share),
        baseline: percentile(few[name], share),
        unit: 'ms',
        goal: name === 'warm' && share === 0.5 ? { kind: 'ratio at most', limit: 1.2 } : null,
        note,
      });
      const what = `${many.memories} memories, ${largeAccounts} accounts`;
      const baseline = `baseline: the same with ${few.memories} memories of ${smallAccounts} accounts`;
      return [
        ...[0.5, 0.99].map((share) =>
          row(
            `search p${share * 100}, ${what}`,
            'warm',
            share,
            `${many.warm.length} searches by accounts in random order, one at a time; ${baseline}`,
          ),
        ),
        row(
          `first search of an account p50, ${what}`,
          'cold',
          0.5,
          `nothing of the account is in memory yet; ${baseline}`,
        ),
        {
          measure: `RSS, ${what}, native`,
          value: residentBytes(many.server.child.pid) / 1e6,
          baseline: residentBytes(few.server.child.pid) / 1e6,
          unit: 'MB',
          goal: null,
          note: `after these searches, with the usual MNEMA_CACHE_MB; ${baseline}`,
        },
      ];
    } finally {
      await Promise.all(servers.map((server) => server.stop()));
    }
  },
};
