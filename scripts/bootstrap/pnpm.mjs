import { spawn } from 'node:child_process';
import { installEnvironment } from './environment.mjs';
import { pnpmVersion } from './installation.mjs';
import { root } from './paths.mjs';

/** Starts the pinned pnpm; what it prints goes to stderr, so that stdout stays the caller's. */
export function spawnPnpm(args, cwd = root) {
  // npx is a .cmd file on Windows, which only a shell can start.
  return spawn('npx', ['--yes', pnpmVersion, ...args], {
    cwd,
    env: installEnvironment(),
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
}
