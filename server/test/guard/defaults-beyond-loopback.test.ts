import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parseConfig } from '../../src/config/config.ts';
import { startTestApp, type TestApp } from '../http/start-test-app.ts';

describe('registration', () => {
  it.each(['127.0.0.1', '127.8.9.10', '::1', 'localhost', 'LOCALHOST'])('is open on %s', (MNEMA_HOST) => {
    expect(parseConfig({ MNEMA_HOST }).registration).toBe('open');
  });

  it.each(['0.0.0.0', '::', '192.0.2.7', 'memory.example.com'])('is closed on %s until it is opened', (MNEMA_HOST) => {
    expect(parseConfig({ MNEMA_HOST }).registration).toBe('closed');
    expect(parseConfig({ MNEMA_HOST, MNEMA_REGISTRATION: 'open' }).registration).toBe('open');
  });

  it.each([{ MNEMA_PUBLIC_URL: 'https://memory.example.com' }, { MNEMA_TRUSTED_PROXIES: 'loopback' }])(
    'is closed behind a proxy, on loopback too: %j',
    (environment) => {
      expect(parseConfig(environment).registration).toBe('closed');
    },
  );
});

describe('a server beyond loopback', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({
      MNEMA_HOST: '0.0.0.0',
      MNEMA_PUBLIC_URL: 'https://memory.example.com',
    });
  });
  afterAll(() => app.close());

  const get = (path: string, Host: string, of: Pick<TestApp, 'call'> = app) =>
    of.call({ method: 'GET', path, headers: { Host } });

  it('rejects the host names of others once its own is known', async () => {
    for (const host of ['rebound.example.com', '10.0.0.7:8787']) {
      const { status, body } = await get('/openapi.json', host);
      expect([host, status, body.code]).toEqual([host, 403, 'host_not_allowed']);
    }
    expect((await get('/openapi.json', 'memory.example.com')).status).toBe(200);
    expect((await get('/openapi.json', '127.0.0.1:8787')).status).toBe(200);
  });

  it('checks the names as well when only MNEMA_ALLOWED_HOSTS is set', async () => {
    const named = await app.withServices({ publicUrl: undefined, allowedHosts: ['box.lan'] });
    expect((await get('/openapi.json', 'memory.example.com', named)).status).toBe(403);
    expect((await get('/openapi.json', 'box.lan', named)).status).toBe(200);
  });

  it('lets probes and scrapers ask by any address', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) {
      expect((await get(path, '10.0.0.7:8787')).status, path).not.toBe(403);
    }
  });

  it('answers to every name while none is configured', async () => {
    const unnamed = await app.withServices({ publicUrl: undefined, allowedHosts: [] });
    expect((await get('/openapi.json', 'rebound.example.com', unnamed)).status).toBe(200);
  });
});

it('accounts that register are on the plan of MNEMA_DEFAULT_PLAN', async () => {
  const app = await startTestApp({ MNEMA_DEFAULT_PLAN: 'growth' });
  onTestFinished(() => app.close());
  const account = await app.register();
  expect((await account.session.get('/auth/me')).body.plan).toBe('growth');
  expect((await app.first.session.get('/auth/me')).body.plan).toBe('enterprise');
});
