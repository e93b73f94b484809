import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations, type ReceivedResponse } from '../check-response.ts';
import { goodCall } from '../good-calls.ts';
import { find, list, write, writeReady } from '../memory-steps.ts';
import { startTestApp, type TestAccount, type TestApp } from '../start-test-app.ts';

let app: TestApp;
let ada: TestAccount;
let bob: TestAccount;
beforeAll(async () => {
  app = await startTestApp();
  ada = app.first;
  bob = await app.register();
});
afterAll(() => app.close());

const withId = operations.filter(({ path, credentials }) => /\{\w+\}/.test(path) && credentials.length > 0);
const withoutId = operations.filter(({ path, credentials }) => !/\{\w+\}/.test(path) && credentials.length > 0);

/** What the caller sees, apart from the id of the request and the time. */
function seen({ status, headers, text, body }: ReceivedResponse): object {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  return { status, headers: rest, text: text.replaceAll(body.request_id, 'req') };
}

describe.each(withId)('$id of something of another account', ({ id, scope }) => {
  it('gets byte for byte the response of one that does not exist, and changes nothing', async () => {
    const call = await goodCall(app, ada, id);
    const headers = scope ? bob.api.headers : bob.session.headers;
    const missing = call.path.replace(
      /(mem|key)_[0-9A-Z]+/,
      (found) => `${found.slice(0, 4)}01AAAAAAAAAAAAAAAAAAAAAAAA`,
    );
    const theirs = await app.call({ ...call, headers });
    const nobodys = await app.call({ ...call, path: missing, headers });
    expect(theirs.status).toBe(404);
    expect(seen(theirs)).toEqual(seen(nobodys));
    expect(theirs.text).not.toMatch(/(mem|key)_/);
    // It is unchanged: the request of its own account succeeds.
    expect((await app.call(call)).status).toBeLessThan(300);
  });
});

describe.each(withoutId)('$id', ({ id }) => {
  it('shows nothing of another account', async () => {
    const secret = `quokka ${crypto.randomUUID()}`;
    const memory = await write(ada.api, secret, { metadata: { project: secret } });
    const key = await app.createKey(ada);
    const response = await app.call(await goodCall(app, bob, id));
    expect(response.status).toBeLessThan(300);
    for (const theirs of [secret, memory, key.id, ada.id, ada.email]) expect(response.text).not.toContain(theirs);
  });
});

describe('with the same memories in both accounts', () => {
  const fact = 'The lighthouse keeper feeds a one-eyed seagull every morning';
  let mine: string;
  let theirs: string;
  beforeAll(async () => {
    mine = await writeReady(bob.api, fact, {
      run_id: 'same',
      agent_id: 'same',
      metadata: { project: 'same', tags: ['same'] },
    });
    theirs = await writeReady(ada.api, fact, {
      run_id: 'same',
      agent_id: 'same',
      metadata: { project: 'same', tags: ['same'] },
    });
  });

  it.each<[string, object]>([
    ['by words', { query: 'lighthouse seagull' }],
    ['by meaning', { query: 'a person who looks after a bird near the sea' }],
    ['by scope', { query: 'seagull', run_id: 'same', agent_id: 'same' }],
    ['by filter', { query: 'seagull', filters: { project: 'same', tags: ['same'] } }],
  ])('a search %s finds the own one only', async (_how, search) => {
    const { query, ...rest } = search as { query: string };
    expect(await find(bob.api, query, { top_k: 100, ...rest })).toContain(mine);
    expect(await find(bob.api, query, { top_k: 100, ...rest })).not.toContain(theirs);
    expect(await find(ada.api, query, { top_k: 100, ...rest })).not.toContain(mine);
  });

  it('naming the other account as user_id finds nothing of it, in body, query or metadata', async () => {
    const search = { user_id: ada.id, filters: { project: 'same' } };
    expect(await find(bob.api, 'lighthouse seagull', search)).toEqual([]);
    expect(await list(bob.api, { user_id: ada.id })).toEqual([]);
    expect(await find(bob.api, 'lighthouse', { filters: { owner_user_id: ada.id } })).toEqual([]);
    expect(await list(bob.api, { run_id: 'same', agent_id: 'same', project: 'same', tag: 'same' })).toEqual([mine]);
  });

  it('writing with user_id of the other account keeps the memory one’s own', async () => {
    const id = await write(bob.api, 'a smuggled walrus', { user_id: ada.id, metadata: { owner_user_id: ada.id } });
    expect((await bob.api.get(`/memories/${id}`)).body.user_id).toBe(bob.id);
    expect(await find(ada.api, 'smuggled walrus', { top_k: 100 })).not.toContain(id);
  });

  it("a cursor of the other account's list is rejected", async () => {
    await write(ada.api, 'another');
    const { body } = await ada.api.get('/memories?limit=1');
    expect(body.next_cursor).toEqual(expect.any(String));
    expect((await bob.api.get(`/memories?limit=1&cursor=${body.next_cursor}`)).status).toBe(400);
  });

  it('deleting or changing the own one leaves the other found', async () => {
    expect((await bob.api.put(`/memories/${mine}`, { text: 'nothing of that kind' })).status).toBe(200);
    expect(await find(ada.api, 'lighthouse seagull')).toContain(theirs);
    expect((await bob.api.delete(`/memories/${mine}`)).status).toBe(200);
    expect(await find(ada.api, 'a person who looks after a bird')).toContain(theirs);
  });
});

describe('the same Idempotency-Key in two accounts', () => {
  const headers = { 'Idempotency-Key': 'same-for-both' };

  it('writes two memories, and each account gets its own back', async () => {
    const body = { text: 'the same text' };
    const [adas, bobs] = await Promise.all([ada, bob].map(({ api }) => api.post('/memories', body, headers)));
    expect(adas?.body.memory_id).not.toBe(bobs?.body.memory_id);
    expect((await ada.api.post('/memories', body, headers)).text).toBe(adas?.text);
    expect((await bob.api.post('/memories', body, headers)).text).toBe(bobs?.text);
  });

  it('is no conflict when the requests differ', async () => {
    const key = { 'Idempotency-Key': 'different-requests' };
    expect((await ada.api.post('/memories', { text: 'one' }, key)).status).toBe(202);
    expect((await bob.api.post('/memories', { text: 'two' }, key)).status).toBe(202);
  });
});

it('a wrong password and an unknown account get the same response', async () => {
  const anyone = app.client({});
  const wrong = await anyone.post('/auth/login', { email: ada.email, password: 'not their password' });
  const unknown = await anyone.post('/auth/login', { email: 'nobody@example.com', password: 'not their password' });
  expect(wrong.status).toBe(401);
  expect(seen(wrong)).toEqual(seen(unknown));
});

it('ending one session leaves the sessions of the other account', async () => {
  const token = await app.logIn(ada);
  await app.client({ Authorization: `Bearer ${token}` }).post('/auth/logout');
  expect((await bob.session.get('/auth/me')).body.id).toBe(bob.id);
});
