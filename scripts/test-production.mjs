import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { ensureRedis } from './bootstrap/ensure-redis.mjs';
import { runScript } from './bootstrap/run-script.mjs';
import { runSuites, setUp } from './bootstrap/run-suites.mjs';
import { vitestSuite } from './bootstrap/vitest-suite.mjs';

// Runs the tests on Redis with Bull, on MongoDB, and those in which these services fail.
await runScript(() =>
  runSuites({
    sequential: [
      setUp('packages', () => ensureInstalled('workspace')),
      setUp('Redis', ensureRedis),
      vitestSuite('Redis', 'server', ['Redis']),
      vitestSuite('MongoDB', 'server', ['MongoDB']),
    ],
  }),
);
