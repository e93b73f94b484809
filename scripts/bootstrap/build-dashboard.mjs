import { join } from 'node:path';
import { listFiles } from './list-files.mjs';
import { root } from './paths.mjs';
import { runTool } from './run-tool.mjs';
import { whenChanged } from './when-changed.mjs';

const dashboard = join(root, 'packages/dashboard');
const sdk = join(root, 'packages/sdk');

/**
 * Builds the web pages into server/dashboard, from where the server serves them, unless the sources are those of the
 * last build. Returns an exit code.
 */
export function buildDashboard({ force = false } = {}) {
  const settings = ['package.json', 'tsconfig.json', 'vite.config.ts', 'index.html'];
  const files = [
    join(root, 'pnpm-lock.yaml'),
    join(root, 'tsconfig.json'),
    ...settings.map((name) => join(dashboard, name)),
    ...listFiles(join(dashboard, 'src')),
    ...listFiles(join(sdk, 'src')),
  ];
  const output = join(root, 'server/dashboard');
  return whenChanged({ name: 'build-dashboard', files, output, force }, () =>
    runTool(join(dashboard, 'node_modules/vite/bin/vite.js'), ['build', '--logLevel', 'warn'], { cwd: dashboard }),
  );
}
