import type { TestProject } from 'vitest/node';
import { startMongod } from './start-mongod.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Port of the server that all tests share; null: they were given another (see {@link startTestMongodb}). */
    mongodPort: number | null;
  }
}

/** One server for all tests of a run: it takes seconds to start. */
export default async function provideMongod(project: TestProject): Promise<() => Promise<void>> {
  if (process.env['MNEMA_TEST_MONGODB_URI']) {
    project.provide('mongodPort', null);
    return async () => {};
  }
  const mongod = await startMongod().catch((error: Error) => {
    throw new Error(
      `No MongoDB for the tests: ${error.message}. They need Debian's apt and npm's registry, or a server with search in MNEMA_TEST_MONGODB_URI.`,
      { cause: error },
    );
  });
  project.provide('mongodPort', mongod.port);
  return () => mongod.stop();
}
