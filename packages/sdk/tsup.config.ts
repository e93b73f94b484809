import { readFile } from 'node:fs/promises';
import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  dts: { resolve: ['openapi-fetch'] },
  noExternal: ['openapi-fetch'],
  clean: true,
  // Names stay readable in stack traces; white space and syntax are what costs.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  silent: true,
  // Names inside of a dependency tell the reader of a stack trace nothing.
  esbuildPlugins: [
    {
      name: 'short-names-in-dependencies',
      setup({ esbuild, onLoad }) {
        onLoad({ filter: /openapi-fetch[/\\]dist[/\\]index[.]mjs$/ }, async ({ path }) => {
          const { code } = await esbuild.transform(await readFile(path, 'utf8'), { minify: true, sourcefile: path });
          return { contents: code };
        });
      },
    },
  ],
});
