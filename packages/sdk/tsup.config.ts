import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['src/index.ts'],
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  dts: true,
  clean: true,
  // Names stay readable in stack traces, because white space and syntax make up most bytes.
  minifyWhitespace: true,
  minifySyntax: true,
  sourcemap: true,
  silent: true,
});
