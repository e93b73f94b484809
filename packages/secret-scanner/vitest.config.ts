import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    // The server's tests use as many: more only make a small machine slower.
    maxWorkers: 2,
    testTimeout: 60_000,
  },
});
