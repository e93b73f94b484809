import { closedLoop } from '../load/closed-loop.ts';
import { toRequest } from '../load/http-connection.ts';
import { mem0Figures } from '../mem0-figures.ts';
import { startBareExpress } from '../processes/bare-express.ts';
import { MnemaServer } from '../processes/mnema-server.ts';
import { createSentences } from '../sentences.ts';
import { median } from '../statistics.ts';
import type { Measure, MeasureContext } from './measure.ts';

const connections = 32;
const warmUpSeconds = 1;

/** Measures accepted (durable) writes. Each round has new processes, so that no backlog slows the other one down. */
export const writes: Measure = {
  name: 'writes',
  async run(context) {
    const own: Round[] = [];
    const bare: Round[] = [];
    for (let round = 0; round < context.rounds; round++) {
      context.progress(`round ${round + 1} of ${context.rounds}`);
      own.push(await mnemaRound(context, round));
      bare.push(await bareRound(context, round));
    }
    const value = median(own.map(({ rate }) => rate));
    const baseline = median(bare.map(({ rate }) => rate));
    const ingested = median(own.map(({ ingestedPerSecond }) => ingestedPerSecond));
    const loads = [own, bare].map((rounds) => Math.round(100 * median(rounds.map((one) => one.generatorLoad))));
    return [
      {
        measure: `accepted writes, ${connections} connections`,
        value,
        baseline,
        unit: 'per second',
        goal: { kind: 'ratio at least', limit: 0.5 },
        mem0: mem0Figures.writesPerSecond,
        note: `while ingest makes ${Math.round(ingested)} memories/s searchable; baseline: Express + one durable insert; load generator at ${loads[0]} % and ${loads[1]} % of a core`,
      },
    ];
  },
};

interface Round {
  rate: number;
  generatorLoad: number;
  ingestedPerSecond: number;
}

async function mnemaRound({ scratch, seconds }: MeasureContext, round: number): Promise<Round> {
  const server = await MnemaServer.start({ dataDirectory: scratch.folder('writes'), runtime: 'native' });
  try {
    await server.warmUp();
    const headers = { 'X-API-Key': await server.apiKey() };
    const startedAt = performance.now();
    const result = await closedLoop({ ...load(server.port, seconds), next: nextWrite(round, headers) });
    const ingested = await server.metric('mnema_ingest_total{result="ready"}');
    return { ...result, ingestedPerSecond: (ingested * 1_000) / (performance.now() - startedAt) };
  } finally {
    await server.kill();
  }
}

async function bareRound({ scratch, seconds }: MeasureContext, round: number): Promise<Round> {
  const server = await startBareExpress(scratch.folder('bare-writes'));
  try {
    const result = await closedLoop({ ...load(server.port, seconds), next: nextWrite(round, { 'X-API-Key': 'none' }) });
    return { ...result, ingestedPerSecond: 0 };
  } finally {
    await server.child.kill();
  }
}

function load(port: number, seconds: number) {
  return { port, connections, warmUpSeconds, seconds, expected: 202 };
}

/** Both servers get the same writes; only the key differs. */
function nextWrite(round: number, headers: Record<string, string>): () => Buffer {
  const sentences = createSentences(100 + round);
  return () => {
    const body = JSON.stringify({ text: sentences.memory(), agent_id: 'planner', metadata: { project: 'atlas' } });
    return toRequest({ method: 'POST', path: '/memories', headers, body });
  };
}
