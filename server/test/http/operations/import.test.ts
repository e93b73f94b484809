import { expect } from 'vitest';
import { list } from '../memory-steps.ts';
import { it, useAccount } from '../shared-apps.ts';
import type { Client } from '../start-test-app.ts';

const { app, api } = useAccount();
const secret = ['gh', 'p_', 'q8Zt3LmV'.repeat(5).slice(0, 36)].join('');
const lines = (...all: unknown[]) => all.map((one) => (typeof one === 'string' ? one : JSON.stringify(one))).join('\n');

const importLines = (raw: string, { headers }: Client = api, more: Record<string, string> = {}) =>
  app.call({
    ...{ method: 'POST', path: '/import', raw },
    headers: { ...headers, 'Content-Type': 'application/x-ndjson', ...more },
  });

async function exported({ get }: Client = api, query = ''): Promise<Record<string, unknown>[]> {
  const { text } = await get(`/export?${query}`);
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

const memoriesOf = async (client?: Client, query?: string) => (await exported(client, query)).slice(1, -1);

it('200: each line is judged alone, and a repetition writes nothing', async () => {
  const run_id = 'mixed';
  const body = lines(
    { format: 'mnema', version: 1 },
    { text: 'a plain text', run_id, user_id: 'alice', created_at: '2026-01-02T03:04:05' },
    '',
    '{"text": "broken',
    { text: '  ', run_id },
    { text: `our key is ${secret}`, run_id },
    { memory: 'of mem0', id: 'f4cbdb08', run_id, created_at: '2026-07-26T10:29:36.630547-07:00', hash: 'x' },
    { text: 'a plain text', run_id, user_id: 'alice', created_at: '2026-01-02T03:04:05' },
    { text: 'twice', messages: [{ role: 'user', content: 'twice' }] },
    { nothing: true },
    [1],
    { end: true, count: 3 },
  );
  const first = await importLines(body);
  const { rejected } = first.body;
  expect([first.status, first.body.accepted, first.body.skipped]).toEqual([200, 2, 1]);
  expect(rejected.map(({ line }: { line: number }) => line)).toEqual([4, 5, 6, 9, 10, 11]);
  const [invalid, sensitive] = ['invalid_request', 'sensitive_content'].map((code) => ({ code }));
  expect(rejected).toMatchObject([invalid, invalid, sensitive, invalid, invalid, invalid]);
  expect(first.text).not.toContain(secret);
  expect((await importLines(body)).body).toMatchObject({ accepted: 0, skipped: 3 });
  const memories = await memoriesOf(api, `run_id=${run_id}`);
  expect(memories).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ end_user_id: 'alice', created_at: '2026-01-02T03:04:05.000Z' }),
      expect.objectContaining({ memory: 'of mem0', created_at: '2026-07-26T17:29:36.630Z' }),
    ]),
  );
  expect(memories[0]).toMatchObject({ changed_by: { kind: 'import', key_prefix: expect.any(String) } });
  expect(await list(api, { user_id: 'alice', run_id })).toHaveLength(1);
});

it('200: an export into another account keeps ids, versions, times and users', async () => {
  const other = await app.register({ plan: 'enterprise' });
  const source = await app.register({ plan: 'enterprise' });
  const { body } = await source.api.post('/memories', { text: 'first', user_id: 'alice', agent_id: 'planner' });
  await source.api.put(`/memories/${body.id}`, { text: 'second', metadata: { project: 'apollo' } });
  const messages = [{ role: 'user', content: 'hello', name: 'Ada' }];
  await source.api.post('/memories', { messages, run_id: 'r', occurred_at: '2020-01-01T00:00:00Z' });
  const { text } = await source.api.get('/export?versions=true');
  expect((await importLines(text, other.api)).body).toEqual({ accepted: 2, skipped: 0, rejected: [] });
  const kept = (memories: Record<string, unknown>[]) =>
    memories.map(({ owner_user_id, user_id, changed_by, status, outcome, entities, versions, ...rest }) => ({
      ...rest,
      isOfAccount: user_id === owner_user_id,
      versions: (versions as Record<string, unknown>[]).map(({ changed_by: _, ...version }) => version),
    }));
  const [before, after] = [await memoriesOf(source.api, 'versions=true'), await memoriesOf(other.api, 'versions=true')];
  expect(kept(after)).toEqual(kept(before));
  expect((await other.api.get(`/memories/${body.id}?as_of=${before[0]?.['created_at']}`)).body.memory).toBe('first');
});

