import { describe, expect } from 'vitest';
import { it, useAccount } from '../shared-apps.ts';

/** Made up here, so that no file holds anything that looks like a token. */
const token = ['gh', 'p_', 'q8Zt3LmV'.repeat(5).slice(0, 36)].join('');
const card = ['4539', '1488', '0343', '6467'].join(' ');
const { app, api: usual } = useAccount();
const redacting = async () => (await app.withServices({ contentPolicy: 'redact' })).client(usual.headers);

describe('a write that carries a secret', () => {
  const writes: [string, object, string][] = [
    ['text', { text: `the deploy token is ${token}` }, '/body/text'],
    ['the content of a message', { messages: [{ role: 'user', content: `use ${token}` }] }, '/body/messages/0/content'],
    ['a metadata value', { text: 'x', metadata: { notes: { deep: [`see ${token}`] } } }, '/body/metadata/notes/deep/0'],
    ['a metadata value under its key', { text: 'x', metadata: { password: 'xK9!pQ2v' } }, '/body/metadata/password'],
    ['a metadata key', { text: 'x', metadata: { [token]: 1 } }, '/body/metadata'],
    ['run_id', { text: 'x', run_id: token }, '/body/run_id'],
  ];

  it.each(writes)('in %s is rejected, names the field, and leaves nothing behind', async (_where, body, path) => {
    const account = await app.register();
    const response = await account.api.post('/memories', body);
    expect([response.status, response.body.code]).toEqual([422, 'sensitive_content']);
    expect(response.body.errors[0].path).toBe(path);
    for (const secret of [token, card, 'xK9!pQ2v']) expect(response.text).not.toContain(secret);
    expect((await account.api.get('/memories')).body.results).toEqual([]);
    expect((await account.api.get('/usage')).body.memory_write.used).toBe(0);
  });

  it('as a metadata key is not repeated by a problem about its value either', async () => {
    const { api } = await app.register();
    const written = await api.post('/memories', { text: 'the harbour freezes' });
    for (const response of [
      await api.post('/memories', { text: 'x', metadata: { [token]: 2 ** 60 } }),
      await api.put(`/memories/${written.body.memory_id}`, { metadata: { [token]: { deep: 2 ** 60 } } }),
    ]) {
      expect([response.status, response.body.code]).toEqual([400, 'invalid_request']);
      expect(response.text).toContain('/body/metadata/[redacted: github_token]');
      expect(response.text).not.toContain(token);
    }
  });

  it('is rejected before its Idempotency-Key is checked, and the key stays free', async () => {
    const { api } = await app.register();
    const key = { 'Idempotency-Key': 'k' };
    expect((await api.post('/memories', { text: token }, key)).status).toBe(422);
    expect((await api.post('/memories', { text: 'harmless' }, key)).status).toBe(202);
    expect((await api.post('/memories', { text: token }, key)).status).toBe(422);
  });
});

it('a server that redacts stores a placeholder, names the field, and returns the same to a repeated write', async () => {
  const api = await redacting();
  const key = { 'Idempotency-Key': 'k', Prefer: 'wait=10' };
  const body = { text: `the token is ${token}.`, metadata: { note: `pay with ${card}` } };
  const written = await api.post('/memories', body, key);
  expect(written.status).toBe(201);
  expect(written.body.redacted).toEqual([
    { path: '/body/text', kind: 'github_token' },
    { path: '/body/metadata/note', kind: 'card_number' },
  ]);
  const { body: memory } = await api.get(`/memories/${written.body.memory_id}`);
  expect(memory).toMatchObject({
    memory: 'the token is [redacted: github_token].',
    metadata: { note: 'pay with [redacted: card_number]' },
  });
  expect(memory.redacted).toBeUndefined();
  expect((await api.post('/memories', body, key)).body.redacted).toEqual(written.body.redacted);
  expect((await api.post('/search', { query: token })).text).not.toContain(token);
  const unchanged = await api.put(`/memories/${memory.id}`, { text: 'the harbour freezes' });
  expect(unchanged.body.redacted).toBeUndefined();
  const changed = await api.put(`/memories/${memory.id}`, { text: `use ${token}` });
  const redacted = [{ path: '/body/text', kind: 'github_token' }];
  expect(changed.body).toMatchObject({ memory: 'use [redacted: github_token]', redacted });
});
