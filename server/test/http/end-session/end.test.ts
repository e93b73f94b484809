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

it('204: a repeated request with the same Idempotency-Key gets the first response', async ({ apps }) => {
  const app = await apps.open();
  const account = await app.register();
  await app.logIn(account);
  const sessions = async () => (await account.session.get('/auth/sessions')).body.results;
  const { id } = (await sessions()).find(({ current }: { current: boolean }) => !current);
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const end = (of = id) => account.session.delete(`/auth/sessions/${of}`, headers);
  const [first, again] = [await end(), await end()];
  expect([first.status, first.headers['idempotency-replayed']]).toEqual([204, undefined]);
  expect([again.status, again.text, again.headers['idempotency-replayed']]).toEqual([204, '', 'true']);
  const [current] = await sessions();
  expect([(await end(current.id)).status, (await sessions()).length]).toEqual([409, 1]);
});

it('404: a session that is not there keeps no response for its Idempotency-Key', async ({ apps }) => {
  const { first } = await apps.open();
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  for (let time = 0; time < 2; time++) {
    expect((await first.session.delete('/auth/sessions/nothing', headers)).status).toBe(404);
  }
  expect((await first.session.post('/memories', { text: 'The key is still free.' }, headers)).status).toBe(202);
});
