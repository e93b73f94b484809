import { expect } from 'vitest';
import { it, useAccount } from '../http/shared-apps.ts';
import { runOperatorCommand } from './run-operator-command.ts';

const { app } = useAccount();

it('a suspended account is 403 with every credential and after a right password, until it is resumed', async () => {
  const account = await app.register();
  const { api, session, email, password } = account;
  await runOperatorCommand(app, 'account', 'suspend', email);
  expect(await runOperatorCommand(app, 'account', 'show', email)).toContain('suspended since');
  const logIn = (given: string) => app.client({}).post('/auth/login', { email, password: given });
  const uses = [() => api.get('/usage'), () => session.get('/auth/me')];
  const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  for (const use of [...uses, () => api.post('/mcp', listTools), () => logIn(password)]) {
    expect(await use()).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
  }
  expect((await logIn('a wrong guess')).status).toBe(401);
  expect((await app.client({ 'X-API-Key': `${account.key}x` }).get('/usage')).status).toBe(401);
  await runOperatorCommand(app, 'account', 'resume', email);
  for (const use of uses) expect((await use()).status).toBe(200);
});

it('the pending memories of a suspended account become ready', async () => {
  const account = await app.register();
  app.embedder.hold();
  const { memory_id: id } = (await account.api.post('/memories', { text: 'nothing is lost' })).body;
  await runOperatorCommand(app, 'account', 'suspend', account.email);
  app.embedder.release();
  await expect.poll(async () => (await app.services.http.store.get(account.id, id))?.status).toBe('ready');
});
