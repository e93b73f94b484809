import { describe, expect } from 'vitest';
import type { ReceivedResponse } from '../check-response.ts';
import { createTestLimiter } from '../create-test-limiter.ts';
import { it, useTestApp } from '../shared-apps.ts';
import type { TestAccount } from '../start-test-app.ts';

const limiter = createTestLimiter();
const app = useTestApp({ MNEMA_RATE_LIMITS: 'plan' }, { limiter });

/** Headers of what the plan has left. */
const left = ({ headers }: ReceivedResponse) => headers['ratelimit'];
const policyOf = ({ headers }: ReceivedResponse) => headers['ratelimit-policy'];
const atOnce = (count: number, send: () => Promise<ReceivedResponse>) =>
  Promise.all(Array.from({ length: count }, send));

/** An account at the beginning of its window. */
async function rested(account?: TestAccount): Promise<TestAccount> {
  const found = account ?? (await app.register());
  limiter.reset();
  return found;
}

describe('an account', () => {
  it.each([
    ['free', 20],
    ['starter', 50],
    ['growth', 200],
  ] as const)('on the %s plan may send %i requests in two seconds, as each response says', async (plan, points) => {
    const { api } = await rested(await app.register({ plan }));
    const response = await api.get('/memories?limit=1');
    expect(policyOf(response)).toBe(`"plan";q=${points};w=2`);
    expect(left(response)).toBe(`"plan";r=${points - 1};t=2`);
  });

  it('on the enterprise plan has no limit, and no header names one', async () => {
    const responses = await atOnce(210, () => app.first.api.get('/memories?limit=1'));
    expect(responses.filter((one) => one.status !== 200 || left(one) || policyOf(one))).toEqual([]);
  });

  it('gets in every response what is left, and when to come back', async () => {
    const { api } = await rested();
    const get = await api.get('/memories?limit=1');
    expect([get.status, left(get)]).toEqual([200, '"plan";r=19;t=2']);
    const missing = await api.get('/memories/mem_missing');
    expect([missing.status, left(missing)]).toEqual([404, expect.stringMatching(/^"plan";r=18;t=[12]$/)]);
    const wrong = await api.post('/search', { query: 1 });
    expect([wrong.status, left(wrong)]).toEqual([400, expect.stringMatching(/^"plan";r=17;t=[12]$/)]);
    const [rejected] = (await atOnce(20, () => api.get('/memories?limit=1'))).filter(({ status }) => status === 429);
    const detail = expect.stringContaining('free plan allows 10');
    const { text } = await app.call({ method: 'GET', path: '/metrics' });
    expect(text).toMatch(/^mnema_refusals_total\{code="rate_limited"\} [1-9]/m);
    expect(rejected?.body).toMatchObject({ code: 'rate_limited', detail });
    expect(left(rejected as ReceivedResponse)).toMatch(/^"plan";r=0;t=[12]$/);
    expect(rejected?.headers['retry-after']).toMatch(/^[12]$/);
    for (const response of [get, missing, wrong, rejected as ReceivedResponse])
      expect(policyOf(response)).toBe('"plan";q=20;w=2');
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
});

it('the limit comes after 404, 405 and 401, before scope, body, and everything else', async () => {
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
    reader.post('/search', 'x', { 'Content-Type': 'text/plain' }),
    reader.post('/search', { nonsense: true }),
    reader.get('/memories/mem_missing'),
  ]);
  expect(statuses.map(({ status }) => status)).toEqual([404, 405, 401, 429, 429, 429, 429]);
});

it('with MNEMA_RATE_LIMITS=off a free account sends as much as it likes', async ({ apps }) => {
  const { api } = await (await apps.open()).register();
  const responses = await atOnce(60, () => api.get('/memories?limit=1'));
  expect(responses.filter((response) => response.status !== 200 || left(response))).toEqual([]);
});
