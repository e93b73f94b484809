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
});
