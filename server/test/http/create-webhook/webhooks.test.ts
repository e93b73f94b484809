import { expect } from 'vitest';
import { it } from '../shared-apps.ts';
import type { TestAccount, TestApp } from '../start-test-app.ts';
import { aWebhook } from '../webhook-steps.ts';

let app: TestApp;
let account: TestAccount;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
  account = await app.register();
});

it('201: the secret is shown once, and a repeated request does not have it', async () => {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const body = { ...aWebhook, description: 'of a test', include_text: true, enabled: false };
  const first = await account.session.post('/webhooks', body, headers);
  expect(first.status).toBe(201);
  expect(first.headers['cache-control']).toBe('no-store');
  expect(first.body).toMatchObject({ ...body, disabled_reason: 'by_request' });
  expect(Buffer.from(first.body.secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
  const again = await account.session.post('/webhooks', body, headers);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect(again.body).toEqual({ ...first.body, secret: null });
  const { secret: _, ...shown } = first.body;
  expect((await account.session.get(`/webhooks/${shown.id}`)).body).toEqual(shown);
  expect((await account.session.get('/webhooks')).body).toEqual({ results: [shown] });
  const changed = await account.session.patch(`/webhooks/${shown.id}`, { enabled: true, description: null });
  expect(changed.body).toMatchObject({ enabled: true, disabled_reason: null, description: null, include_text: true });
});

it('404: a repeated request whose webhook was deleted, with no URL left to repeat', async () => {
  const [created, changed, rotated, removal] = [1, 2, 3, 4].map(() => ({ 'Idempotency-Key': crypto.randomUUID() }));
  const body = { ...aWebhook, url: 'http://127.0.0.1:1/soon-gone' };
  const { id } = (await account.session.post('/webhooks', body, created)).body;
  const steps = [
    () => account.session.post('/webhooks', body, created),
    () => account.session.patch(`/webhooks/${id}`, { enabled: false }, changed),
    () => account.session.post(`/webhooks/${id}/rotate-secret`, {}, rotated),
  ];
  for (const step of steps) expect((await step()).status).toBeLessThan(300);
  const remove = () => account.session.delete(`/webhooks/${id}`, removal);
  const removed = await remove();
  for (const step of steps) {
    const again = await step();
    expect([again.status, again.body.code]).toEqual([404, 'not_found']);
    expect(again.text).not.toContain('soon-gone');
  }
  const another = await account.session.post('/webhooks', aWebhook, created);
  expect([another.status, another.body.code]).toEqual([409, 'idempotency_key_reused']);
  expect((await remove()).text).toBe(removed.text);
});

it('400: fields that are wrong, each with its name', async () => {
  for (const [change, path] of [
    [{ url: 'https://ada:lovelace@example.com/' }, '/body/url'],
    [{ url: 'https://example.com/#fragment' }, '/body/url'],
    [{ url: 'mailto:ada@example.com' }, '/body/url'],
    [{ url: 'no url' }, '/body/url'],
    [{ events: [] }, '/body/events'],
    [{ events: ['memory.created'] }, '/body/events/0'],
    [{ events: ['memory.ready', 'memory.ready'] }, '/body/events'],
    [{ description: ' ' }, '/body/description'],
    [{ description: `a key: ${['AKIA', 'IOSFODNN7', 'ABCDEFG'].join('')}` }, '/body/description'],
    [{ secret: 'mine' }, '/body/secret'],
  ] as const) {
    const { status, body } = await account.session.post('/webhooks', { ...aWebhook, ...change });
    expect([change, status, body.errors?.[0]?.path]).toEqual([change, 400, path]);
  }
});

it('400: addresses that the internet does not reach, unless the server allows them', async ({ apps }) => {
  const { session } = (await apps.closed()).first;
  for (const url of [
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://[::ffff:10.0.0.1]/',
    'https://169.254.169.254/',
  ]) {
    const { status, body } = await session.post('/webhooks', { ...aWebhook, url });
    expect([url, status, body.errors?.[0]?.message]).toEqual([
      url,
      400,
      expect.stringContaining('MNEMA_WEBHOOK_ALLOW_PRIVATE'),
    ]);
  }
  const { id } = (await session.post('/webhooks', { ...aWebhook, url: 'https://example.com/' })).body;
  expect((await session.patch(`/webhooks/${id}`, { url: 'https://10.0.0.1/' })).status).toBe(400);
});

it('409: the 11th webhook, until another one is deleted', async () => {
  const { session } = await app.register();
  const made = [];
  for (let count = 0; count < 10; count++) made.push((await session.post('/webhooks', aWebhook)).body.id);
  expect((await session.get('/webhooks')).body.results.map(({ id }: { id: string }) => id)).toEqual(made.toReversed());
  const { status, body } = await session.post('/webhooks', aWebhook);
  expect([status, body.code]).toEqual([409, 'conflict']);
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const deleted = await session.delete(`/webhooks/${made[0]}`, headers);
  expect([deleted.status, deleted.body.id]).toEqual([200, made[0]]);
  expect((await session.delete(`/webhooks/${made[0]}`, headers)).body).toEqual(deleted.body);
  expect((await session.delete(`/webhooks/${made[0]}`)).status).toBe(404);
  expect((await session.post('/webhooks', aWebhook)).status).toBe(201);
});

it('201: the audit log has every change of a webhook, without its secrets', async () => {
  const { session } = await app.register();
  const { id, secret } = (await session.post('/webhooks', aWebhook)).body;
  await session.patch(`/webhooks/${id}`, { description: 'changed' });
  const rotated = (await session.post(`/webhooks/${id}/rotate-secret`, {})).body;
  await session.delete(`/webhooks/${id}`);
  const { text, body } = await session.get('/audit?limit=4');
  expect(body.results.map(({ action, detail }: Record<string, unknown>) => ({ action, detail }))).toEqual([
    { action: 'webhook_deleted', detail: { webhook_id: id } },
    { action: 'webhook_secret_rotated', detail: { webhook_id: id } },
    { action: 'webhook_changed', detail: { webhook_id: id, changed: ['description'] } },
    { action: 'webhook_created', detail: { webhook_id: id } },
  ]);
  for (const one of [secret, rotated.secret]) expect(text).not.toContain(one);
});
