import { onTestFinished } from 'vitest';
import { startCohereStandIn } from '../providers/cohere-stand-in.ts';
import { keepServer } from './kept-server.ts';
import type { Breakable } from './run-scenario.ts';
import { logIn } from './test-account.ts';

const credentials = { email: 'ada@example.com', password: 'a password of theirs' };

/** A server on SQLite that ingests by itself. The time of the model does not matter. */
export async function startEmbedded(directory: string, more: Record<string, string> = {}): Promise<Breakable> {
  const provider = await startCohereStandIn();
  onTestFinished(() => provider.close());
  const environment = {
    MNEMA_BOOTSTRAP_EMAIL: credentials.email,
    MNEMA_BOOTSTRAP_PASSWORD: credentials.password,
    MNEMA_EMBEDDER: 'cohere',
    ...provider.environment,
    MNEMA_WEBHOOK_ALLOW_PRIVATE: 'true',
  };
  const api = await keepServer({ directory, environment: { ...environment, ...more } });
  return { api, processes: [api], register: () => logIn(api.url, credentials) };
}
