import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { formatRuns } from '../faults/format-runs.ts';
import { allIsWell, type Breakable, runScenario, type Scenario } from '../faults/run-scenario.ts';
import { startEmbedded } from '../faults/start-embedded.ts';
import { seedOfRun } from './random.ts';
import { temporaryDirectory } from './spawn-server.ts';

/** The number of writes; `npm run soak` sets it. */
const writesSetting = process.env['MNEMA_TEST_FAULT_WRITES'];

const scenario: Scenario<Breakable> = {
  name: 'embedded server killed',
  writes: 1_200,
  minRounds: 10,
  async fault({ stack: { api }, random, writes }) {
    // The moment depends on writes: after a fixed time a slow machine would have written next to nothing.
    await writes(30 + random.below(200));
    await new Promise((resolve) => setTimeout(resolve, random.below(50)));
    return api.kill(random.chance(0.2) ? 100 + random.below(1_200) : undefined);
  },
  // The start removes what has expired meanwhile.
  atEnd: ({ api }) => api.kill(),
};

it(
  'kill -9 at any moment loses no acknowledged write and no event, doubles none, and leaves the indexes true to the rows',
  async () => {
    const seed = seedOfRun();
    console.log(`MNEMA_TEST_SEED=${seed} repeats this run`);
    const directory = temporaryDirectory();
    const stack = await startEmbedded(directory);
    const writes = Number(writesSetting ?? scenario.writes);
    const failingEvents = writesSetting === undefined ? 0 : 0.01;
    const options = { seed, writes, writersAtOnce: 32, unkeyedShare: 0.5, failingEvents };
    const run = await (await runScenario(stack, scenario, options)).awaitEvents();
    console.log(formatRuns([run]));
    expect(run).toMatchObject(allIsWell);
    expect(Math.min(...Object.values(run.ofKind))).toBeGreaterThan(0);
    await stack.api.stop();
    expect(defectsOf(join(directory, 'mnema.db'))).toEqual([]);
  },
  writesSetting === undefined ? 600_000 : 3_600_000,
);

/** What is wrong with the store file itself, table against table. */
function defectsOf(file: string): unknown[] {
  const db = new DatabaseSync(file);
  try {
    const { rows: count } = db.prepare('SELECT count(*) AS rows FROM memories').get() as { rows: number };
    expect(count, 'a store without rows shows nothing').toBeGreaterThan(0);
    const indexes = db.prepare('PRAGMA integrity_check').all() as { integrity_check: string }[];
    const rows = db.prepare(
      `SELECT 'vector without a row' AS defect, seq AS of FROM memory_vectors WHERE seq NOT IN (SELECT seq FROM memories)
       UNION ALL SELECT 'ready without a vector', seq FROM memories
         WHERE status = 'ready' AND seq NOT IN (SELECT seq FROM memory_vectors)
       UNION ALL SELECT 'version without a row', memoryId FROM memory_versions
         WHERE memoryId NOT IN (SELECT id FROM memories)
       UNION ALL SELECT 'expired and kept', seq FROM memories WHERE expiresAt IS NOT NULL
       UNION ALL SELECT 'words differ from their count', seq FROM memories
         WHERE wordCount <> CASE words WHEN '' THEN 0 ELSE length(words) - length(replace(words, ' ', '')) + 1 END`,
    );
    return [...indexes.filter((one) => one.integrity_check !== 'ok'), ...rows.all()].map((row) => ({ ...row }));
  } finally {
    db.close();
  }
}
