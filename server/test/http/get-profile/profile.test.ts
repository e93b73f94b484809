import { afterAll, beforeAll, expect, it } from 'vitest';
import { write, writeFailed, writeReady } from '../memory-steps.ts';
import { startTestApp, type TestAccount, type TestApp } from '../start-test-app.ts';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await startTestApp({ MNEMA_REST_USER_ID: 'request' });
  account = app.first;
});
afterAll(() => app.close());

interface Entry {
  text: string;
  memory_ids: string[];
  updated_at: string;
}

interface Profile {
  summary: string;
  preferences: Entry[];
  facts: Entry[];
  projects: { name: string; count: number; memory_ids: string[] }[];
  entities: { name: string; kind: string; count: number; memory_ids: string[] }[];
  recent: Entry[];
  memory_count: number;
}

async function profile(query: Record<string, string> = {}, of = account): Promise<Profile> {
  const response = await of.api.get(`/profile?${new URLSearchParams(query)}`);
  expect(response.status, response.text).toBe(200);
  return response.body;
}
const texts = (entries: Entry[]) => entries.map(({ text }) => text);

async function writeAll(memories: object[]): Promise<string[]> {
  const ids: string[] = [];
  for (const memory of memories) {
    const response = await account.api.post('/memories', memory, { Prefer: 'wait=10' });
    expect(response.status, response.text).toBe(201);
    ids.push(response.body.memory_id);
  }
  return ids;
}

it('200: of user preferences what the user wants now', async () => {
  const user_id = 'lena';
  const ids = await writeAll([
    { user_id, text: 'Lena prefers tabs', occurred_at: '2024-03-01T10:00:00Z' },
    { user_id, text: 'Lena prefers spaces now', occurred_at: '2025-06-01T10:00:00Z' },
    { user_id, text: 'Lena is allergic to walnuts.', occurred_at: '2025-06-02T10:00:00Z' },
    { user_id, text: 'Lena is really allergic to walnuts', occurred_at: '2025-06-03T10:00:00Z' },
    { user_id, text: 'Lena lives in Lisbon', occurred_at: '2024-01-01T10:00:00Z' },
    { user_id, text: 'Lena moved to Porto', occurred_at: '2025-01-01T10:00:00Z' },
    { user_id, text: 'Trinkt lieber Tee als Kaffee', occurred_at: '2023-01-01T10:00:00Z' },
    { user_id, text: '喜欢安静的办公室。', occurred_at: '2022-01-01T10:00:00Z' },
  ]);
  const { preferences, facts, summary, memory_count, recent } = await profile({ user_id });
  expect(preferences).toEqual([
    {
      text: 'Lena is really allergic to walnuts',
      memory_ids: [ids[3], ids[2]],
      updated_at: '2025-06-03T10:00:00.000Z',
    },
    { text: 'Lena prefers spaces now', memory_ids: [ids[1]], updated_at: '2025-06-01T10:00:00.000Z' },
    { text: 'Trinkt lieber Tee als Kaffee', memory_ids: [ids[6]], updated_at: '2023-01-01T10:00:00.000Z' },
  ]);
  expect(texts(facts)).toEqual(['Lena moved to Porto', '喜欢安静的办公室。']);
  expect(summary).toMatch(/^Preferences:\n- Lena is really allergic to walnuts\n- Lena prefers spaces now\n/);
  expect(memory_count).toBe(8);
  expect(recent).toHaveLength(8);
  expect((await account.api.get(`/memories/${ids[0]}`)).body.memory).toBe('Lena prefers tabs');
});

it('200: of project facts what holds in the project, with projects and names counted', async () => {
  const [first, second] = [
    { agent_id: 'coder', metadata: { project: 'heron' } },
    { agent_id: 'coder', metadata: { project: ['heron', 'ibis'] } },
  ];
  const ids = await writeAll([
    { ...first, text: 'We use Node 20' },
    { ...first, text: 'Build (heron):\n1) Run npm run generate after a change of openapi/\n2) Never commit dist\n' },
    { ...first, text: 'We use Node 24' },
    { ...second, text: 'The default branch is called main, says Priya Raman' },
    { ...second, text: 'Always ask Priya Raman before a release' },
  ]);
  const found = await profile({ agent_id: 'coder' });
  expect(texts(found.preferences)).toEqual([
    'Always ask Priya Raman before a release',
    'Build (heron): Never commit dist',
  ]);
  expect(texts(found.facts)).toEqual([
    'The default branch is called main, says Priya Raman',
    'We use Node 24',
    'Build (heron): Run npm run generate after a change of openapi/',
  ]);
  expect(found.projects).toEqual([
    { name: 'heron', count: 5, memory_ids: [...ids].reverse() },
    { name: 'ibis', count: 2, memory_ids: [ids[4], ids[3]] },
  ]);
  expect(found.entities).toContainEqual({
    name: 'Priya Raman',
    kind: 'name',
    count: 2,
    memory_ids: [ids[4], ids[3]],
  });
  expect(found.summary).toContain('Projects: heron (5), ibis (2)');
  expect(found.summary).toMatch(/Names: .*Priya Raman \(2\)/);
  const narrow = await profile({ agent_id: 'coder', project: 'ibis' });
  expect([narrow.memory_count, narrow.projects.map(({ name }) => name)]).toEqual([2, ['heron', 'ibis']]);
});

