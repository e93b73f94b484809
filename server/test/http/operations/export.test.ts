import { expect } from 'vitest';
import type { MemoryStore } from '../../../src/domain/memories/memory-store.ts';
import { StoreUnavailableError } from '../../../src/ports/store-error.ts';
import { it, type SharedApps } from '../shared-apps.ts';
import type { TestAccount } from '../start-test-app.ts';

type OpenExport = Awaited<ReturnType<MemoryStore['openExport']>>;

/** An account with one memory, on a server whose exports are exchanged. */
async function openServer(
  apps: SharedApps,
  changed: (opened: OpenExport, account: TestAccount) => Partial<OpenExport>,
) {
  const app = await apps.open();
  const account = await app.register({ plan: 'enterprise' });
  await account.api.post('/memories', { text: 'one' });
  const { store } = app.services.http;
  const openExport: typeof store.openExport = async (query) => {
    const opened = await store.openExport(query);
    return { ...opened, ...changed(opened, account) };
  };
  const { url } = await app.withServices({ store: { ...store, openExport } });
  const read = (headers: Record<string, string>, method = 'GET') => fetch(new URL('/export', url), { headers, method });
  return { ...account, read };
}

it('200: a failure in the middle cuts the stream without its end, and the snapshot is closed', async ({ apps }) => {
  let closed = 0;
  const { api, read } = await openServer(apps, (opened) => {
    let pages = 0;
    return {
      next: () => (pages++ > 0 ? Promise.reject(new StoreUnavailableError('away')) : opened.next()),
      close: () => opened.close().then(() => void closed++),
    };
  });
  await expect(read(api.headers).then((response) => response.text())).rejects.toThrow();
  await expect.poll(() => closed).toBe(1);
  await read(api.headers, 'HEAD');
  await expect.poll(() => closed).toBe(2);
  expect((await api.get('/export')).text).toMatch(/\n\{"end":true,"count":1\}\n$/);
});

it('200: an export ends without its last line when its credential ends', async ({ apps }) => {
  const revoked = { id: '', key: '' };
  const { api, session, read } = await openServer(apps, (opened, account) => ({
    next: () => opened.next().finally(() => account.session.delete(`/api-keys/${revoked.id}`)),
  }));
  Object.assign(revoked, (await session.post('/api-keys', { label: 'to be revoked' })).body);
  expect((await api.get('/export')).status).toBe(200);
  await expect(read({ 'X-API-Key': revoked.key }).then((response) => response.text())).rejects.toThrow();
});
