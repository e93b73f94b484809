import { expect, it, onTestFinished } from 'vitest';
import { startTestApp } from '../http/start-test-app.ts';

it('a server beyond loopback rejects the host names of others once one is configured, but not of probes', async () => {
  const settings = { MNEMA_HOST: '0.0.0.0', MNEMA_PUBLIC_URL: 'https://memory.example.com' };
  const app = await startTestApp(settings);
  onTestFinished(() => app.close());
  const get = (path: string, Host: string, of: Pick<typeof app, 'call'> = app) =>
    of.call({ method: 'GET', path, headers: { Host } });
  for (const host of ['rebound.example.com', '10.0.0.7:8787']) {
    expect(await get('/openapi.json', host)).toMatchObject({ status: 403, body: { code: 'host_not_allowed' } });
  }
  for (const host of ['memory.example.com', '127.0.0.1:8787']) {
    expect((await get('/openapi.json', host)).status).toBe(200);
  }
  for (const path of ['/healthz', '/readyz', '/metrics']) {
    expect((await get(path, '10.0.0.7:8787')).status, path).not.toBe(403);
  }
  const named = await app.withServices({ publicUrl: undefined, allowedHosts: ['box.lan'] });
  expect((await get('/openapi.json', 'memory.example.com', named)).status).toBe(403);
  expect((await get('/openapi.json', 'box.lan', named)).status).toBe(200);
});

it('accounts that register are on the plan of MNEMA_DEFAULT_PLAN', async () => {
  const app = await startTestApp({ MNEMA_DEFAULT_PLAN: 'growth' });
  onTestFinished(() => app.close());
  expect((await (await app.register()).session.get('/auth/me')).body.plan).toBe('growth');
  expect((await app.first.session.get('/auth/me')).body.plan).toBe('enterprise');
});
