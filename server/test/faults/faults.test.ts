import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { formatRuns } from './format-runs.ts';
import { type Run, runScenario } from './run-scenario.ts';
import { scenarios } from './scenarios.ts';
import { type Stack, startStack } from './stack.ts';

const seed = Number(process.env['MNEMA_TEST_SEED'] ?? 1);
/** The number of writes in each scenario; `npm run soak` sets it. */
const writesSetting = process.env['MNEMA_TEST_FAULT_WRITES'];
const allIsWell = {
  ...{
    lost: [],
    doubled: [],
    resurrected: [],
    wrong: [],
    stuck: [],
    failedWrongly: [],
    notFound: [],
    crashes: [],
    unforeseen: [],
  },
};
/** Some scenarios need a connection that we can break: a server that was given to the tests has none. */
const given = inject('mongodPort') === null;

describe('every acknowledged write is there once and becomes ready', { timeout: 60 * 60_000 }, () => {
  const runs: Run[] = [];
  let stack: Stack;
  beforeAll(async () => {
    stack = await startStack();
  }, 300_000);
  afterAll(async () => {
    console.log(`seed ${seed}\n${formatRuns(runs)}`);
    await stack?.close();
  });

  for (const scenario of scenarios) {
    it.skipIf(given && scenario.cutsMongodb)(`while this happens: ${scenario.name}`, async () => {
      const writes = Number(writesSetting ?? scenario.writes);
      const run = await runScenario(stack, scenario, { seed, writes });
      runs.push(run);
      console.log(formatRuns([run]));
      expect(run, `MNEMA_TEST_SEED=${seed} repeats it`).toMatchObject(allIsWell);
      expect(run.counted).toBe(run.acknowledged);
      expect(run.acknowledged).toBeGreaterThanOrEqual(writes);
    });
  }
});
