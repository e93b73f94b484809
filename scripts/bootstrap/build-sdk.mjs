import { join } from 'node:path';
import { listFiles } from './list-files.mjs';
import { root } from './paths.mjs';
import { runTool } from './run-tool.mjs';
import { whenChanged } from './when-changed.mjs';

const sdk = join(root, 'packages/sdk');

/** Bundles the TypeScript SDK into packages/sdk/dist, unless the sources are those of the last build. Returns an exit code. */
export function buildSdk({ force = false } = {}) {
  const settings = ['package.json', 'tsconfig.json', 'tsup.config.ts'].map((name) => join(sdk, name));
  const files = [
    join(root, 'pnpm-lock.yaml'),
    join(root, 'tsconfig.json'),
    ...settings,
    ...listFiles(join(sdk, 'src')),
  ];
  return whenChanged({ name: 'build-sdk', files, output: join(sdk, 'dist'), force }, () =>
    runTool(join(sdk, 'node_modules/tsup/dist/cli-default.js'), [], { cwd: sdk }),
  );
}