it('200: no field of an exported line brings a secret in, or a version that later writes could not raise', async () => {
  const { api: fresh } = await app.register({ plan: 'enterprise' });
  await importLines(lines({ text: 'first', user_id: 'alice' }), fresh);
  const [line] = await memoriesOf(fresh, 'versions=true');
  const version = { text: 'before', metadata: {}, changed_at: line?.['created_at'], changed_by: null };
  const versions = [version, { ...version, text: `key ${secret}` }].map((one, at) => ({ ...one, version: 3 - at }));
  const wrong = [
    [{ source_memory_id: secret }, '/source_memory_id'],
    [{ outcome: 'duplicate', duplicate_of: secret }, '/duplicate_of'],
    [{ outcome: 'extracted', extracted_ids: [line?.['id'], secret] }, '/extracted_ids'],
    [{ outcome: 'extracted', original_text: `key ${secret}` }, '/original_text'],
    [{ version: 4, versions }, '/versions/1/text'],
    [{ version: Number.MAX_SAFE_INTEGER }, '/version'],
  ] as const;
  const { api: other } = await app.register({ plan: 'enterprise' });
  const { accepted, rejected } = (await importLines(lines(...wrong.map(([change]) => ({ ...line, ...change }))), other))
    .body;
  expect(accepted).toBe(0);
  expect(rejected.map(({ message }: { message: string }) => message)).toEqual(
    wrong.map(([, path]) => expect.stringContaining(`: ${path}`)),
  );
});

it('200: an item of a list, of a search or of a read by its id is a memory of its end user, and keeps its id', async () => {
  const [source, target] = [await app.register({ plan: 'enterprise' }), await app.register({ plan: 'enterprise' })];
  const { body: own } = await source.api.post('/memories', { text: 'a heron of the account' });
  const { body: adas } = await source.api.post('/memories', { text: 'a heron of Ada', user_id: 'ada', agent_id: 'p' });
  const { results } = (await source.api.get('/memories')).body;
  const found = (await source.api.post('/search', { query: 'heron' })).body.results;
  const read = (await source.api.get(`/memories/${adas.id}`)).body;
  expect((await importLines(lines(...results), source.api)).body).toMatchObject({ accepted: 0, skipped: 2 });
  const first = (await importLines(lines(...results, ...found, read), target.api)).body;
  expect(first).toMatchObject({ accepted: 2, skipped: 3, rejected: [] });
  const copies = (await target.api.get('/memories')).body.results;
  const user_id = copies[1].user_id;
  expect(user_id).not.toBe(read.user_id);
  expect(copies).toMatchObject([
    { id: adas.id, user_id, end_user_id: 'ada', agent_id: 'p', created_at: adas.created_at },
    { id: own.id, user_id, end_user_id: null, created_at: own.created_at },
  ]);
  const contradicting = lines({ ...read, user_id: 'bob' });
  expect((await importLines(contradicting, target.api)).body.rejected).toMatchObject([
    { message: expect.stringContaining('/end_user_id is the same field as user_id') },
  ]);
});

it('200: a rejected line names the form that it needs', async () => {
  const { rejected } = (await importLines(lines({ results: [{ memory: 'a' }] }, 'id,memory'))).body;
  expect(rejected).toMatchObject([
    { message: 'The line has results: send the document with Content-Type: application/json.' },
    { message: expect.stringContaining('; send one JSON object in each line.') },
  ]);
});

it('200: the documents that mem0 answers with are taken', async () => {
  const { api: fresh } = await app.register({ plan: 'enterprise' });
  const results = [
    {
      ...{ id: '3c90c3cc-0d44-4b50-8888-8dd25736052a', memory: 'Dev works at TechCorp as a senior engineer' },
      ...{ user_id: 'dev', agent_id: null, metadata: { type: 'professional' }, categories: ['work'], immutable: false },
      ...{ expiration_date: null, created_at: '2023-11-07T05:31:56Z', updated_at: '2023-11-08T05:31:56Z' },
    },
    { id: '2', memory: 'Carl leads the API redesign', user_id: 'carl', metadata: null, team: 'x', organization: 'y' },
  ];
  const first = await fresh.post('/import', { count: 2, next: null, results });
  const ignored = { immutable: 1, team: 1, organization: 1 };
  expect(first.body).toEqual({ accepted: 2, skipped: 0, rejected: [], ignored });
  expect((await fresh.post('/import', results)).body).toMatchObject({ accepted: 0, skipped: 2 });
  const { body } = await fresh.get('/memories?user_id=dev');
  const times = { created_at: '2023-11-07T05:31:56.000Z', updated_at: '2023-11-08T05:31:56.000Z' };
  expect(body.results).toMatchObject([{ end_user_id: 'dev', metadata: { categories: ['work'] }, ...times }]);
});

