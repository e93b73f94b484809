import { join } from 'node:path';
import { listFiles } from './list-files.mjs';
import { root } from './paths.mjs';
import { runTool } from './run-tool.mjs';
import { whenChanged } from './when-changed.mjs';

const transpiler = 'packages/sdk-build/transpile-package.ts';

/**
 * Compiles a package into its dist folder with `compile`, unless the sources are those of the last build. Resolves to an
 * exit code.
 */
function compilePackage(folder, compile, { force = false } = {}) {
  const path = join(root, 'packages', folder);
  const settings = [join(root, 'tsconfig.json'), join(path, 'tsconfig.build.json'), join(root, transpiler)];
  const files = [...settings, ...listFiles(join(path, 'src'))];
  return whenChanged({ name: `build-${folder}`, files, output: join(path, 'dist'), force }, compile);
}

/** @param {{ force?: boolean }} [options] */
export const buildSecretScanner = (options) =>
  compilePackage(
    'secret-scanner',
    () => runTool('node_modules/typescript/bin/tsc', ['-p', 'packages/secret-scanner/tsconfig.build.json']),
    options,
  );

/**
 * Compiles the package for the Vercel AI SDK without that SDK, which has many packages. `npm run check` checks its types.
 * @param {{ force?: boolean }} [options]
 */
export const buildAiSdk = (options) =>
  compilePackage('ai-sdk', () => runTool(transpiler, ['packages/ai-sdk']), options);
