import { spawnSync } from 'node:child_process';
import { installWithApt } from './install-with-apt.mjs';

/** Makes sure that a Redis server is installed for the tests. */
export const ensureRedis = () =>
  installWithApt({
    name: 'redis-server',
    isHere: () => spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0,
    fix: 'The production tests need redis-server (6.2 or newer). Debian, Ubuntu: sudo apt-get install redis-server. macOS: brew install redis.',
  });
