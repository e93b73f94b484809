import { openLoop } from '../load/open-loop.ts';
import type { MnemaServer } from '../processes/mnema-server.ts';
import { startRoles } from '../production/roles.ts';
import { startStores } from '../production/services.ts';
import { createSentences } from '../sentences.ts';
import { median, percentile } from '../statistics.ts';
import type { Measure } from './measure.ts';

const perSecond = 10;
const goalMs = 1_000;
/** The number of writes from one search to the next. */
const searchedEvery = 30;

/** Measures the time from sending a write to one process until another process searches its vector. */
export const productionLag: Measure = {
  name: 'production-lag',
  byNameOnly: true,
  async run({ scratch, seconds, rounds, progress }) {
    progress('starting MongoDB and Redis');
    const stores = await startStores(scratch.folder('stores'));
    try {
      const roles = await startRoles({ folder: scratch.folder, settings: stores.settings, workers: 1 });
      try {
        await roles.api.warmUp();
        const sentences = createSentences(300);
        const count = Math.ceil(perSecond * seconds * 7);
        const times: number[][] = [];
        for (let round = 0; round < rounds; round++) {
          progress(`${perSecond} writes/s, round ${round + 1} of ${rounds}`);
          times.push(
            await openLoop({ perSecond, count }, async (index, dueAt) => {
              const name = sentences.name();
              const text = `${sentences.memory()} The code name is ${name}.`;
              const id = await roles.api.writeAndWait({ text, agent_id: 'planner' });
              const ms = performance.now() - dueAt;
              if (index % searchedEvery === 0) await mustBeFound(roles.api, id, `What is called ${name}?`);
              return ms;
            }),
          );
          await roles.api.drain();
        }
        return [0.5, 0.99].map((share) => ({
          measure: `write → searchable p${share * 100}, MongoDB + Redis + local model, ${perSecond} writes/s`,
          value: median(times.map((round) => percentile(round, share))),
          baseline: null,
          unit: 'ms' as const,
          goal: share === 0.99 ? { kind: 'value at most' as const, limit: goalMs } : null,
          note: `${count} writes a round; server and worker apart; until “Prefer: wait” answers that the vector is in place, which the server looks for every 250 ms; one in ${searchedEvery} is searched for then, and found by its vector; MongoDB is emulated, some ten times slower than it is`,
        }));
      } finally {
        await roles.kill();
      }
    } finally {
      await stores.stop();
    }
  },
};

async function mustBeFound(api: MnemaServer, id: string, query: string): Promise<void> {
  const { results } = await api.search({ query, top_k: 10, explain: true });
  const found = results.find((result) => result.id === id);
  if (!((found?.explain?.signals.vector.raw ?? 0) > 0)) {
    throw new Error(`${id} is said to be ready and is not found by its vector`);
  }
}
