import { pino } from 'pino';
import { expect } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { startServer } from '../../src/main.ts';
import { createTestEmbedder } from '../http/faults.ts';
import { it, useAccount } from '../http/shared-apps.ts';
import { temporaryDirectory } from '../process/spawn-server.ts';
import { quickPasswords } from '../quick-passwords.ts';

const metricsToken = 'a token for metrics';
const metrics = { method: 'GET', path: '/metrics' };

const { app } = useAccount();

it('metrics of a server that other machines may reach are a 404 until a token is set', async () => {
  expect((await (await app.withServices({ isReachable: true })).call(metrics)).status).toBe(404);
  const { call } = await app.withServices({ isReachable: true, metricsToken });
  expect((await call(metrics)).status).toBe(401);
  expect((await call({ ...metrics, headers: { Authorization: `Bearer ${metricsToken}` } })).status).toBe(200);
});

it.each([
  [{}, 0],
  [{ MNEMA_TRUSTED_PROXIES: 'loopback' }, 1],
  [{ MNEMA_TRUSTED_PROXIES: 'loopback', MNEMA_METRICS_TOKEN: metricsToken.replaceAll(' ', '-') }, 0],
])('the start of a server with %j gives %i warnings that nobody may read its metrics', async (environment, count) => {
  const warnings: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void warnings.push(line) });
  const config = parseConfig({ ...environment, MNEMA_PORT: '0', MNEMA_DATA_DIR: temporaryDirectory() });
  const embedder = createTestEmbedder(() => {
    throw new Error('no real embedder is needed');
  });
  const server = await startServer(config, { log, embedder, passwords: quickPasswords });
  await server.stop();
  expect(warnings.filter((line) => line.includes('MNEMA_METRICS_TOKEN'))).toHaveLength(count);
});
