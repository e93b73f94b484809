import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { ensureRedis } from './bootstrap/ensure-redis.mjs';
import { runScript } from './bootstrap/run-script.mjs';
import { runSuites, setUp } from './bootstrap/run-suites.mjs';
import { runVitest } from './bootstrap/run-vitest.mjs';

// Runs the tests on Redis with Bull, on MongoDB, and those in which these services fail.
await runScript(() =>
  runSuites({
    sequential: [
      setUp('packages', () => ensureInstalled('workspace')),
      setUp('Redis', ensureRedis),
      { name: 'Redis', run: () => runVitest('server', ['Redis']) },
      { name: 'MongoDB', run: () => runVitest('server', ['MongoDB']) },
    ],
  }),
);
