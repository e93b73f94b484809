import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { formatRuns } from './format-runs.ts';
import { allIsWell, type Run, runScenario } from './run-scenario.ts';
import { scenarios } from './scenarios.ts';
import { type Stack, startStack } from './stack.ts';

const seed = Number(process.env['MNEMA_TEST_SEED'] ?? 1);
/** The number of writes in each scenario; `npm run soak` sets it. */
const writesSetting = process.env['MNEMA_TEST_FAULT_WRITES'];
const load = { writersAtOnce: 12, unkeyedShare: 0, failingEvents: 0.01 };
const { undelivered: _, ...atOnce } = allIsWell;
/** Some scenarios need a connection that we can break: a server that was given to the tests has none. */
const given = inject('mongodPort') === null;

describe('every acknowledged write is there once and becomes ready', { timeout: 60 * 60_000 }, () => {
  const runs: { run: Run; awaitEvents(): Promise<Run> }[] = [];
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  }, 300_000);
  // The lease of a killed worker and the retries of a receiver end long after a scenario: all are waited for together.
  afterAll(async () => {
    const ended = [];
    for (const { awaitEvents } of runs) ended.push(await awaitEvents());
    console.log(`seed ${seed}\n${formatRuns(ended)}`);
    await stack?.close();
    for (const run of ended) expect(run, `MNEMA_TEST_SEED=${seed} repeats it`).toMatchObject(allIsWell);
  }, 60 * 60_000);

  for (const scenario of scenarios) {
    it.skipIf(given && scenario.cutsMongodb)(`while this happens: ${scenario.name}`, async () => {
      const writes = Number(writesSetting ?? scenario.writes);
      const ended = await runScenario(stack, scenario, { seed, writes, ...load });
      runs.push(ended);
      const { run } = ended;
      console.log(formatRuns([run]));
      expect(run, `MNEMA_TEST_SEED=${seed} repeats it`).toMatchObject(atOnce);
      expect(run.counted).toBe(run.charged);
      expect(run.acknowledged).toBeGreaterThanOrEqual(writes);
    });
  }
});
