import { copyFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig } from 'tsup';

const fromSdk = createRequire(new URL('../sdk/package.json', import.meta.url));
const outDir = '../sdk/dist';

export default defineConfig({
  entry: ['../sdk/src/index.ts'],
  outDir,
  tsconfig: '../sdk/tsconfig.json',
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  dts: true,
  clean: true,
  minify: true,
  // Node.js prints the line of an uncaught error, which would otherwise be the whole file.
  esbuildOptions: (options) => {
    options.lineLimit = 200;
  },
  sourcemap: true,
  silent: true,
  // Its licence has to be in all copies of openapi-fetch, and the bundle contains one.
  onSuccess: () => copyFile(fromSdk.resolve('openapi-fetch/LICENSE'), join(outDir, 'openapi-fetch-LICENSE.txt')),
});
