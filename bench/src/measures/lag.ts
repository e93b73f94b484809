import { openLoop } from '../load/open-loop.ts';
import { startBareEncoder } from '../processes/bare-encoder-process.ts';
import { MnemaServer, type Runtime } from '../processes/mnema-server.ts';
import { createSentences } from '../sentences.ts';
import { median, percentile } from '../statistics.ts';
import type { Goal, Measure, MeasureContext, Row } from './measure.ts';

const byMeaning: { runtime: Runtime; perSecond: number; goal: Goal | null }[] = [
  { runtime: 'native', perSecond: 50, goal: { kind: 'value at most', limit: 250 } },
  { runtime: 'wasm', perSecond: 10, goal: null },
];

/** Measures the time from sending a write until its vector is searched. */
export const lag: Measure = {
  name: 'lag',
  async run(context) {
    const rows: Row[] = [];
    for (const { runtime, perSecond, goal } of byMeaning)
      rows.push(...(await meaningRows(context, runtime, perSecond, goal)));
    return rows;
  },
};

async function meaningRows(
  { scratch, seconds, rounds, progress }: MeasureContext,
  runtime: Runtime,
  perSecond: number,
  goal: Goal | null,
): Promise<Row[]> {
  const server = await MnemaServer.start({ dataDirectory: scratch.folder('lag'), runtime });
  try {
    await server.warmUp();
    const sentences = createSentences(300);
    const bareEncoder = await startBareEncoder({ folder: scratch.folder('bare-lag'), runtime });
    try {
      const count = Math.ceil(perSecond * seconds * 2);
      const own: number[][] = [];
      const bare: number[][] = [];
      for (let round = 0; round < rounds; round++) {
        progress(`${runtime}, ${perSecond} writes/s, round ${round + 1} of ${rounds}`);
        own.push(
          await openLoop({ perSecond, count }, async (_index, dueAt) => {
            await server.writeAndWait({ text: sentences.memory(), agent_id: 'planner' });
            return performance.now() - dueAt;
          }),
        );
        await server.drain();
        const alone: number[] = [];
        while (alone.length < 50) alone.push(await bareEncoder.run({ kind: 'write', text: sentences.memory() }));
        bare.push(alone);
      }
      return [0.5, 0.99].map((share) => ({
        measure: `write → searchable p${share * 100}, ${runtime}, ${perSecond} writes/s`,
        value: median(own.map((round) => percentile(round, share))),
        baseline: median(bare.map((round) => percentile(round, share))),
        unit: 'ms',
        goal: share === 0.99 ? goal : null,
        note: `${count} writes a round; until “Prefer: wait” answers that the vector is in place; baseline: embedding one text and one durable insert, nothing else running`,
      }));
    } finally {
      await bareEncoder.child.kill();
    }
  } finally {
    await server.kill();
  }
}
