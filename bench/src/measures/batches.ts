import { closedLoop } from '../load/closed-loop.ts';
import { toRequest } from '../load/http-connection.ts';
import { MnemaServer } from '../processes/mnema-server.ts';
import { createSentences } from '../sentences.ts';
import { median } from '../statistics.ts';
import type { Measure, MeasureContext } from './measure.ts';

const connections = 4;
const batchSize = 100;

/** Measures accepted writes in batches against single writes, with a new server for each round of either kind. */
export const batches: Measure = {
  name: 'batches',
  async run(context) {
    const single: number[] = [];
    const batched: number[] = [];
    for (let round = 0; round < context.rounds; round++) {
      context.progress(`round ${round + 1} of ${context.rounds}`);
      single.push(await measureRate(context, round, 1));
      batched.push(await measureRate(context, round, batchSize));
    }
    return [
      {
        measure: `accepted writes in batches of ${batchSize}, ${connections} connections`,
        value: median(batched),
        baseline: median(single),
        unit: 'per second',
        goal: { kind: 'ratio at least', limit: 5 },
        note: 'while ingest runs; baseline: single writes over as many connections',
      },
    ];
  },
};

/** Resolves to the number of memories that were accepted a second. */
async function measureRate({ scratch, seconds }: MeasureContext, round: number, size: number): Promise<number> {
  const server = await MnemaServer.start({ dataDirectory: scratch.folder('batches'), runtime: 'native' });
  try {
    await server.warmUp();
    const headers = { 'X-API-Key': await server.apiKey() };
    const next = nextRequest(round, headers, size);
    const expected = size === 1 ? 202 : 200;
    const load = { port: server.port, connections, warmUpSeconds: 1, seconds, expected };
    return (await closedLoop({ ...load, next })).rate * size;
  } finally {
    await server.kill();
  }
}

function nextRequest(round: number, headers: Record<string, string>, size: number): () => Buffer {
  const sentences = createSentences(100 + round);
  const memory = () => ({ text: sentences.memory(), agent_id: 'planner', metadata: { project: 'atlas' } });
  return () => {
    const isSingle = size === 1;
    const body = JSON.stringify(isSingle ? memory() : { memories: Array.from({ length: size }, memory) });
    return toRequest({ method: 'POST', path: isSingle ? '/memories' : '/memories/batch', headers, body });
  };
}
