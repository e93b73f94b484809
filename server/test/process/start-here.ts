import { onTestFinished } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { type RunningServer, startServer } from '../../src/main.ts';
import { createTestEmbedder } from '../http/faults.ts';

/**
 * Starts a server in this process, without an encoder, which takes a small part of the time of a process of its own. What
 * is written stays pending, so that no ingest writes meanwhile.
 */
export async function startHere(directory: string, options: { maxPages?: number } = {}): Promise<RunningServer> {
  const settings = { MNEMA_PORT: '0', MNEMA_DATA_DIR: directory, MNEMA_LOG_LEVEL: 'silent', MNEMA_RATE_LIMITS: 'off' };
  const embedder = createTestEmbedder(() => {
    throw new Error('no test here needs a vector');
  });
  embedder.hold();
  const server = await startServer(parseConfig(settings), { ...options, embedder });
  onTestFinished(() => server.stop());
  return server;
}
