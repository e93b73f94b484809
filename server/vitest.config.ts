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

/** An emulated server takes some ten times as long as a real one; Atlas builds its search indexes when it finds time. */
const onMongodbMs = process.env['MNEMA_TEST_MONGODB_URI'] ? 600_000 : 120_000;

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
          testTimeout: onMongodbMs,
          expect: { poll: { timeout: onMongodbMs / 12 } },
          hookTimeout: onMongodbMs,
        },
      },
    ],
  },
});
