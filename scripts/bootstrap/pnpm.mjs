import { spawn } from 'node:child_process';
import { installEnvironment } from './environment.mjs';
import { pnpmVersion } from './installation.mjs';
import { root } from './paths.mjs';

/** Runs the pinned pnpm. Its output goes to stderr, so that stdout is free for the caller. */
export function spawnPnpm(args, cwd = root) {
  // Windows has npx as a .cmd file, which only a shell can start.
  return spawn('npx', ['--yes', pnpmVersion, ...args], {
    cwd,
    env: installEnvironment(),
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
}
