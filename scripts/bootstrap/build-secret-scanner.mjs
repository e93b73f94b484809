import { join } from 'node:path';
import { listFiles } from './list-files.mjs';
import { root } from './paths.mjs';
import { runTool } from './run-tool.mjs';
import { whenChanged } from './when-changed.mjs';

const scanner = join(root, 'packages/secret-scanner');

/** Compiles the secret scanner into its dist folder, unless the sources are those of the last build. Returns an exit code. */
export function buildSecretScanner({ force = false } = {}) {
  const settings = [join(root, 'tsconfig.json'), join(scanner, 'tsconfig.build.json')];
  const files = [...settings, ...listFiles(join(scanner, 'src'))];
  return whenChanged({ name: 'build-secret-scanner', files, output: join(scanner, 'dist'), force }, () =>
    runTool('node_modules/typescript/bin/tsc', ['-p', 'packages/secret-scanner/tsconfig.build.json']),
  );
}
