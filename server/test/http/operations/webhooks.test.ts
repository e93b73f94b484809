import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect } from 'vitest';
import { untilStatus, write, writeReady } from '../memory-steps.ts';
import { it, useAccount } from '../shared-apps.ts';
import { aWebhook, type Receiver, startReceiver } from '../webhook-steps.ts';

const { app, account } = useAccount({ isNewEach: true });
let receiver: Receiver;
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

it('201: a webhook is shown as it was created and changed, but its secret only once', async () => {
  const body = { ...aWebhook, description: 'of a test', include_text: true, enabled: false };
  const { secret, ...shown } = (await account.session.post('/webhooks', body)).body;
  expect(shown).toMatchObject({ ...body, disabled_reason: 'by_request' });
  expect(Buffer.from(secret.slice('whsec_'.length), 'base64')).toHaveLength(32);
  expect((await account.session.get(`/webhooks/${shown.id}`)).body).toEqual(shown);
  const { id } = (await account.session.post('/webhooks', aWebhook)).body;
  expect((await account.session.get('/webhooks')).body.results).toEqual([expect.objectContaining({ id }), shown]);
  const changed = await account.session.patch(`/webhooks/${shown.id}`, { enabled: true, description: null });
  expect(changed.body).toMatchObject({ enabled: true, disabled_reason: null, description: null, include_text: true });
  expect(changed.text).not.toContain('whsec_');
});

it('400: addresses that the internet does not reach, unless the server allows them', async ({ apps }) => {
  const { session } = (await apps.closed()).first;
  const { status, body } = await session.post('/webhooks', { ...aWebhook, url: 'https://[::ffff:10.0.0.1]/' });
  const message = expect.stringContaining('MNEMA_WEBHOOK_ALLOW_PRIVATE');
  expect([status, body.errors]).toEqual([400, [{ path: '/body/url', message }]]);
  const { id } = (await session.post('/webhooks', { ...aWebhook, url: 'https://example.com/' })).body;
  expect((await session.patch(`/webhooks/${id}`, { url: 'https://10.0.0.1/' })).status).toBe(400);
});

const hook = async (events: string[], changes: object = {}) =>
  (await account.session.post('/webhooks', { url: receiver.url, events, ...changes })).body;

const deliver = () => app.services.deliverWebhooks();
const bodies = () => receiver.received.map(({ body }) => JSON.parse(body));

