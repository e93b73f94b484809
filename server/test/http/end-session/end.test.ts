import { expect } from 'vitest';
import { it } from '../shared-apps.ts';

it('404: a session that has ended already; its token is a 401', async ({ apps }) => {
  const app = await apps.open();
  const account = await app.register();
  const token = await app.logIn(account);
  const { results } = (await account.session.get('/auth/sessions')).body;
  const { id } = results.find(({ current }: { current: boolean }) => !current);
  expect((await account.session.delete(`/auth/sessions/${id}`)).status).toBe(204);
  expect((await app.client({ Authorization: `Bearer ${token}` }).get('/auth/me')).status).toBe(401);
  expect((await account.session.delete(`/auth/sessions/${id}`)).status).toBe(404);
  expect((await account.session.delete('/auth/sessions/nothing')).status).toBe(404);
});
