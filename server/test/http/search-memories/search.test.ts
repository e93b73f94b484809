import { beforeAll, describe, expect } from 'vitest';
import { find, writeReady } from '../memory-steps.ts';
import { it } from '../shared-apps.ts';
import type { Client, TestApp } from '../start-test-app.ts';

let app: TestApp;
let api: Client;
it.beforeAll(async ({ apps }) => {
  app = await apps.open();
  ({ api } = await app.register({ plan: 'enterprise' }));
});

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

describe('over a few facts', () => {
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
  beforeAll(() => Promise.all(facts.map((text) => writeReady(api, text, { run_id: 'facts' }))));

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

  it('200: scores lie between 0 and 1 and descend', async () => {
    for (const query of ['Mira', 'What happens at night?', facts[4] as string]) {
      const scores = (await search(query, { top_k: 100 })).map(({ score }) => score);
      expect(scores.length).toBeGreaterThan(0);
      expect(scores).toEqual([...scores].sort((a, b) => b - a));
      expect(Math.max(...scores)).toBeLessThanOrEqual(1);
      expect(Math.min(...scores)).toBeGreaterThanOrEqual(0);
    }
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

  it('200: copies of a memory are all there, the newest first and the others after what says something else', async () => {
    const run_id = 'twins';
    const copies: string[] = [];
    for (let n = 0; n < 6; n++) copies.push(await writeReady(api, 'twins look alike', { run_id }));
    const other = await writeReady(api, 'one of the twins has a scar', { run_id });
    const first = await search('how the twins look', { run_id });
    expect(first.slice(0, 2).map(({ id }) => id)).toEqual([copies[5], other]);
    expect(first.slice(2).map(({ id }) => id)).toEqual(copies.slice(0, 5).toReversed());
    for (let round = 0; round < 3; round++) expect(await search('how the twins look', { run_id })).toEqual(first);
    expect(await search('how the twins look', { run_id, top_k: 3 })).toEqual(first.slice(0, 3));
  });

  it('200: the newer of two statements that contradict each other comes first, whichever was written first', async () => {
    const run_id = 'moves';
    await writeReady(api, 'Mira lives in Porto', { run_id, occurred_at: '2026-03-01T00:00:00Z' });
    await writeReady(api, 'Mira lives in Madrid', { run_id, occurred_at: '2024-03-01T00:00:00Z' });
    expect((await search('Where does Mira live?', { run_id })).map(({ memory }) => memory)).toEqual([
      'Mira lives in Porto',
      'Mira lives in Madrid',
    ]);
  });

  it('200: a date in the question finds what happened then', async () => {
    const run_id = 'dates';
    const walks = ['2025-04-03', '2025-05-08', '2025-08-20'];
    for (const day of walks)
      await writeReady(api, 'We walked along the river', { run_id, occurred_at: `${day}T10:00:00Z` });
    const results = await search('Where did we walk in May 2025?', { run_id });
    expect(results[0]).toMatchObject({ occurred_at: '2025-05-08T10:00:00.000Z' });
  });
});

describe('in other languages', () => {
  it.each([
    [
      'German',
      [
        'Der Vertrag mit der Druckerei läuft im März aus',
        'Anna trinkt ihren Kaffee ohne Zucker',
        'Das Büro zieht nach Köln um',
      ],
      ['Wann endet der Vertrag mit der Druckerei?', 'Was weißt du über Annas Kaffee?', 'Wohin zieht das BUERO / Büro?'],
    ],
    [
      'Chinese',
      ['小李对花生过敏', '数据库每天凌晨三点备份', '新的办公室在上海浦东'],
      ['谁对花生过敏？', '数据库什么时候备份？', '办公室在哪里？'],
    ],
    [
      'Arabic',
      ['تفضل ليلى القهوة بدون سكر', 'ينتهي عقد المطبعة في مارس', 'المكتب الجديد في عمان'],
      ['كيف تفضل ليلى القهوة؟', 'متى ينتهي عقد المطبعة؟', 'أين المكتب الجديد؟'],
    ],
  ])('200: words in %s', async (language, facts, questions) => {
    const agent_id = `speaks-${language}`;
    // The ranks below hold with vectors; while some memories still wait for theirs, others may come first.
    for (const fact of facts) await writeReady(api, fact, { agent_id });
    for (const [at, question] of questions.entries()) {
      expect((await search(question, { agent_id }))[0]?.memory, question).toBe(facts[at]);
    }
  });
});

describe('while the encoder is unavailable', () => {
  it('200: words still find, and degraded states that vectors are missing', async () => {
    app.embedder.queriesFail = true;
    const { body } = await api.post('/search', { query: 'Biscuit the dog' });
    app.embedder.queriesFail = false;
    expect(body.degraded).toEqual(['vector']);
    expect(body.results[0].memory).toBe('The dog of the neighbours is called Biscuit');
    expect((await api.post('/search', { query: 'Biscuit the dog' })).body.degraded).toEqual([]);
  });

  it('200: an empty list too has its degraded, which states why', async () => {
    app.embedder.queriesFail = true;
    const { body } = await api.post('/search', { query: 'xylophonist' });
    app.embedder.queriesFail = false;
    expect(body).toEqual({ results: [], degraded: ['vector'] });
  });
});

describe('a query', () => {
  it('200: of 8,000 characters', async () => {
    expect(await find(api, `Biscuit ${'dog '.repeat(1_998)}`.slice(0, 8_000), { run_id: 'facts' })).not.toEqual([]);
  });

  it.each(['the of and', '?!', '...'])('200: without a word that means anything: %s', async (query) => {
    expect((await api.post('/search', { query })).status).toBe(200);
  });

  it('200: finds nothing in an account without memories', async () => {
    const empty = await app.register();
    const response = await empty.api.post('/search', { query: 'anything at all' });
    expect(response.body).toEqual({ results: [], degraded: [] });
  });
});
