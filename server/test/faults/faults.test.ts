import { afterAll, describe, expect, it } from 'vitest';
import { type Run, runScenario } from './run-scenario.ts';
import { scenarios } from './scenarios.ts';

const seed = Number(process.env['MNEMA_TEST_SEED'] ?? 1);
const writes = Number(process.env['MNEMA_TEST_FAULT_WRITES'] ?? 290);
const runs: Run[] = [];

describe('writes that were acknowledged are there once and become ready', { timeout: 30 * 60_000 }, () => {
  afterAll(() => console.log(runs));

  it.each(scenarios)('while this happens: $name', async (scenario) => {
    const run = await runScenario(scenario, { seed, writes });
    runs.push(run);
    const { lost, doubled, wrong, stuck, failedWrongly, notFound, crashes } = run;
    expect({ lost, doubled, wrong, stuck, failedWrongly, notFound, crashes }, `MNEMA_TEST_SEED=${seed}`).toEqual({
      ...{ lost: [], doubled: [], wrong: [], stuck: [], failedWrongly: [], notFound: [], crashes: [] },
    });
    expect(run.counted).toBe(run.acknowledged);
  });
});
