import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createOpenRequests } from '../../src/api/open-requests.ts';
import type { Plan } from '../../src/ports/account-store.ts';
import type { RateLimiter } from '../../src/ports/rate-limiter.ts';
import type { Answer } from './check-answer.ts';
import { createTestLimiter } from './create-test-limiter.ts';
import { until } from './memory-steps.ts';
import { startTestApp, type TestAccount, type TestApp } from './start-test-app.ts';

const limiter = createTestLimiter();
let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ MNEMA_RATE_LIMITS: 'plan' }, { limiter });
});
afterAll(() => app.close());

/** Headers of what the plan has left. */
const left = ({ headers }: Answer) => headers['ratelimit'];
const policyOf = ({ headers }: Answer) => headers['ratelimit-policy'];
const atOnce = (count: number, ask: () => Promise<Answer>) => Promise.all(Array.from({ length: count }, ask));

/** An account at the beginning of its window. */
async function rested(account?: TestAccount): Promise<TestAccount> {
  const found = account ?? (await app.register());
  limiter.reset();
  return found;
}

/** The same account, on another plan. */
async function on(plan: Plan): Promise<TestAccount> {
  const account = await rested();
  const { authenticate } = app.services.http.accounts;
  const accounts: typeof app.services.http.accounts = {
    ...app.services.http.accounts,
    authenticate: async (input) => {
      const principal = await authenticate(input);
      return { ...principal, account: { ...principal.account, plan } };
    },
  };
  // A busy machine takes longer than two seconds for so many requests: the window stays open for them all.
  const patient: RateLimiter = {
    ...limiter,
    take: (rule, subject) => limiter.take({ ...rule, windowSeconds: 60 }, subject),
  };
  const face = await app.withServices({ accounts, limiter: patient });
  const get = (path: string) => face.call({ method: 'GET', path, headers: account.api.headers });
  return { ...account, api: { ...account.api, get } };
}

describe('an account', () => {
  it.each([
    ['free', 20],
    ['starter', 50],
    ['growth', 200],
  ] as const)('on the %s plan sends %i requests in two seconds and not one more', async (plan, points) => {
    const { api } = await on(plan);
    const answers = await atOnce(points + 1, () => api.get('/memories?limit=1'));
    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(points);
    expect(refused).toHaveLength(1);
    expect(answers.map(policyOf)).toEqual(Array(points + 1).fill(`"plan";q=${points};w=2`));
  });

  it('on the enterprise plan has no limit and hears of none', async () => {
    const answers = await atOnce(210, () => app.first.api.get('/memories?limit=1'));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers.filter((answer) => left(answer) || policyOf(answer))).toEqual([]);
  });

  it('is told what is left, in every answer, and when to come back', async () => {
    const { api } = await rested();
    const get = await api.get('/memories?limit=1');
    expect([get.status, left(get)]).toEqual([200, '"plan";r=19;t=2']);
    const missing = await api.get('/memories/mem_missing');
    expect([missing.status, left(missing)]).toEqual([404, expect.stringMatching(/^"plan";r=18;t=[12]$/)]);
    const wrong = await api.post('/search', { query: 1 });
    expect([wrong.status, left(wrong)]).toEqual([400, expect.stringMatching(/^"plan";r=17;t=[12]$/)]);
    const [refused] = (await atOnce(20, () => api.get('/memories?limit=1'))).filter(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({
      code: 'rate_limited',
      detail: expect.stringContaining('free plan allows 10'),
    });
    expect(left(refused as Answer)).toMatch(/^"plan";r=0;t=[12]$/);
    expect(refused?.headers['retry-after']).toMatch(/^[12]$/);
    for (const answer of [get, missing, wrong, refused as Answer]) expect(policyOf(answer)).toBe('"plan";q=20;w=2');
  });

  it('goes on when the time it was told has passed', async () => {
    const { api } = await app.register();
    await atOnce(25, () => api.get('/memories?limit=1'));
    const refused = await api.get('/memories?limit=1');
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers['retry-after']);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    expect((await api.get('/memories?limit=1')).status).toBe(200);
  });

  it('is one account, with whichever of its keys and tokens', async () => {
    const account = await rested();
    const { key } = await app.createKey(account);
    await Promise.all([
      atOnce(10, () => account.api.get('/memories?limit=1')),
      atOnce(10, () => account.session.get('/memories?limit=1')),
    ]);
    expect((await app.client({ 'X-API-Key': key }).get('/memories')).status).toBe(429);
  });

  it('does not slow another one down', async () => {
    const [one, other] = [await app.register(), await rested()];
    await atOnce(40, () => one.api.get('/memories?limit=1'));
    expect(left(await other.api.get('/memories?limit=1'))).toBe('"plan";r=19;t=2');
  });

  it('changes nothing with a request that was refused', async () => {
    const account = await app.register();
    await atOnce(25, () => account.session.get('/auth/me'));
    expect((await account.session.post('/auth/logout')).status).toBe(429);
    await rested(account);
    expect((await account.session.get('/auth/me')).status).toBe(200);
  });
});

