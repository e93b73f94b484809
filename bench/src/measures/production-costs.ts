import { setTimeout as delay } from 'node:timers/promises';
import { times } from '../load/times.ts';
import { cpuSeconds } from '../processes/cpu-seconds.ts';
import { residentBytes } from '../processes/resident-bytes.ts';
import { type Roles, startRoles } from '../production/roles.ts';
import { type Services, startProvider, startStores } from '../production/services.ts';
import { createQuestions } from '../questions.ts';
import { createSentences } from '../sentences.ts';
import type { Measure, MeasureContext, Row } from './measure.ts';

const writes = 150;
const searches = 40;
const restMs = 3_000;
const drainPollMs = 1_000;

interface Use {
  /** The processor seconds by process. */
  cpu: Record<string, number>;
  redisCommands: number;
  seconds: number;
}

/** Measures the cost of a write and of a search in production, for the sums of docs/scale.md. */
export const productionCosts: Measure = {
  name: 'production-costs',
  byNameOnly: true,
  async run(context) {
    return [...(await costsWith(context, 'local model')), ...(await costsWith(context, 'Cohere, 1024 dimensions'))];
  },
};

async function costsWith({ scratch, progress }: MeasureContext, embedder: string): Promise<Row[]> {
  progress(`${embedder}: starting`);
  const stores = await startStores(scratch.folder('stores'));
  const provider = embedder === 'local model' ? undefined : await startProvider(scratch.folder('provider'), 100);
  try {
    const settings = { ...stores.settings, ...provider?.settings };
    const roles = await startRoles({ folder: scratch.folder, settings, workers: 1 });
    try {
      await roles.api.warmUp();
      await delay(restMs);
      const idle = await useOf(stores, roles, () => delay(restMs));
      progress(`${embedder}: ${writes} writes`);
      const sentences = createSentences(900);
      const ids: string[] = [];
      const written = await useOf(stores, roles, async () => {
        await times(writes, 4, async () => {
          ids.push(
            await roles.api.write({ text: sentences.memory(), agent_id: 'planner', metadata: { project: 'atlas' } }),
          );
          return 0;
        });
        while ((await roles.api.metric('mnema_memories{status="pending"}')) > 0) await delay(drainPollMs);
      });
      progress(`${embedder}: ${writes} updates`);
      const updated = await useOf(stores, roles, async () => {
        await times(writes, 4, async () => {
          await roles.api.update(ids.pop() ?? '', { metadata: { state: 'done' } });
          return 0;
        });
      });
      progress(`${embedder}: ${searches} searches`);
      const question = createQuestions(901);
      const searched = await useOf(stores, roles, async () => {
        await times(searches, 1, () => roles.api.timedSearch({ query: question() }));
      });
      return [
        ...cpuRows(`a write, ${embedder}`, written, idle, writes),
        ...cpuRows(`an update of metadata, ${embedder}`, updated, idle, writes),
        ...cpuRows(`a search, ${embedder}`, searched, idle, searches),
        ...memoryRows(embedder, roles),
      ];
    } finally {
      await roles.kill();
    }
  } finally {
    await Promise.all([stores.stop(), provider?.stop()]);
  }
}

async function useOf(stores: Services, { api, workers }: Roles, work: () => Promise<void>): Promise<Use> {
  const look = async () => {
    const cpu = Object.fromEntries(
      Object.entries({ ...stores.pids, server: api.child.pid, worker: workers[0]?.child.pid ?? 0 }).map(
        ([name, pid]) => [name, cpuSeconds(pid)],
      ),
    );
    const of = async (section: string, field: string) =>
      Number(
        new RegExp(`${field}:(\\S+)`).exec(await stores.call<string>({ kind: 'redis', words: ['INFO', section] }))?.[1],
      );
    const redisCpu = (await of('cpu', 'used_cpu_user')) + (await of('cpu', 'used_cpu_sys'));
    const redisCommands = await of('stats', 'total_commands_processed');
    return { cpu: { ...cpu, redis: redisCpu } as Record<string, number>, redisCommands, at: performance.now() };
  };
  const before = await look();
  await work();
  const after = await look();
  return {
    cpu: Object.fromEntries(Object.entries(after.cpu).map(([name, used]) => [name, used - (before.cpu[name] ?? 0)])),
    redisCommands: after.redisCommands - before.redisCommands,
    seconds: (after.at - before.at) / 1_000,
  };
}

function cpuRows(what: string, use: Use, idle: Use, count: number): Row[] {
  const beyondIdle = (used: number, idleUsed: number) =>
    Math.max(0, used - (idleUsed * use.seconds) / idle.seconds) / count;
  const rows = Object.entries(use.cpu).map(
    ([name, used]): Row => ({
      measure: `CPU of ${what}: ${name === 'mongod' ? 'mongod (emulated)' : name}`,
      value: 1_000 * beyondIdle(used, idle.cpu[name] ?? 0),
      baseline: null,
      unit: 'ms',
      goal: null,
      note: `processor time of the process beyond what it uses idle; mean of ${count}`,
    }),
  );
  rows.push({
    measure: `commands to Redis for ${what}`,
    value: beyondIdle(use.redisCommands, idle.redisCommands),
    baseline: null,
    unit: 'count',
    goal: null,
    note: `beyond idle; mean of ${count}`,
  });
  return rows;
}

function memoryRows(embedder: string, { api, workers }: Roles): Row[] {
  return [api, ...workers].map((server, at) => ({
    measure: `RSS of a ${at === 0 ? 'server' : 'worker'}, ${embedder}`,
    value: residentBytes(server.child.pid) / 1e6,
    baseline: null,
    unit: 'MB',
    goal: null,
    note: `after ${writes} writes and ${searches} searches`,
  }));
}
