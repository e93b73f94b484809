import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { ensureRedis } from './bootstrap/ensure-redis.mjs';
import { root } from './bootstrap/paths.mjs';
import { runScript } from './bootstrap/run-script.mjs';
import { runTool } from './bootstrap/run-tool.mjs';

const usage = `Breaks what the server stands on, again and again, while clients write, and looks whether every acknowledged
write is there once and ready, and whether webhooks got the events of all of them, and of nothing else. Ends with 1 when
one is lost, doubled, stuck, or came back. The last scenario kills a server with the embedded store: --scenario "kill -9".

  --writes N       acknowledged writes in each scenario (2000)
  --seed N         repeats a run: the same faults in the same order (1)
  --scenario TEXT  only those whose names match`;

await runScript(async () => {
  const { values } = parseArgs({
    options: {
      writes: { type: 'string', default: '2000' },
      seed: { type: 'string', default: '1' },
      scenario: { type: 'string', default: '' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  for (const name of ['writes', 'seed']) {
    if (!/^[1-9]\d{0,8}$/.test(values[name])) throw new Error(`--${name} ${values[name]}: must be a positive number`);
  }
  await ensureInstalled('workspace');
  await ensureRedis();
  process.env.MNEMA_TEST_FAULT_WRITES = values.writes;
  process.env.MNEMA_TEST_SEED = values.seed;
  const cwd = join(root, 'server');
  const words = [
    'run',
    ...['--project', 'MongoDB', '--project', 'server', 'test/faults', 'test/process/crash.test.ts'],
    '--no-file-parallelism',
    '--testNamePattern',
    values.scenario,
  ];
  return runTool(join(cwd, 'node_modules/vitest/vitest.mjs'), words, { cwd });
});