describe('the order of refusals', () => {
  it('has the limit after 404, 405 and 401, before scope, body, and everything else', async () => {
    const account = await app.register();
    const { key } = await app.createKey(account, { scopes: ['read'] });
    await rested(account);
    const reader = app.client({ 'X-API-Key': key });
    await atOnce(25, () => reader.get('/memories?limit=1'));
    const statuses = await Promise.all([
      reader.get('/nowhere'),
      app.call({ method: 'PATCH', path: '/memories', headers: reader.headers }),
      app.client({ 'X-API-Key': `${key.slice(0, -1)}_` }).get('/memories'),
      reader.post('/memories', { text: 'out of scope' }),
      app.call({
        method: 'POST',
        path: '/search',
        headers: { ...reader.headers, 'Content-Type': 'text/plain' },
        raw: 'x',
      }),
      reader.post('/search', { nonsense: true }),
      reader.get('/memories/mem_missing'),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 405, 401, 429, 429, 429, 429]);
  });

  it('counts what a limit lets through, whatever becomes of it', async () => {
    const account = await app.register();
    const { key } = await app.createKey(account, { scopes: ['read'] });
    await rested(account);
    const answer = await app.client({ 'X-API-Key': key }).post('/memories', { text: 'out of scope' });
    expect([answer.status, left(answer)]).toEqual([403, '"plan";r=19;t=2']);
  });
});

describe('with MNEMA_RATE_LIMITS=off', () => {
  it('a free account sends as much as it likes', async () => {
    const free = await startTestApp({ MNEMA_RATE_LIMITS: 'off' });
    const { api } = await free.register();
    const answers = await atOnce(60, () => api.get('/memories?limit=1'));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect(answers.filter(left)).toEqual([]);
    await free.close();
  });
});

describe('a limiter that is down', () => {
  it('lets every request in, and says so in the metrics', async () => {
    const away = () => Promise.reject(new Error('connection refused'));
    const limiter: RateLimiter = { take: away, peek: away, giveBack: away };
    const open = await startTestApp({ MNEMA_RATE_LIMITS: 'plan' }, { limiter });
    const { api } = await open.register();
    const before = await failures(open);
    const answers = await atOnce(30, () => api.get('/memories?limit=1'));
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    expect((await failures(open)) - before).toBe(30);
    await open.close();
  });

  async function failures(open: TestApp): Promise<number> {
    const { text } = await open.call({ method: 'GET', path: '/metrics' });
    return Number(/^mnema_rate_limiter_failures_total (\d+)$/m.exec(text)?.[1]);
  }
});

