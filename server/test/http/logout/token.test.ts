import { expect } from 'vitest';
import { it } from '../shared-apps.ts';

it('204: ends this token and no other', async ({ apps }) => {
  const app = await apps.open();
  const bearer = (token: string) => app.client({ Authorization: `Bearer ${token}` });
  const [one, two] = [await app.logIn(app.first), await app.logIn(app.first)];
  expect((await bearer(one).post('/auth/logout')).status).toBe(204);
  expect((await bearer(one).get('/auth/me')).status).toBe(401);
  expect((await bearer(two).get('/auth/me')).status).toBe(200);
  expect((await app.first.api.get('/memories')).status).toBe(200);
});
