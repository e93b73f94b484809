import { expect } from 'vitest';
import { StoreUnavailableError } from '../../../src/ports/store-error.ts';
import { it } from '../shared-apps.ts';

it('200: a failure in the middle cuts the stream without its end, and the snapshot is closed', async ({ apps }) => {
  const app = await apps.open();
  const { api } = await app.register({ plan: 'enterprise' });
  await api.post('/memories', { text: 'one' });
  let closed = 0;
  const { store } = app.services.http;
  const failing: typeof store = {
    ...store,
    async openExport(query) {
      const opened = await store.openExport(query);
      let pages = 0;
      const next = async () => {
        if (pages++ > 0) throw new StoreUnavailableError('away');
        return opened.next();
      };
      return { next, close: () => opened.close().then(() => void closed++) };
    },
  };
  const { url } = await app.withServices({ store: failing });
  const read = async () => (await fetch(new URL('/export', url), { headers: api.headers })).text();
  await expect(read()).rejects.toThrow();
  await expect.poll(() => closed).toBe(1);
  await fetch(new URL('/export', url), { method: 'HEAD', headers: api.headers });
  await expect.poll(() => closed).toBe(2);
  expect((await api.get('/export')).text).toMatch(/\n\{"end":true,"count":1\}\n$/);
});

it('200: an export ends without its last line when its credential ends', async ({ apps }) => {
  const app = await apps.open();
  const { api, session } = await app.register({ plan: 'enterprise' });
  await api.post('/memories', { text: 'one' });
  const { body: made } = await session.post('/api-keys', { label: 'to be revoked' });
  const { store } = app.services.http;
  const revoking: typeof store = {
    ...store,
    async openExport(query) {
      const opened = await store.openExport(query);
      const next = async () => {
        const page = await opened.next();
        await session.delete(`/api-keys/${made.id}`);
        return page;
      };
      return { ...opened, next };
    },
  };
  const { url } = await app.withServices({ store: revoking });
  expect((await api.get('/export')).status).toBe(200);
  const read = async () => (await fetch(new URL('/export', url), { headers: { 'X-API-Key': made.key } })).text();
  await expect(read()).rejects.toThrow();
});
