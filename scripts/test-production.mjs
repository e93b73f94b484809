import { ensureInstalled } from './bootstrap/ensure-installed.mjs';
import { ensureRedis } from './bootstrap/ensure-redis.mjs';
import { runScript } from './bootstrap/run-script.mjs';
import { runSuites, setUp } from './bootstrap/run-suites.mjs';
import { runVitest } from './bootstrap/run-vitest.mjs';

// The server on Redis, with Bull, and on MongoDB, and what becomes of it while they fail.
await runScript(() =>
  runSuites({
    inTurn: [
      setUp('packages', () => ensureInstalled('workspace')),
      setUp('Redis', ensureRedis),
      { name: 'Redis', run: () => runVitest('server', ['Redis']) },
      { name: 'MongoDB', run: () => runVitest('server', ['MongoDB']) },
    ],
  }),
);
