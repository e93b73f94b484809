import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** The path of Node.js 24, which the npm package `node` installs; the caller's own may be older. */
export const nodeBinary = join(root, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

/** The folder in which Node.js keeps the JavaScript of the sources; `mnema.ts` uses it as well. */
const compileCache = join(root, 'node_modules/.cache/mnema');

/** The variables that a server from sources starts with. They must be set before the process begins. */
export const serverEnvironment = {
  // With the stored JavaScript of the sources, no thread loads the compiler.
  NODE_COMPILE_CACHE: compileCache,
  // Threads share one pool of freed memory (glibc). With a pool each, the server takes 10 to 45 MB more.
  MALLOC_ARENA_MAX: '1',
};

export const commandLine = join(root, 'server/src/cli/mnema.ts');
