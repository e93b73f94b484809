import { defineConfig } from 'vitest/config';

/** These run once more, on MongoDB: what the store has a part in. */
const onMongodb = [
  'idempotency',
  'lists-and-updates',
  'memories',
  'profile',
  'quota',
  'requests',
  'search',
  'two-accounts',
];

const usual = { testTimeout: 20_000, hookTimeout: 30_000 };

export default defineConfig({
  test: {
    // Tests start servers of their own; more workers than this only make a small machine slower.
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...usual,
          name: 'server',
          include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/mongodb/**', 'test/faults/**'],
        },
      },
      {
        test: {
          name: 'MongoDB',
          include: [
            'src/adapters/mongodb/*.test.ts',
            'test/mongodb/*.test.ts',
            'test/faults/*.test.ts',
            ...onMongodb.map((name) => `test/http/${name}.test.ts`),
            'test/providers/infer.test.ts',
          ],
          env: { MNEMA_TEST_STORE: 'mongodb' },
          globalSetup: 'test/mongodb/provide-mongod.ts',
          // An emulated server takes some ten times as long.
          testTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
