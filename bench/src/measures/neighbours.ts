import { setTimeout as delay } from 'node:timers/promises';
import { openSqliteStores } from '../../../server/test/open-stores.ts';
import { cpuSeconds } from '../processes/cpu-seconds.ts';
import { createSentences } from '../sentences.ts';
import { createNoise, writeMemories } from '../synthetic-store.ts';
import type { Attack } from '../victims/attack.ts';
import { startAttacker } from '../victims/attacker-process.ts';
import { hardWork } from '../victims/hard-work.ts';
import { createInnocentLoad, type OperationResult } from '../victims/innocent-load.ts';
import { checkSuccess, counted, failureCount, list, timeOf } from '../victims/phase-results.ts';
import { startVictimServer, type VictimServer } from '../victims/victim-server.ts';
import type { Measure, MeasureContext, Row } from './measure.ts';

const operations = ['write', 'get', 'search'] as const;
const maxRatio = 2;
const warmUpSeconds = 1;
/** A server is idle when it uses less than this share of a core for this time. */
const idle = { share: 0.05, forMs: 500, withinMs: 120_000 };

type Phase = Record<(typeof operations)[number], OperationResult>;

/**
 * Measures an innocent account while another one works as hard as it can, with one operation after the other. All share
 * a server. The innocent account alone and next to the work take turns, and the server is idle before each.
 */
export const neighbours: Measure = {
  name: 'neighbours',
  byNameOnly: true,
  async run(context) {
    const { scratch, memories } = context;
    const victimServer = await startVictimServer(scratch, ['enterprise'], {
      prepare: (folder, [{ id }]) => fillAccount(folder, id, memories),
      settings: { MNEMA_WEBHOOK_ALLOW_PRIVATE: 'true' },
    });
    try {
      const rows: Row[] = [];
      for (const work of hardWork) rows.push(...(await measureWork(context, victimServer, work)));
      return rows;
    } finally {
      await victimServer.server.kill();
    }
  },
};

async function fillAccount(folder: string, accountId: string, count: number): Promise<void> {
  const store = await openSqliteStores(folder, { now: Date.now });
  const metadataOf = (index: number) => ({
    project: `project-${index % 7}`,
    tags: [`tag-${index % 23}`],
    number: index,
  });
  const texts = { next: createSentences(20_000).memory, asMessages: false, metadataOf };
  try {
    await writeMemories(store, { accountId, count, texts, noise: createNoise(20_001) });
  } finally {
    await store.close();
  }
}

async function measureWork(
  { seconds, rounds, progress }: MeasureContext,
  { server: { port, child }, folder, innocents, memoryIds, attackers }: VictimServer,
  work: Attack,
): Promise<Row[]> {
  const load = createInnocentLoad({ port, accounts: innocents, memoryIds });
  const worker = await startAttacker(folder, work, { port, attackers });
  try {
    await load.run(warmUpSeconds, operations);
    const alone: Phase[] = [];
    const beside: Phase[] = [];
    for (let round = 1; round <= rounds; round++) {
      progress(`${work.name}, round ${round} of ${rounds}`);
      await untilIdle(child.pid);
      alone.push(await load.run(seconds, operations));
      await worker.begin();
      beside.push(await load.run(seconds, operations));
      await worker.pause();
    }
    await untilIdle(child.pid);
    const outcomes = await worker.report();
    return toRows(work, { alone: joined(alone), beside: joined(beside), outcomes });
  } finally {
    await worker.kill();
  }
}

/** Work in the background, such as ingest or a map, must not slow down the innocent account while it is alone. */
async function untilIdle(pid: number): Promise<void> {
  const giveUpAt = performance.now() + idle.withinMs;
  for (let before = cpuSeconds(pid); ; ) {
    await delay(idle.forMs);
    const now = cpuSeconds(pid);
    if (now - before <= (idle.share * idle.forMs) / 1_000) return;
    if (performance.now() > giveUpAt) throw new Error(`the server is still busy after ${idle.withinMs / 1_000} s`);
    before = now;
  }
}

function joined(phases: readonly Phase[]): Phase {
  const results = operations.map((name) => {
    const all = phases.map((phase) => phase[name]);
    const sum = (countOf: (result: OperationResult) => number) => all.reduce((total, one) => total + countOf(one), 0);
    const failures = new Map<string, number>();
    for (const [what, count] of all.flatMap((one) => [...one.failures])) {
      failures.set(what, (failures.get(what) ?? 0) + count);
    }
    const times = all.flatMap((one) => one.times);
    const result = { times, failures, requests: sum(({ requests }) => requests), degraded: sum((one) => one.degraded) };
    return [name, result] as const;
  });
  return Object.fromEntries(results) as Phase;
}

function toRows(
  { name: work, description }: Attack,
  { alone, beside, outcomes }: { alone: Phase; beside: Phase; outcomes: Map<string, number> },
): Row[] {
  checkSuccess(alone);
  const requests = operations.map((name) => `${name} ${beside[name].requests}`);
  const note = `${description}, which got ${list(counted(outcomes))}; the innocent account sent ${list(requests)}; baseline: alone, in turns`;
  const problems = operations.reduce((sum, name) => sum + failureCount(beside[name]) + beside[name].degraded, 0);
  return [
    ...operations.map(
      (name): Row => ({
        measure: `${name} p50 beside ${work}`,
        value: timeOf(beside[name], 0.5),
        baseline: timeOf(alone[name], 0.5),
        unit: 'ms',
        goal: { kind: 'ratio at most', limit: maxRatio },
        note,
      }),
    ),
    {
      measure: `failed or degraded requests beside ${work}`,
      value: problems,
      baseline: null,
      unit: 'count',
      goal: { kind: 'value at most', limit: 0 },
      note,
    },
  ];
}
