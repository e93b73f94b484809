import { afterAll, beforeAll } from 'vitest';
import { startTestMongodb, type TestMongodb } from './start-test-mongodb.ts';

/** Gives the tests of a file a database of their own. */
export function useTestMongodb(): TestMongodb {
  let mongodb: TestMongodb | undefined;
  beforeAll(async () => {
    mongodb = await startTestMongodb();
  });
  afterAll(() => mongodb?.close());
  return new Proxy({} as TestMongodb, { get: (_, name) => Reflect.get(mongodb as TestMongodb, name) });
}
