import { copyFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { defineConfig, type Options } from 'tsup';

const fromSdk = createRequire(new URL('../sdk/package.json', import.meta.url));
const outDir = '../sdk/dist';

/** The options of both entries. */
export const defaults = {
  outDir,
  tsconfig: '../sdk/tsconfig.json',
  format: ['esm', 'cjs'] as Options['format'],
  platform: 'neutral',
  target: 'es2022',
  minify: true,
  // Node.js prints the line of an uncaught error, which would otherwise be the whole file.
  esbuildOptions: (options: { lineLimit?: number }) => {
    options.lineLimit = 1_000;
  },
  silent: true,
} satisfies Options;

export default defineConfig({
  ...defaults,
  entry: ['../sdk/src/index.ts'],
  dts: true,
  clean: true,
  // Its licence has to be in all copies of openapi-fetch, and the bundle contains one.
  onSuccess: () => copyFile(fromSdk.resolve('openapi-fetch/LICENSE'), join(outDir, 'openapi-fetch-LICENSE.txt')),
});