const isSigned = (secret: string, at: number) => {
  const { headers, body } = receiver.received[at] ?? { headers: {}, body: '' };
  try {
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
};

it('200: a secret is rotated without a body, and no other body is optional', async () => {
  const { id } = await hook(['memory.deleted']);
  const path = `/webhooks/${id}/rotate-secret`;
  const ends = () => expect.stringMatching(/Z$/);
  for (const headers of [{}, { 'Content-Type': 'application/json' }, { 'Content-Length': '0' }]) {
    const { status, body } = await app.call({
      method: 'POST',
      path,
      headers: { ...account.session.headers, ...headers },
    });
    expect([status, body.previous_secret_ends_at]).toEqual([200, ends()]);
  }
  expect((await account.session.post(path, [])).status).toBe(400);
  expect((await account.session.post('/webhooks')).status).toBe(400);
});

it('202: a replay keeps its webhook-id, and the library of Standard Webhooks verifies both', async () => {
  const { id, secret } = await hook(['memory.deleted']);
  await account.api.delete(`/memories/${await write(account.api, 'the harbour freezes')}`);
  await deliver();
  const [delivery] = (await account.session.get(`/webhooks/${id}/deliveries`)).body.results;
  expect(delivery).toMatchObject({ status: 'delivered', attempts: 1, response_status: 204, next_attempt_at: null });
  const path = `/webhooks/${id}/deliveries/${delivery.id}/replay`;
  const replay = await account.session.post(path);
  expect([replay.status, replay.body.status]).toEqual([202, 'pending']);
  await deliver();
  const [again] = (await account.session.get(`/webhooks/${id}/deliveries`)).body.results;
  const attempt = { time: expect.stringMatching(/Z$/), response_status: 204, error: null };
  expect(again.recent_attempts).toEqual([attempt, attempt]);
  expect(receiver.received.map(({ headers: sent }) => sent['webhook-id'])).toEqual([delivery.id, delivery.id]);
  expect(bodies()[1]).toEqual(bodies()[0]);
  expect([isSigned(secret, 0), isSigned(secret, 1)]).toEqual([true, true]);
  expect(isSigned(`whsec_${Buffer.alloc(32).toString('base64')}`, 0)).toBe(false);
});

it('202: the events of a memory arrive in order, with ids and without its text', async () => {
  await hook(['memory.ready', 'memory.updated', 'memory.deleted']);
  const id = await writeReady(account.api, 'zanzibar', { user_id: 'alice', agent_id: 'helper' });
  await deliver();
  expect((await account.api.put(`/memories/${id}`, { text: 'zanzibar again' })).status).toBe(200);
  await account.api.delete(`/memories/${id}`);
  await deliver();
  const types = bodies().map(({ type }) => type);
  expect(types.filter((type) => type !== 'memory.ready')).toEqual(['memory.updated', 'memory.deleted']);
  expect(bodies()[0]).toEqual({
    type: 'memory.ready',
    timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
    data: {
      ...{ memory_id: id, version: 1, user_id: account.id, end_user_id: 'alice', agent_id: 'helper', run_id: null },
      outcome: 'stored',
    },
  });
  // Nothing of the memory is left when these are sent.
  expect(bodies().at(-1).data).toMatchObject({ memory_id: id, user_id: null, end_user_id: null });
  expect(JSON.stringify(bodies())).not.toContain('zanzibar');
});

it('202: include_text sends the text of the version, and none of a memory that is gone', async () => {
  const { id: hookId } = await hook(['memory.ready', 'memory.updated'], { include_text: true });
  const id = await writeReady(account.api, 'the first text');
  await account.api.put(`/memories/${id}`, { metadata: { seen: true } });
  await account.api.put(`/memories/${id}`, { text: 'the second text', metadata: { seen: false } });
  await untilStatus(account.api, id, 'ready');
  await deliver();
  const texts = (type: string) =>
    bodies()
      .filter((one) => one.type === type)
      .map(({ data }) => [data.version, data.text]);
  expect(texts('memory.ready')[0]).toEqual([1, 'the first text']);
  expect(texts('memory.updated').flat()).toEqual([2, 'the first text', 3, 'the second text']);
  await account.api.delete(`/memories/${id}`);
  const { results } = (await account.session.get(`/webhooks/${hookId}/deliveries`)).body;
  const seen = receiver.received.length;
  const replay = `/webhooks/${hookId}/deliveries/${results[0].id}/replay`;
  expect((await account.session.post(replay)).status).toBe(202);
  await deliver();
  expect(bodies().slice(seen)).toMatchObject([{ data: { text: null } }]);
});

it('200: quota.near and quota.exceeded come once', async () => {
  const free = await app.register();
  await free.session.post('/webhooks', { url: receiver.url, events: ['quota.near', 'quota.exceeded'] });
  const memories = Array.from({ length: 98 }, (_, n) => ({ text: `note ${n}` }));
  expect((await free.api.post('/memories/batch', { memories })).status).toBe(200);
  await free.api.post('/memories/batch', { memories: memories.slice(0, 5) });
  expect((await free.api.post('/memories', { text: 'one too many' })).status).toBe(429);
  await deliver();
  const data = { metric: 'memory_write', limit: 100 };
  expect(bodies().map((one) => [one.type, one.data])).toEqual([
    ['quota.near', { ...data, used: 98, period_start: expect.any(String), period_end: expect.any(String) }],
    ['quota.exceeded', { ...data, used: 100, period_start: expect.any(String), period_end: expect.any(String) }],
  ]);
});

it('200: after a rotation both secrets verify until the overlap ends', async () => {
  const { id, secret } = await hook(['memory.deleted']);
  const end = async () => {
    await account.api.delete(`/memories/${await write(account.api, 'the harbour freezes')}`);
    await deliver();
  };
  const rotated = await account.session.post(`/webhooks/${id}/rotate-secret`, { overlap_seconds: 60 });
  await end();
  expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,\S+ v1,\S+$/);
  expect([isSigned(secret, 0), isSigned(rotated.body.secret, 0)]).toEqual([true, true]);
  const last = (await account.session.post(`/webhooks/${id}/rotate-secret`, { overlap_seconds: 0 })).body;
  expect(last.previous_secret_ends_at).toBeNull();
  await end();
  expect([secret, rotated.body.secret, last.secret].map((one) => isSigned(one, 1))).toEqual([false, false, true]);
});

it('200: a webhook whose receiver is gone is disabled, which the metrics count', async () => {
  const { id } = await hook(['memory.deleted']);
  receiver.respond((_request, response) => response.writeHead(410).end());
  await account.api.delete(`/memories/${await write(account.api, 'the harbour freezes')}`);
  await deliver();
  const disabled = (await account.session.get(`/webhooks/${id}`)).body;
  expect(disabled).toMatchObject({ enabled: false, disabled_reason: 'gone' });
  expect(await app.services.http.metrics.read()).toMatch(/^mnema_webhooks_disabled_total\{reason="gone"\} [1-9]/m);
  const { results } = (await account.session.get(`/webhooks/${id}/deliveries`)).body;
  expect(results).toMatchObject([{ status: 'failed', error: 'status' }]);
});
