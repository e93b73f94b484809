import { setTimeout as delay } from 'node:timers/promises';
import { startBareEncoder } from '../processes/bare-encoder-process.ts';
import { MnemaServer } from '../processes/mnema-server.ts';
import { createSentences } from '../sentences.ts';
import { writeSyntheticStore } from '../synthetic-store.ts';
import type { Measure } from './measure.ts';

const backlog = 20_000;
/** The measurement starts when this many memories are ready, so that loading the encoder is not part of it. */
const begun = 500;
const bareTexts = 2_000;
const pollMs = 500;

/** Measures how fast accepted memories become ready for semantic search, without other load. */
export const drain: Measure = {
  name: 'drain',
  byNameOnly: true,
  async run({ scratch, progress }) {
    const store = await writeSyntheticStore({
      dataDirectory: scratch.folder('backlog'),
      accounts: 1,
      memoriesEach: backlog,
      embedded: false,
      progress,
    });
    const bareEncoder = await startBareEncoder({ folder: scratch.folder('bare-drain'), runtime: 'native' });
    const bare: number[] = [];
    const sentences = createSentences(20_000);
    const embedBare = async () => {
      progress(`embedding ${bareTexts} texts bare`);
      const texts = Array.from({ length: bareTexts }, () => sentences.memory());
      bare.push(await bareEncoder.run({ kind: 'embed', texts }));
    };
    let server: MnemaServer | undefined;
    try {
      await embedBare();
      progress(`making ${backlog} memories ready`);
      const { dataDirectory, accounts } = store;
      server = await MnemaServer.start({ dataDirectory, runtime: 'native', key: accounts[0]?.key ?? '' });
      const from = await untilPending(server, backlog - begun);
      const to = await untilPending(server, 0);
      await embedBare();
      const bareMs = bare.reduce((sum, milliseconds) => sum + milliseconds, 0);
      return [
        {
          measure: `drain of a backlog of ${backlog} memories`,
          value: (1_000 * from.pending) / (to.at - from.at),
          baseline: (1_000 * bareTexts * bare.length) / bareMs,
          unit: 'per second',
          goal: { kind: 'ratio at least', limit: 0.8 },
          note: `accepted memories made ready, after the first ${begun}; baseline: the same encoder, in one thread as well, embedding ${bareTexts} such texts before and after`,
        },
      ];
    } finally {
      await server?.kill();
      await bareEncoder.child.kill();
    }
  },
};

async function untilPending(server: MnemaServer, max: number): Promise<{ pending: number; at: number }> {
  for (;;) {
    const pending = await server.metric('mnema_memories{status="pending"}');
    if (pending <= max) return { pending, at: performance.now() };
    await delay(pollMs);
  }
}
