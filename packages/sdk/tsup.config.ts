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
  // Names stay readable in stack traces, because white space and syntax make up most bytes.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  silent: true,
  // Names inside of a dependency do not help the reader of a stack trace.
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
