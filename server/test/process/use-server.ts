import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { type SpawnedServer, spawnServer } from './spawn-server.ts';

/** Starts one server for all tests of the file, or of the `describe` that calls this; each needs accounts of its own. */
export function useServer(environment: Record<string, string> = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-shared-'));
  const ends: (() => Promise<unknown>)[] = [];
  let server: SpawnedServer;
  beforeAll(async () => {
    server = await spawnServer({ directory, environment, atEnd: (end) => ends.push(end) });
  }, 100_000);
  afterAll(async () => {
    for (const end of ends) await end();
    rmSync(directory, { recursive: true, force: true });
  });
  return { directory, server: () => server };
}
