import { join } from 'node:path';
import { listFiles } from './list-files.mjs';
import { root } from './paths.mjs';
import { runTool } from './run-tool.mjs';
import { whenChanged } from './when-changed.mjs';

/** Compiles a package into its dist folder, unless the sources are those of the last build. Resolves to an exit code. */
function compilePackage(folder, { force = false } = {}) {
  const path = join(root, 'packages', folder);
  const settings = [join(root, 'tsconfig.json'), join(path, 'tsconfig.build.json')];
  const files = [...settings, ...listFiles(join(path, 'src'))];
  return whenChanged({ name: `build-${folder}`, files, output: join(path, 'dist'), force }, () =>
    runTool('node_modules/typescript/bin/tsc', ['-p', `packages/${folder}/tsconfig.build.json`]),
  );
}

/** @param {{ force?: boolean }} [options] */
export const buildSecretScanner = (options) => compilePackage('secret-scanner', options);

/** @param {{ force?: boolean }} [options] The TypeScript SDK, whose types it needs, must be built. */
export const buildAiSdk = (options) => compilePackage('ai-sdk', options);
