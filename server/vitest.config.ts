import { existsSync, globSync, readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const withRedis = [
  'src/adapters/bull/**/*.test.ts',
  'test/redis/*.test.ts',
  'test/http/server/monitoring.test.ts',
  'test/process/redis-faults.test.ts',
];

const withMongodb = ['src/adapters/mongodb/**/*.test.ts', 'test/mongodb/*.test.ts', 'test/faults/*.test.ts'];

/** These run once more, on MongoDB: what depends on how a store orders writes at the same time and keeps accounts apart. */
const onMongodb = [
  'test/http/expiry/expiry.test.ts',
  'test/http/idempotency/idempotency.test.ts',
  'test/http/isolation/two-accounts.test.ts',
  'test/http/key-restriction/restricted-key.test.ts',
  'test/http/limits/quota.test.ts',
  'test/http/operations/if-match.test.ts',
  'test/http/operations/import.test.ts',
  'test/providers/infer.test.ts',
];

/** An emulated server takes some ten times as long as a real one; Atlas builds its search indexes when it finds time. */
const onMongodbMs = process.env['MNEMA_TEST_MONGODB_URI'] ? 600_000 : 120_000;

/** What hangs ends here. Starting a server takes a second, and many times as long on a machine that is busy. */
const usual = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 30_000, interval: 10 } },
};

const memoryFolder = '/dev/shm';
/** Far more than the tests that run at the same time need. A container has 64 MB there unless it is given more. */
const neededBytes = 2e9;

/** Every acknowledged write waits for the disk: the tests' files are in memory where there is room. */
function temporaryFolder(): string {
  if (!existsSync(memoryFolder)) return tmpdir();
  const { bavail, bsize } = statfsSync(memoryFolder);
  return bavail * bsize > neededBytes ? memoryFolder : tmpdir();
}

const env = {
  TMPDIR: temporaryFolder(),
  // Some hundred servers are started: what Node.js compiled for one serves the next.
  NODE_COMPILE_CACHE: join(tmpdir(), 'mnema-test-compile-cache'),
};

/** These take longest: begun last, they would be waited for alone. */
const long = [
  'test/faults/faults.test.ts',
  'test/contract/schemathesis.test.ts',
  'test/hostile/hostile-requests.test.ts',
  'test/process/crash.test.ts',
  'test/process/broken-store.test.ts',
  'test/code-blocks/code-blocks.test.ts',
  'test/process/start-and-stop.test.ts',
  'test/providers/infer.test.ts',
  'test/process/doctor-services.test.ts',
  'test/process/image.test.ts',
  'src/domain/memories/memory-store.test.ts',
  'src/adapters/provider/remote-adapters.test.ts',
  'test/process/reembed.test.ts',
  'test/process/event-loop.test.ts',
  'src/adapters/local-model/create-local-embedder.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.endsWith(name));
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

const include = ['src/**/*.test.ts', 'test/**/*.test.ts'];
const elsewhere = [...withRedis, ...withMongodb];

/**
 * These replace the timers of their process. A server that other files share there would lose the work it has scheduled
 * meanwhile, and would never respond again.
 */
const withFakeTimers = globSync(include, { cwd: import.meta.dirname, exclude: elsewhere }).filter((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8').includes('useFakeTimers'),
);

export default defineConfig({
  test: {
    // Tests wait for more than a quarter of their time, so three workers keep two cores busy.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...usual,
          name: 'server',
          env,
          isolate: false,
          include,
          // A file that no list names is a test of this project: none is forgotten.
          exclude: ['**/node_modules/**', ...elsewhere, ...withFakeTimers],
        },
      },
      { test: { ...usual, name: 'server with fake timers', env, include: withFakeTimers } },
      { test: { ...usual, name: 'Redis', env, include: withRedis } },
      {
        test: {
          name: 'MongoDB',
          // The emulated servers of two workers keep a small machine busy.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          include: [...withMongodb, ...onMongodb],
          env: { ...env, MNEMA_TEST_STORE: 'mongodb' },
          globalSetup: 'test/mongodb/provide-mongod.ts',
          testTimeout: onMongodbMs,
          expect: { poll: { timeout: onMongodbMs / 12 } },
          hookTimeout: onMongodbMs,
        },
      },
    ],
  },
});
