import { setTimeout as delay } from 'node:timers/promises';
import { times } from '../load/times.ts';
import { type Roles, startRoles } from '../production/roles.ts';
import { type Services, startProvider, startStores } from '../production/services.ts';
import { createSentences } from '../sentences.ts';
import { median } from '../statistics.ts';
import type { Measure } from './measure.ts';

const callMs = 100;
const textsPerCall = 16;
const goal = 1.7;
/** The length of a memory whose texts fill about one call. */
const characters = 8_000;
/** An upper bound for the texts a second of both workers, so that the backlog outlasts start and measurement. */
const maxTextsPerSecond = (2 * textsPerCall * 1_000) / callMs;
const startSeconds = 8;
const writers = 8;

/** Measures the gain of a second worker while a provider, not this machine, limits the rate. */
export const productionWorkers: Measure = {
  name: 'production-workers',
  byNameOnly: true,
  async run({ scratch, seconds, rounds, progress }) {
    progress('starting MongoDB and Redis');
    const stores = await startStores(scratch.folder('stores'));
    const provider = await startProvider(scratch.folder('provider'), callMs);
    try {
      const settings = {
        ...stores.settings,
        ...provider.settings,
        MNEMA_EMBEDDING_DIMENSIONS: '256',
        MNEMA_EMBEDDING_BATCH: String(textsPerCall),
        MNEMA_EMBEDDING_PARALLEL: '1',
      };
      const roles = await startRoles({ folder: scratch.folder, settings, workers: 0 });
      try {
        const text = createTexts();
        const backlog = Math.ceil(((seconds + startSeconds) * maxTextsPerSecond) / textsPerCall);
        const rates = { one: [] as number[], two: [] as number[] };
        for (let round = 0; round < rounds; round++) {
          for (const [workers, of] of [
            [1, rates.one],
            [2, rates.two],
          ] as const) {
            progress(`${workers} at work, round ${round + 1} of ${rounds}`);
            await fill(roles, backlog, text);
            of.push(await rateOf(roles, provider, { workers, seconds }));
          }
        }
        return [
          {
            measure: `texts embedded by two workers, ${callMs} ms a call`,
            value: median(rates.two),
            baseline: median(rates.one),
            unit: 'per second',
            goal: { kind: 'ratio at least', limit: goal },
            note: `with a backlog of memories of ${characters} characters; MongoDB (emulated) and Redis; a provider that takes ${callMs} ms for ${textsPerCall} texts, one call of each worker at a time; baseline: one worker`,
          },
        ];
      } finally {
        await roles.kill();
      }
    } finally {
      await Promise.all([stores.stop(), provider.stop()]);
    }
  },
};

function createTexts(): () => string {
  const sentences = createSentences(800);
  return () => {
    let text = sentences.memory();
    while (text.length < characters) text += ` ${sentences.memory()}`;
    return text;
  };
}

/** Writes until this many memories wait. */
async function fill({ api }: Roles, backlog: number, text: () => string): Promise<void> {
  const missing = backlog - (await api.metric('mnema_memories{status="pending"}'));
  await times(missing, writers, async () => {
    await api.write({ text: text() });
    return 0;
  });
}

/** Counts the texts a second at the provider, after all workers have started. */
async function rateOf(
  roles: Roles,
  provider: Services,
  { workers, seconds }: { workers: number; seconds: number },
): Promise<number> {
  await roles.startWorkers(workers);
  await delay(1_000);
  await provider.call({ kind: 'provider calls' });
  const startedAt = performance.now();
  await delay(seconds * 1_000);
  const calls = await provider.call<number[]>({ kind: 'provider calls' });
  const took = (performance.now() - startedAt) / 1_000;
  await roles.stopWorkers();
  if ((await roles.api.metric('mnema_memories{status="pending"}')) === 0) throw new Error('the backlog was too short');
  return calls.reduce((sum, texts) => sum + texts, 0) / took;
}
