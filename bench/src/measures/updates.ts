import { closedLoop } from '../load/closed-loop.ts';
import { toRequest } from '../load/http-connection.ts';
import { MnemaServer } from '../processes/mnema-server.ts';
import { createSentences } from '../sentences.ts';
import { median } from '../statistics.ts';
import type { Measure } from './measure.ts';

const connections = 32;
const warmUpSeconds = 1;
const memories = 500;

/**
 * Measures updates of metadata. Each update stores the previous content as a version. Nothing is ingested again, so
 * only the write is measured.
 */
export const updates: Measure = {
  name: 'updates',
  async run({ scratch, seconds, rounds, progress }) {
    const server = await MnemaServer.start({ dataDirectory: scratch.folder('updates'), runtime: 'native' });
    try {
      await server.warmUp();
      const sentences = createSentences(300);
      const ids: string[] = [];
      while (ids.length < memories) ids.push(await server.write({ text: sentences.memory(), agent_id: 'planner' }));
      await server.drain();
      const headers = { 'X-API-Key': await server.apiKey() };
      let count = 0;
      const nextUpdate = (): Buffer => {
        const body = JSON.stringify({ metadata: { project: 'atlas', revision: ++count } });
        return toRequest({ method: 'PUT', path: `/memories/${ids[count % memories]}`, headers, body });
      };
      const nextRead = (): Buffer =>
        toRequest({ method: 'GET', path: `/memories/${ids[++count % memories]}`, headers, body: '' });
      const load = { port: server.port, connections, warmUpSeconds, seconds, expected: 200 };
      const updated: number[] = [];
      const read: number[] = [];
      for (let round = 0; round < rounds; round++) {
        progress(`round ${round + 1} of ${rounds}`);
        updated.push((await closedLoop({ ...load, next: nextUpdate })).rate);
        read.push((await closedLoop({ ...load, next: nextRead })).rate);
      }
      return [
        {
          measure: `PUT /memories/{id} with metadata, ${connections} connections`,
          value: median(updated),
          baseline: median(read),
          unit: 'per second',
          goal: null,
          note: `of ${memories} memories in turn; baseline: GET of the same memories`,
        },
      ];
    } finally {
      await server.kill();
    }
  },
};