it('200: a field is taken under each of its names, or counted', async () => {
  const { api: fresh } = await app.register({ plan: 'enterprise' });
  const times = { createdAt: '2024-05-01T10:00:00Z', created_at: '2024-05-01T12:00:00+02:00', updatedAt: '2024-05-02' };
  const users = { userId: 'ada', agentId: 'planner', threadId: 't1', session_id: 't1' };
  const metadata = { userId: 'of the metadata', createdAt: 'later' };
  const spoken = [
    { role: 'user', content: 'a heron' },
    { role: 'assistant', content: null, tool_calls: [] },
  ];
  const body = lines(
    { memory: 'of the SDK for TypeScript', ...times, ...users, metadata, appId: 'x', relations: [], hash: null },
    { content: 'a content', text: 'a content', timestamp: '2023-01-01', relations: {}, ['n'.repeat(80)]: 1 },
    { data: 'some data', user_id: null, endUserId: 'ada', [secret]: 1, infer: true },
    { messages: spoken, user_id: 'ada', ...Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`f${at}`, at])) },
  );
  const { accepted, rejected, ignored } = (await importLines(body, fresh)).body;
  expect([accepted, rejected]).toEqual([4, []]);
  expect(Object.keys(ignored)).toHaveLength(51);
  expect(ignored).toMatchObject({ relations: 2, [`${'n'.repeat(63)}…`]: 1, infer: 1, f45: 1, '…': 15 });
  expect(JSON.stringify(ignored)).not.toContain(secret);
  const memories = await memoriesOf(fresh);
  expect(memories).toMatchObject([
    {
      ...{ end_user_id: 'ada', agent_id: 'planner', run_id: 't1', metadata: { ...metadata, app_id: 'x' } },
      ...{ created_at: '2024-05-01T10:00:00.000Z', updated_at: '2024-05-02T00:00:00.000Z' },
    },
    { memory: 'a content', occurred_at: '2023-01-01T00:00:00.000Z' },
    { memory: 'some data', end_user_id: 'ada' },
    { memory: 'user: a heron', messages: [{ role: 'user', content: 'a heron' }] },
  ]);
  expect((await importLines(lines({ messages: spoken, __proto__x: 1 }), fresh)).body.ignored).toEqual({
    ...{ __proto__x: 1, messages: 1 },
  });
  const [line] = memories;
  const known = (await importLines(lines({ ...line, id: 'other', mood: 'calm' }), fresh)).body;
  expect([known.accepted, known.ignored]).toEqual([1, { mood: 1 }]);
});

it.each([
  ['/userId', { text: 'a', user_id: 'ada', userId: 'bob' }],
  ['/end_user_id', { memory: 'a', user_id: 'acct_1', end_user_id: 'ada' }],
  ['/content', { text: 'a', content: 'b' }],
  ['/createdAt', { text: 'a', createdAt: 1_700_000_000 }],
  ['/timestamp', { text: 'a', timestamp: 'noon' }],
  ['/expirationDate', { text: 'a', expirationDate: '2030-02-30' }],
  ['/categories', { text: 'a', categories: ['x'], metadata: { categories: ['y'] } }],
])('200: a line is rejected that contradicts itself at %s', async (path, line) => {
  const { accepted, rejected } = (await importLines(lines(line))).body;
  expect([accepted, rejected[0].message]).toEqual([0, expect.stringContaining(`: ${path} `)]);
});

it('200: imported writes count, and what exceeds a limit of the plan is rejected alone', async () => {
  const { api: free } = await app.register({ plan: 'free' });
  const all = Array.from({ length: 103 }, (_, at) => ({ text: `number ${at}` }));
  const { body } = await importLines(lines({ text: 'x', user_id: 'u1' }, { text: 'y', user_id: 'u2' }, ...all), free);
  expect(body.accepted).toBe(100);
  expect(body.rejected).toMatchObject([{ code: 'plan_limit_reached' }, ...Array(4).fill({ code: 'quota_exceeded' })]);
  expect((await free.get('/usage')).body.memory_write.used).toBe(100);
});

it('200: a repetition of an import in several commits writes nothing, whatever was deleted since', async () => {
  const { api: fresh } = await app.register({ plan: 'enterprise' });
  const key = { 'Idempotency-Key': crypto.randomUUID() };
  const body = lines(...Array.from({ length: 101 }, (_, at) => ({ text: `number ${at}` })));
  const first = await importLines(body, fresh, key);
  await fresh.delete('/memories?all=true&confirm=101');
  const again = await importLines(body, fresh, key);
  expect([again.text, again.headers['idempotency-replayed']]).toEqual([first.text, 'true']);
  expect((await importLines(`${body}\n`, fresh, key)).status).toBe(409);
  expect(await list(fresh)).toEqual([]);
});

it('200: the reason of a rejected line is a sentence about the line', async () => {
  const { rejected } = (await importLines(lines('{"text": "broken', [1], { nothing: true }))).body;
  expect(rejected.map(({ message }: { message: string }) => message)).toEqual([
    expect.stringMatching(/^The line is not valid JSON: /),
    expect.stringMatching(/^The line must be an object; /),
    expect.stringMatching(/^The line has neither memory nor text nor messages: /),
  ]);
});

it('400: more than 10,000 lines, also if they are empty', async () => {
  expect((await importLines('\n'.repeat(10_001))).status).toBe(400);
});

it('200: both leave an event in the audit log, and an export without memories has its end', async () => {
  const fresh = await app.register();
  expect(await exported(fresh.api)).toEqual([
    expect.objectContaining({ format: 'mnema', version: 1, versions: false, scope: {} }),
    { end: true, count: 0 },
  ]);
  await importLines(lines({ text: 'one' }), fresh.api);
  const { body } = await fresh.session.get('/audit');
  expect(body.results.slice(0, 2)).toMatchObject([
    { action: 'import', detail: { accepted: 1, skipped: 0, rejected: 0 } },
    { action: 'export', detail: { parameters: [], versions: false } },
  ]);
});
