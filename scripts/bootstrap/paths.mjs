import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The path of Node.js 24, which the npm package `node` installs; the caller's own may be older. */
export const nodeBinary = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** The folder in which Node.js keeps the JavaScript of the sources; `mnema.ts` uses it as well. */
export const compileCache = join(root, 'node_modules/.cache/mnema');

export const commandLine = join(root, 'server/src/cli/mnema.ts');
