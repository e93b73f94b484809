import { chmodSync, copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { buildSdk } from './build-sdk.mjs';
import { buildSecretScanner } from './compile-package.mjs';
import { listFiles } from './list-files.mjs';
import { root } from './paths.mjs';
import { runTool } from './run-tool.mjs';
import { whenChanged } from './when-changed.mjs';

const server = join(root, 'server');
const source = join(server, 'src');
const output = join(server, 'dist');

/** Copies the files that the compiler ignores: the bundled contract, pages, styles. */
function copyAssets() {
  for (const file of listFiles(source)) {
    if (file.endsWith('.ts')) continue;
    const target = file.replace(source, output);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(file, target);
  }
}

/**
 * Compiles the server into server/dist, and the packages whose types it needs. It does nothing when the sources
 * are those of the last build. Returns an exit code.
 */
export async function build({ force = false } = {}) {
  const packagesCode = (await buildSecretScanner({ force })) || (await buildSdk({ force }));
  if (packagesCode !== 0) return packagesCode;
  const settings = [join(root, 'tsconfig.json'), join(server, 'tsconfig.json'), join(server, 'tsconfig.build.json')];
  const files = [...settings, ...listFiles(source)];
  return whenChanged({ name: 'build', files, output, force }, async () => {
    const code = await runTool('node_modules/typescript/bin/tsc', ['-p', 'server/tsconfig.build.json']);
    if (code === 0) {
      copyAssets();
      // A link in the PATH of the image runs this file.
      chmodSync(join(output, 'cli/mnema.js'), 0o755);
    }
    return code;
  });
}
