import { join } from 'node:path';
import { listFiles } from './list-files.mjs';
import { root } from './paths.mjs';
import { runTool } from './run-tool.mjs';
import { whenChanged } from './when-changed.mjs';

const sdk = join(root, 'packages/sdk');
const bundler = join(root, 'packages/sdk-build');

/** Bundles the TypeScript SDK into packages/sdk/dist, unless the sources are those of the last build. Returns an exit code. */
export function buildSdk({ force = false } = {}) {
  const [config, finish] = ['tsup.config.ts', 'finish-package.ts'].map((name) => join(bundler, name));
  const settings = ['package.json', 'tsconfig.json'].map((name) => join(sdk, name));
  const files = [
    join(root, 'pnpm-lock.yaml'),
    join(root, 'tsconfig.json'),
    config,
    finish,
    ...settings,
    ...listFiles(join(sdk, 'src')),
  ];
  return whenChanged({ name: 'build-sdk', files, output: join(sdk, 'dist'), force }, async () => {
    const bundled = await runTool(join(bundler, 'node_modules/tsup/dist/cli-default.js'), [], { cwd: bundler });
    return bundled || runTool(finish, [], { cwd: bundler });
  });
}