describe('open requests', () => {
  const limits = { perAccount: 3, inAll: 5 };
  const unlimited: RateLimiter = {
    ...limiter,
    take: async (rule) => ({ admitted: true, remaining: rule.points, resetMs: 1 }),
  };

  /** A face whose lists wait until they are let go. */
  async function slowFace(options: Parameters<typeof createOpenRequests>[0] = limits) {
    const openRequests = createOpenRequests(options);
    const gate = Promise.withResolvers<void>();
    const list = vi.fn(async () => {
      await gate.promise;
      return { memories: [], more: false };
    });
    const store = { ...app.services.http.store, list };
    const face = await app.withServices({ store, limiter: unlimited, openRequests });
    return { ...face, openRequests, list, release: () => gate.resolve() };
  }

  const lists = (account: TestAccount) => ({ method: 'GET', path: '/memories', headers: account.api.headers });

  it('of one account are so many and no more; other accounts go on; ended ones make room', async () => {
    const [one, other] = [await app.register(), await app.register()];
    const { call, list, release, openRequests } = await slowFace();
    const waiting = Array.from({ length: 3 }, () => call(lists(one)));
    await until(
      async () => list.mock.calls.length,
      (calls) => calls === 3,
    );
    const refused = await call(lists(one));
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([429, 'rate_limited', '1']);
    expect((await call({ ...lists(other), path: '/memories/mem_missing' })).status).toBe(404);
    release();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await call(lists(one))).status).toBe(200);
    await until(
      async () => [openRequests.count(), openRequests.count(one.id)],
      ([all, mine]) => all === 0 && mine === 0,
    );
  });

  it('of an account without limits may be more, but never all there are', async () => {
    const { call, list, release } = await slowFace({ ...limits, perUnlimitedAccount: 4 });
    const waiting = Array.from({ length: 4 }, () => call(lists(app.first)));
    await until(
      async () => list.mock.calls.length,
      (calls) => calls === 4,
    );
    expect((await call(lists(app.first))).status).toBe(429);
    release();
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('of whoever has not said who they are are few, and leave room for the others', async () => {
    const { call, url, openRequests } = await slowFace({ ...limits, anonymous: 2 });
    const strangers = Array.from({ length: 2 }, () => {
      const headers = { 'Content-Type': 'application/json', 'Content-Length': '500' };
      const sent = request(`${url}/auth/login`, { method: 'POST', headers, agent: false });
      sent.on('error', () => {});
      sent.write('{');
      return sent;
    });
    await until(
      async () => openRequests.count(),
      (all) => all === 2,
    );
    const login = { method: 'POST', path: '/auth/login', body: { email: 'a@example.com', password: 'long enough' } };
    expect((await call(login)).status).toBe(503);
    expect((await call({ ...lists(app.first), path: '/usage' })).status).toBe(200);
    for (const sent of strangers) sent.destroy();
    await until(
      async () => openRequests.count(),
      (all) => all === 0,
    );
  });

  it('whose bodies are still arriving take none of the slots of their account, so that others of it run', async () => {
    const account = await app.register();
    const { call, url, openRequests } = await slowFace();
    const arriving = Array.from({ length: 3 }, () => {
      const headers = { ...account.api.headers, 'Content-Type': 'application/json', 'Content-Length': '500' };
      const sent = request(`${url}/search`, { method: 'POST', headers, agent: false });
      sent.on('error', () => {});
      sent.write('{');
      return sent;
    });
    await until(
      async () => openRequests.count(),
      (all) => all === 3,
    );
    expect((await call({ ...lists(account), path: '/memories/mem_missing' })).status).toBe(404);
    expect(openRequests.count(account.id)).toBe(0);
    for (const sent of arriving) sent.destroy();
    await until(
      async () => openRequests.count(),
      (all) => all === 0,
    );
  });

  it('give their place back once, also when the client goes away', async () => {
    const account = await app.register();
    const { call, url, list, release, openRequests } = await slowFace();
    const aborted = Array.from({ length: 3 }, () => {
      const sent = request(`${url}/memories`, { headers: account.api.headers, agent: false });
      sent.on('error', () => {});
      sent.end();
      return sent;
    });
    await until(
      async () => list.mock.calls.length,
      (calls) => calls === 3,
    );
    expect((await call(lists(account))).status).toBe(429);
    for (const sent of aborted) sent.destroy();
    await until(
      async () => [openRequests.count(account.id), openRequests.count()],
      ([mine, all]) => mine === 0 && all === 0,
    );
    // Their work ends only now: nothing may be given back a second time.
    release();
    expect((await call(lists(account))).status).toBe(200);
    await until(
      async () => openRequests.count(),
      (all) => all === 0,
    );
    expect([openRequests.count(), openRequests.count(account.id)]).toEqual([0, 0]);
  });

  it('of all together are so many: the next is 503 before any work, and the service itself still answers', async () => {
    const { call, list, release } = await slowFace();
    const waiting = Array.from({ length: 5 }, () => call(lists(app.first)));
    await until(
      async () => list.mock.calls.length,
      (calls) => calls === 5,
    );
    const refused = await call({ method: 'GET', path: '/memories' });
    expect([refused.status, refused.body.code, refused.headers['retry-after']]).toEqual([503, 'unavailable', '1']);
    for (const path of ['/healthz', '/readyz', '/metrics', '/openapi.json', '/docs']) {
      expect((await call({ method: 'GET', path })).status, path).toBe(200);
    }
    release();
    await Promise.all(waiting);
    expect((await call(lists(app.first))).status).toBe(200);
  });
});

it('refusals are counted by their code', async () => {
  const { api } = await app.register();
  await atOnce(25, () => api.get('/memories?limit=1'));
  await app.client({}).get('/memories');
  const { text } = await app.call({ method: 'GET', path: '/metrics' });
  expect(text).toMatch(/^mnema_refusals_total\{code="rate_limited"\} [1-9]\d*$/m);
  expect(text).toMatch(/^mnema_refusals_total\{code="unauthenticated"\} [1-9]\d*$/m);
});

it('the embedder and the store are measured', async () => {
  await app.first.api.post('/memories', { text: 'the harbour freezes' }, { Prefer: 'wait=10' });
  await app.first.api.post('/search', { query: 'ice' });
  const { text } = await app.call({ method: 'GET', path: '/metrics' });
  const series = [
    'mnema_embedder_duration_seconds_count{kind="document",result="ok"}',
    'mnema_embedder_duration_seconds_count{kind="query",result="ok"}',
    'mnema_store_duration_seconds_count{method="insert",result="ok"}',
    'mnema_store_duration_seconds_count{method="candidates",result="ok"}',
  ];
  for (const name of series)
    expect(
      text.split('\n').find((line) => line.startsWith(name)),
      name,
    ).toMatch(/ [1-9]\d*$/);
});