it('200: of support tickets what customers reported, without pleasantries and questions', async () => {
  const metadata = { source: 'support' };
  await writeAll([
    {
      user_id: 'acme',
      metadata,
      text: 'Hello support team! The invoice export fails with status 500 since version 4.2.1. Could you have a look? Many thanks!',
    },
    { user_id: 'acme', metadata, text: 'Ticket 8812: refund of 40 euros issued to order 9917.' },
    { user_id: 'acme', metadata, text: 'Ticket 8813: refund of 40 euros issued to order 9918.' },
    { user_id: 'acme', metadata, text: 'The customer prefers to be called before noon.' },
  ]);
  const { preferences, facts } = await profile({ user_id: 'acme' });
  expect(texts(preferences)).toEqual(['The customer prefers to be called before noon.']);
  expect(texts(facts)).toEqual([
    'Ticket 8813: refund of 40 euros issued to order 9918.',
    'Ticket 8812: refund of 40 euros issued to order 9917.',
    'The invoice export fails with status 500 since version 4.2.1.',
  ]);
});

it('200: of conversations what speakers say of themselves, with their names', async () => {
  const message = (name: string, content: string, day: number) => ({
    user_id: 'talk',
    run_id: `session-${day}`,
    messages: [{ role: 'user', name, content }],
    occurred_at: `2026-05-0${day}T09:00:00Z`,
  });
  await writeAll([
    message('Ines', 'Hi Sol! How was the concert?', 1),
    message('Sol', 'So loud! I love small venues more than arenas. The drummer lost a stick.', 1),
    message('Ines', 'My favourite band is Low Tide.', 2),
    { user_id: 'talk', run_id: 'session-3', text: 'Sol: I live in Ghent.', occurred_at: '2026-05-03T09:00:00Z' },
    message('Sol', 'Big news, I moved to Antwerp!', 4),
    message('Ines', 'My favourite band is Ferns these days.', 5),
  ]);
  const { preferences, facts, recent } = await profile({ user_id: 'talk' });
  expect(texts(preferences)).toEqual([
    'Ines: My favourite band is Ferns these days.',
    'Sol: I love small venues more than arenas.',
  ]);
  expect(texts(facts)).toEqual(['Sol: Big news, I moved to Antwerp!']);
  expect(recent[0]).toMatchObject({ text: 'Ines: My favourite band is Ferns these days.' });
});

it('200: pending and failed memories count for what they say', async () => {
  const other = await app.register();
  await writeFailed(app, other.api, 'The crane is red');
  app.embedder.hold();
  await write(other.api, 'Prefers tabs');
  const { preferences, facts, memory_count } = await profile({}, other);
  app.embedder.release();
  expect([texts(preferences), texts(facts), memory_count]).toEqual([['Prefers tabs'], ['The crane is red'], 2]);
});

it('200: the summary fits, by default into 2,000 characters, and the lists are whole all the same', async () => {
  const other = await app.register();
  for (let n = 0; n < 60; n++) await write(other.api, `Crane ${n} stands ${'far '.repeat(20)}out on quay ${n} 🙂`);
  const whole = await profile({}, other);
  for (const [query, maxCharacters] of [
    [{}, 2_000],
    [{ max_characters: '200' }, 200],
    [{ max_characters: '20000' }, 20_000],
  ] as const) {
    const { summary, facts } = await profile(query, other);
    expect(summary.length).toBeLessThanOrEqual(maxCharacters);
    expect(summary).toMatch(/^Facts:\n- Crane 59 /);
    expect(facts).toEqual(whole.facts);
  }
  expect(whole.facts).toHaveLength(60);
  expect(whole.summary.length).toBeGreaterThan(1_500);
});

it.each(['199', '20001', '-1', '1000.5', 'many', ''])('400: a summary of %j characters', async (max_characters) => {
  const { status, body } = await account.api.get(`/profile?${new URLSearchParams({ max_characters })}`);
  expect([status, body.errors?.[0]?.path]).toEqual([400, '/query/max_characters']);
});

it('200: costs neither a search nor a write, and the same memories give the same bytes', async () => {
  const usage = async () => (await account.api.get('/usage')).text;
  const before = await usage();
  const [one, two] = [await account.api.get('/profile'), await account.api.get('/profile')];
  expect(two.text).toBe(one.text);
  expect(await usage()).toBe(before);
});

it("200: of another account's user the same empty profile as of a user that does not exist", async () => {
  const other = await app.register();
  await writeReady(other.api, 'Prefers walruses', { user_id: 'theirs', metadata: { project: 'theirs' } });
  const warnings = [{ code: 'unknown_user_id', message: expect.any(String) }];
  const nothing = {
    summary: '',
    preferences: [],
    facts: [],
    projects: [],
    entities: [],
    recent: [],
    memory_count: 0,
  };
  expect(await profile({ user_id: 'theirs' })).toEqual({ ...nothing, warnings });
  expect(await profile({ user_id: 'nobody' })).toEqual({ ...nothing, warnings });
  expect(await profile({ user_id: other.id })).toEqual({ ...nothing, warnings });
  expect(await profile({ project: 'theirs' })).toEqual(nothing);
  expect((await profile({ user_id: 'theirs' }, other)).memory_count).toBe(1);
});
