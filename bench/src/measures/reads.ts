import { closedLoop } from '../load/closed-loop.ts';
import { startBareExpress } from '../processes/bare-express.ts';
import { MnemaServer } from '../processes/mnema-server.ts';
import { createSentences } from '../sentences.ts';
import { median } from '../statistics.ts';
import type { Measure } from './measure.ts';

const connections = 32;
const warmUpSeconds = 1;
const memories = 500;

/** Measures reads of single memories by id, each of a different memory than the previous one. */
export const reads: Measure = {
  name: 'reads',
  async run({ scratch, seconds, rounds, progress }) {
    const server = await MnemaServer.start({ dataDirectory: scratch.folder('reads'), runtime: 'native' });
    try {
      await server.warmUp();
      const sentences = createSentences(200);
      const ids: string[] = [];
      while (ids.length < memories) {
        ids.push(await server.write({ text: sentences.memory(), agent_id: 'planner', metadata: { project: 'atlas' } }));
      }
      await server.drain();
      const requests = await Promise.all(ids.map((id) => server.request('GET', `/memories/${id}`)));
      const bare = await startBareExpress(scratch.folder('bare-reads'), await server.read(ids[0] ?? ''));
      try {
        let count = 0;
        const next = (): Buffer => requests[count++ % requests.length] as Buffer;
        const load = { connections, warmUpSeconds, seconds, expected: 200, next };
        const own = [];
        const baseline = [];
        for (let round = 0; round < rounds; round++) {
          progress(`round ${round + 1} of ${rounds}`);
          own.push(await closedLoop({ ...load, port: server.port }));
          baseline.push(await closedLoop({ ...load, port: bare.port }));
        }
        const loads = [own, baseline].map((each) => Math.round(100 * median(each.map((one) => one.generatorLoad))));
        return [
          {
            measure: `GET /memories/{id}, ${connections} connections`,
            value: median(own.map(({ rate }) => rate)),
            baseline: median(baseline.map(({ rate }) => rate)),
            unit: 'per second',
            goal: { kind: 'ratio at least', limit: 0.5 },
            note: `baseline: Express answers the same JSON from memory; load generator at ${loads[0]} % and ${loads[1]} % of a core`,
          },
        ];
      } finally {
        await bare.child.kill();
      }
    } finally {
      await server.kill();
    }
  },
};
