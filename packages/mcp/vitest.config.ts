import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Tests start servers of their own; more workers only make a small machine slower.
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
