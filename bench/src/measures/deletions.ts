import { setTimeout as delay } from 'node:timers/promises';
import { MnemaServer } from '../processes/mnema-server.ts';
import { createSentences } from '../sentences.ts';
import { writeSyntheticStore } from '../synthetic-store.ts';
import type { Measure, Row } from './measure.ts';

const deleted = 10_000;
const writesBefore = 200;
const verifiedWithinMs = 300_000;
/** Writes wait for slices of a deletion, each of which takes some milliseconds. */
const maxWriteMs = 250;

interface DeletionResponse {
  deletion_id: string;
}

/** Measures a deletion by scope of half of an account, and the writes of a client at the same time. */
export const deletions: Measure = {
  name: 'deletions',
  async run({ scratch, progress }) {
    const dataDirectory = scratch.folder('deletions');
    const metadataOf = (index: number) => ({ project: index % 2 === 0 ? 'gone' : 'kept' });
    const options = { dataDirectory, accounts: 1, memoriesEach: 2 * deleted, embedded: true, metadataOf, progress };
    const { accounts } = await writeSyntheticStore(options);
    const server = await MnemaServer.start({ dataDirectory, runtime: 'native', key: accounts[0]?.key ?? '' });
    const sentences = createSentences(30_000);
    const timedWrite = async () => {
      const startedAt = performance.now();
      await server.write({ text: sentences.memory() });
      return performance.now() - startedAt;
    };
    try {
      await server.warmUp();
      let before = 0;
      for (let write = 0; write < writesBefore; write++) before = Math.max(before, await timedWrite());
      await server.drain();
      progress('the deletion begins');
      const startedAt = performance.now();
      let verifiedAt: number | undefined;
      let longest = 0;
      const writing = (async () => {
        while (verifiedAt === undefined) longest = Math.max(longest, await timedWrite());
      })();
      const path = `/memories?project=gone&confirm=${deleted}`;
      const { deletion_id }: DeletionResponse = JSON.parse(await server.delete(path, 202));
      const hiddenMs = performance.now() - startedAt;
      const receipt = async () => JSON.parse(await server.get(`/deletions/${deletion_id}`));
      while ((await receipt()).verified_at === null) {
        if (performance.now() - startedAt > verifiedWithinMs) throw new Error('the deletion was not verified');
        await delay(50);
      }
      verifiedAt = performance.now();
      await writing;
      const row = (measure: string, value: number, more: Partial<Row> = {}): Row => ({
        ...{ measure: `${measure}, ${deleted} memories`, value, baseline: null, unit: 'ms', goal: null, note: '' },
        ...more,
      });
      const goal = { kind: 'value at most', limit: maxWriteMs } as const;
      return [
        row('deletion by scope until hidden', hiddenMs, { note: 'until the response' }),
        row('deletion by scope until verified', verifiedAt - startedAt, {
          note: 'rows removed, files erased, scanned',
        }),
        row('longest write meanwhile', longest, { baseline: before, goal, note: 'one client; baseline: before it' }),
      ];
    } finally {
      await server.stop();
    }
  },
};
