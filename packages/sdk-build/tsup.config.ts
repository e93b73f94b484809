import { defineConfig } from 'tsup';

export default defineConfig({
  entry: ['../sdk/src/index.ts'],
  outDir: '../sdk/dist',
  tsconfig: '../sdk/tsconfig.json',
  format: ['esm', 'cjs'],
  platform: 'neutral',
  target: 'es2022',
  dts: true,
  clean: true,
  // Names stay readable in stack traces, because white space and syntax make up most bytes.
  minifyWhitespace: true,
  minifySyntax: true,
  // Node.js prints the line of an uncaught error, which would otherwise be the whole file.
  esbuildOptions: (options) => {
    options.lineLimit = 200;
  },
  sourcemap: true,
  silent: true,
});
