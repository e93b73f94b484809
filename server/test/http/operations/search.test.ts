import { describe, expect } from 'vitest';
import { find, write, writeReady } from '../memory-steps.ts';
import { it, useAccount } from '../shared-apps.ts';

const { app, api } = useAccount();

interface Hit {
  id: string;
  memory: string;
  score: number;
}

async function search(query: string, more: object = {}): Promise<Hit[]> {
  const { status, text, body } = await api.post('/search', { query, ...more });
  expect(status, text).toBe(200);
  return body.results;
}

const facts = [
  'Mira is allergic to peanuts and carries an adrenaline pen',
  'The rent for the Lisbon office goes up to 2,400 euros in June',
  'Deploys are frozen from the twentieth of December until the second of January',
  'Tomás prefers to be called before ten in the morning',
  'The backup of the customer database runs every night at three',
  'We chose PostgreSQL over MongoDB because of transactions',
  'The dog of the neighbours is called Biscuit',
  'The new logo is dark green with a white heron',
];

describe('over a few facts', () => {
  it.beforeAll(async () => {
    await Promise.all(facts.map((text) => writeReady(api, text, { run_id: 'facts' })));
  });

  it.each([
    ['Which food could harm Mira?', 0],
    ['How much do we pay for the premises in Portugal?', 1],
    ['Can I release on Christmas Eve?', 2],
    ['When should I phone Tomás?', 3],
    ['PostgreSQL transactions', 5],
    ['name of the pet next door', 6],
  ])('200: %s', async (question, wanted) => {
    expect((await search(question, { run_id: 'facts' }))[0]?.memory).toBe(facts[wanted as number]);
  });

  it('200: a shorter list is the beginning of a longer one, and ten is the default', async () => {
    const query = 'the database and the office in the morning';
    const long = await search(query, { top_k: 100 });
    expect(long.length).toBeGreaterThan(3);
    for (const top_k of [1, 2, 3]) expect(await search(query, { top_k })).toEqual(long.slice(0, top_k));
    expect(await search(query)).toEqual(long.slice(0, 10));
  });

  it('200: a threshold cuts exactly there', async () => {
    const query = 'the database and the office in the morning';
    const all = await search(query, { top_k: 100 });
    const threshold = all[2]?.score as number;
    expect(await search(query, { top_k: 100, threshold })).toEqual(all.filter(({ score }) => score >= threshold));
    expect(await search(query, { threshold: 1 })).toEqual([]);
    expect(await search(query, { top_k: 100, threshold: 0 })).toEqual(all);
  });
});

it('200: words of other languages find', async () => {
  const agent_id = 'polyglot';
  const facts = [
    ['Der Vertrag mit der Druckerei läuft im März aus', 'Wann endet der Vertrag mit der Druckerei?'],
    ['Das Büro zieht nach Köln um', 'Wohin zieht das BUERO / Büro?'],
    ['小李对花生过敏', '谁对花生过敏？'],
    ['数据库每天凌晨三点备份', '数据库什么时候备份？'],
    ['تفضل ليلى القهوة بدون سكر', 'كيف تفضل ليلى القهوة؟'],
    ['ينتهي عقد المطبعة في مارس', 'متى ينتهي عقد المطبعة؟'],
  ] as const;
  // The ranks hold with vectors; while some memories still wait for theirs, others may come first.
  for (const [fact] of facts) await writeReady(api, fact, { agent_id });
  for (const [fact, question] of facts) expect((await search(question, { agent_id }))[0]?.memory).toBe(fact);
});

it('200: while the encoder is away words still find, and degraded states that vectors are missing', async () => {
  const of = async (query: string) => (await api.post('/search', { query })).body;
  app.embedder.queriesFail = true;
  const [found, none] = [await of('Biscuit the dog'), await of('xylophonist')];
  app.embedder.queriesFail = false;
  expect(found).toMatchObject({ degraded: ['vector'], results: [{ memory: facts[6] }] });
  expect(none).toEqual({ results: [], degraded: ['vector'] });
  expect((await of('Biscuit the dog')).degraded).toEqual([]);
});

it('200: a query of 8,000 characters, and one without a word that means anything', async () => {
  expect(await find(api, `Biscuit ${'dog '.repeat(1_998)}`.slice(0, 8_000), { run_id: 'facts' })).not.toEqual([]);
  for (const query of ['the of and', '?!', '...']) expect((await api.post('/search', { query })).status).toBe(200);
});

describe('filters', () => {
  const metadata = {
    ...{ project: 'apollo', number: 1, float: 0.5, yes: true, word: '1', nothing: null, object: { inner: 'x' } },
    ...{ list: ['x', 2, false, null, ['deep']], 'a.b': 'dotted', $gt: 'dollar', '': 'empty key', empty: '' },
  };
  let id: string;
  it.beforeAll(async () => {
    id = await write(api, 'a filtered memory', { metadata, agent_id: 'filterer' });
  });

  it.each<[object]>([
    [{ number: 1.0, float: 0.5, yes: true }],
    [{ list: ['nowhere', 2] }],
    [{ 'a.b': 'dotted', $gt: 'dollar' }],
    [{}],
  ])('200: %j match', async (filters) => {
    expect(await find(api, 'filtered', { filters, agent_id: 'filterer' })).toEqual([id]);
  });

  it.each<[object]>([
    [{ project: 'Apollo' }],
    [{ number: '1' }],
    [{ 'object.inner': 'x' }],
    [{ agent_id: 'filterer' }],
  ])('200: %j do not match', async (filters) => {
    expect(await find(api, 'filtered', { filters })).toEqual([]);
  });
});

it('filters with a scope or an operator of another service are answered with a warning that shows the right form', async () => {
  const { api } = await app.register();
  await write(api, 'a heron nests here', { metadata: { run_id: 'r1', not: true } });
  const warningsOf = async (filters: object) => (await api.post('/search', { query: 'heron', filters })).body.warnings;
  expect(await warningsOf({ user_id: 'u' })).toMatchObject([
    { code: 'scope_in_filters', message: expect.stringContaining('Send user_id beside query') },
  ]);
  expect(await warningsOf({ AND: ['a'], agent_id: 'x' })).toMatchObject([
    { code: 'operator_in_filters', message: expect.stringContaining('as where, such as {"all":') },
    { code: 'scope_in_filters' },
  ]);
  // These are keys of a memory.
  for (const filters of [{ run_id: 'r1' }, { run_id: 'r2' }, { not: false }])
    expect(await warningsOf(filters)).toBeUndefined();
  const rejected = await api.post('/search', { query: 'heron', filters: { price: { gte: 3 } } });
  expect([rejected.status, rejected.body.errors[0]]).toMatchObject([
    400,
    { path: '/body/filters/price', message: expect.stringContaining('other conditions are sent as where') },
  ]);
});
