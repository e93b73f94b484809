import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './start-test-app.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
  // Nothing here needs meaning: the encoder is never loaded.
  app.embedder.hold();
  app.embedder.queriesFail = true;
});
afterAll(() => app.close());

const code = (point: number, count: number) => String.fromCodePoint(point).repeat(count);
const longId = 'i'.repeat(257);
/** Metadata whose JSON takes exactly this many UTF-8 bytes, in characters of three bytes. */
const metadataOf = (bytes: number) => {
  const rest = bytes - Buffer.byteLength('{"key":""}');
  return { key: '…'.repeat(Math.floor(rest / 3)) + 'x'.repeat(rest % 3) };
};

/** An object of as many fields as its JSON can have in this many bytes. */
const shortFields = (bytes: number) => {
  const fields: [string, number][] = [];
  // Each takes its name, two quotes, a colon, a digit and a comma; the braces take one byte more than the last comma.
  for (let left = bytes - 1, at = 0; ; at++) {
    const name = at.toString(36);
    left -= name.length + 5;
    if (left < 0) return Object.fromEntries(fields);
    fields.push([name, 1]);
  }
};

/** Title, body, the path that must be named, what the message must say. */
type Case = [string, unknown, string, RegExp];

const createCases: Case[] = [
  [
    'both text and messages',
    { text: 'a', messages: [{ role: 'user', content: 'b' }] },
    '/body',
    /exactly one of text and messages/,
  ],
  ['neither text nor messages', { agent_id: 'planner' }, '/body', /exactly one of text and messages/],
  ['an empty text', { text: '' }, '/body/text', /at least 1 character/],
  ['a blank text', { text: ' \n\t ' }, '/body/text', /blank/],
  ['a text of invisible blanks', { text: '\u00a0\u2003\ufeff' }, '/body/text', /blank/],
  ['100,001 characters', { text: 'x'.repeat(100_001) }, '/body/text', /100,?000/],
  ['100,001 astral characters', { text: code(0x1f600, 100_001) }, '/body/text', /100,?000/],
  [
    'messages that join to more than 100,000 characters',
    { messages: [{ role: 'user', content: 'x'.repeat(99_995) }] },
    '/body/messages',
    /100,?000/,
  ],
  ['a text that is a number', { text: 5 }, '/body/text', /must be a string/],
  ['a text that is null', { text: null }, '/body/text', /must be a string/],
  ['messages that are a text', { messages: 'hello' }, '/body/messages', /must be an array/],
  ['no message', { messages: [] }, '/body/messages', /at least 1 item/],
  [
    'an unknown role',
    { messages: [{ role: 'robot', content: 'a' }] },
    '/body/messages/0/role',
    /user, assistant, system, tool/,
  ],
  ['a message without role', { messages: [{ content: 'a' }] }, '/body/messages/0/role', /missing/],
  ['a message without content', { messages: [{ role: 'user' }] }, '/body/messages/0/content', /missing/],
  [
    'an empty message',
    { messages: [{ role: 'user', content: '' }] },
    '/body/messages/0/content',
    /at least 1 character/,
  ],
  [
    'a blank message',
    {
      messages: [
        { role: 'user', content: 'a' },
        { role: 'user', content: ' ' },
      ],
    },
    '/body/messages/1/content',
    /blank/,
  ],
  [
    'an unknown field of a message',
    { messages: [{ role: 'user', content: 'a', speaker: 'Ada' }] },
    '/body/messages/0/speaker',
    /known are role, content, name/,
  ],
  [
    'an empty name',
    { messages: [{ role: 'user', content: 'a', name: '' }] },
    '/body/messages/0/name',
    /at least 1 character/,
  ],
  ['a misspelt field', { text: 'a', agentid: 'x' }, '/body/agentid', /known are text, messages, user_id, agent_id/],
  ['a field the server sets', { text: 'a', id: 'mem_1' }, '/body/id', /not a field/],
  ['a state', { text: 'a', status: 'ready' }, '/body/status', /not a field/],
  ['an owner', { text: 'a', owner_user_id: 'acct_1' }, '/body/owner_user_id', /not a field/],
  ['an empty agent_id', { text: 'a', agent_id: '' }, '/body/agent_id', /at least 1 character/],
  ['an empty run_id', { text: 'a', run_id: '' }, '/body/run_id', /at least 1 character/],
  ['an empty user_id', { text: 'a', user_id: '' }, '/body/user_id', /at least 1 character/],
  ['a run_id of 257 characters', { text: 'a', run_id: longId }, '/body/run_id', /at most 256 characters/],
  ['a run_id that is null', { text: 'a', run_id: null }, '/body/run_id', /must be a string/],
  ['metadata that is a list', { text: 'a', metadata: [] }, '/body/metadata', /must be an object/],
  ['metadata that is a text', { text: 'a', metadata: 'b' }, '/body/metadata', /must be an object/],
  ['metadata that is null', { text: 'a', metadata: null }, '/body/metadata', /must be an object/],
  [
    'metadata of 16 KB and a byte',
    { text: 'a', metadata: metadataOf(16 * 1024 + 1) },
    '/body/metadata',
    /16385 bytes.*16384/,
  ],
  ['infer that is a text', { text: 'a', infer: 'yes' }, '/body/infer', /must be true or false/],
  ['a date without a time', { text: 'a', occurred_at: '2026-11-21' }, '/body/occurred_at', /2026-11-21T09:30:00Z/],
  [
    'a date without a zone',
    { text: 'a', occurred_at: '2026-11-21T09:30:00' },
    '/body/occurred_at',
    /2026-11-21T09:30:00Z/,
  ],
  [
    'a day that no month has',
    { text: 'a', occurred_at: '2026-02-30T09:30:00Z' },
    '/body/occurred_at',
    /2026-11-21T09:30:00Z/,
  ],
  ['a leap second', { text: 'a', occurred_at: '2016-12-31T23:59:60Z' }, '/body/occurred_at', /2026-11-21T09:30:00Z/],
  [
    'a time after the year 9999 in UTC',
    { text: 'a', occurred_at: '9999-12-31T23:59:59-05:00' },
    '/body/occurred_at',
    /0000 to 9999/,
  ],
  [
    'a time before the year 0000 in UTC',
    { text: 'a', occurred_at: '0000-01-01T00:00:00+05:00' },
    '/body/occurred_at',
    /0000 to 9999/,
  ],
  ['a date in words', { text: 'a', occurred_at: 'yesterday' }, '/body/occurred_at', /2026-11-21T09:30:00Z/],
  ['a body that is a list', [], '/body', /must be an object/],
  ['a body that is a text', 'a', '/body', /must be an object/],
  ['a body that is null', null, '/body', /must be an object/],
];

const searchCases: Case[] = [
  ['no query', {}, '/body/query', /missing/],
  ['an empty query', { query: '' }, '/body/query', /at least 1 character/],
  ['a blank query', { query: ' ' }, '/body/query', /blank/],
  ['a query of 8,001 characters', { query: code(0x1f600, 8_001) }, '/body/query', /at most 8000 characters/],
  ['top_k 0', { query: 'a', top_k: 0 }, '/body/top_k', /between 1 and 100/],
  ['top_k 101', { query: 'a', top_k: 101 }, '/body/top_k', /between 1 and 100/],
  ['top_k as text', { query: 'a', top_k: '5' }, '/body/top_k', /must be a whole number/],
  ['half a top_k', { query: 'a', top_k: 1.5 }, '/body/top_k', /must be a whole number/],
  ['a threshold below 0', { query: 'a', threshold: -0.1 }, '/body/threshold', /between 0 and 1/],
  ['a threshold above 1', { query: 'a', threshold: 1.1 }, '/body/threshold', /between 0 and 1/],
  ['a threshold as text', { query: 'a', threshold: '0.5' }, '/body/threshold', /must be a number/],
  ['a filter that is null', { query: 'a', filters: { project: null } }, '/body/filters/project', /non-empty array/],
  [
    'a filter that is an empty list',
    { query: 'a', filters: { project: [] } },
    '/body/filters/project',
    /non-empty array/,
  ],
  [
    'a filter that is an object',
    { query: 'a', filters: { project: { $in: ['a'] } } },
    '/body/filters/project',
    /non-empty array/,
  ],
  [
    'a list with null in a filter',
    { query: 'a', filters: { project: ['a', null] } },
    '/body/filters/project',
    /non-empty array/,
  ],
  [
    '51 filters',
    { query: 'a', filters: Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`f${at}`, at])) },
    '/body/filters',
    /at most 50 keys/,
  ],
  ['filters that are a list', { query: 'a', filters: [] }, '/body/filters', /must be an object/],
  ['filters that are null', { query: 'a', filters: null }, '/body/filters', /must be an object/],
  ['a misspelt field', { query: 'a', filter: {} }, '/body/filter', /known are query, user_id/],
  ['a wish that is no yes or no', { query: 'a', rerank: 'yes' }, '/body/rerank', /true or false/],
  ['an empty user_id', { query: 'a', user_id: '' }, '/body/user_id', /at least 1 character/],
  ['an agent_id of 257 characters', { query: 'a', agent_id: longId }, '/body/agent_id', /at most 256 characters/],
];

const updateCases: Case[] = [
  ['nothing to change', {}, '/body', /text.*metadata/],
  ['a blank text', { text: ' ' }, '/body/text', /blank/],
  ['metadata that is null', { metadata: null }, '/body/metadata', /must be an object/],
  ['metadata over 16 KB', { metadata: metadataOf(16 * 1024 + 1) }, '/body/metadata', /16384/],
  ['a field that cannot change', { text: 'a', agent_id: 'b' }, '/body/agent_id', /known are text, metadata/],
  ['a field the server sets', { version: 7 }, '/body/version', /known are text, metadata/],
];

const registerCases: Case[] = [
  [
    'e-mail and phone together',
    { email: 'a@b.example', phone: '+46701234567', password: 'long enough' },
    '/body',
    /exactly one of email and phone/,
  ],
  ['neither e-mail nor phone', { password: 'long enough' }, '/body', /exactly one of email and phone/],
  ['no password', { email: 'a@b.example' }, '/body/password', /missing/],
  ['nothing at all', {}, '/body/password', /missing/],
  ['an address without @', { email: 'nobody', password: 'long enough' }, '/body/email', /like ada@example.com/],
  ['a phone number without country', { phone: '0701234567', password: 'long enough' }, '/body/phone', /like \+/],
  ['a password of 7 characters', { email: 'a@b.example', password: '1234567' }, '/body/password', /8/],
  ['a password of 257 characters', { email: 'a@b.example', password: 'x'.repeat(257) }, '/body/password', /256/],
];

const keyCases: Case[] = [
  ['no label', {}, '/body/label', /missing/],
  ['an empty label', { label: '' }, '/body/label', /at least 1 character/],
  ['a blank label', { label: '  ' }, '/body/label', /blank/],
  ['an unknown scope', { label: 'a', scopes: ['admin'] }, '/body/scopes/0', /read, write/],
  ['no scope', { label: 'a', scopes: [] }, '/body/scopes', /at least 1 item/],
  ['three scopes', { label: 'a', scopes: ['read', 'write', 'read'] }, '/body/scopes', /at most 2 items/],
  ['a scope twice', { label: 'a', scopes: ['read', 'read'] }, '/body/scopes', /twice/],
  ['an end in the past', { label: 'a', expires_at: '2020-01-01T00:00:00Z' }, '/body/expires_at', /in the future/],
  [
    'an end after the year 9999 in UTC',
    { label: 'a', expires_at: '9999-12-31T23:59:59-00:01' },
    '/body/expires_at',
    /0000 to 9999/,
  ],
  ['an end that is no date', { label: 'a', expires_at: 'never' }, '/body/expires_at', /2026-11-21T09:30:00Z/],
];

describe.each<[string, string, string, Case[]]>([
  ['createMemory', 'POST', '/memories', createCases],
  ['searchMemories', 'POST', '/search', searchCases],
  ['updateMemory', 'PUT', '/memories/mem_00000000000000000000000000', updateCases],
  ['registerAccount', 'POST', '/auth/register', registerCases],
  ['createApiKey', 'POST', '/api-keys', keyCases],
])('%s refuses, naming the field and the way out:', (_operation, method, path, cases) => {
  it.each(cases)('%s', async (_title, body, fieldPath, message) => {
    const response = await app.call({ method, path, body, headers: app.first.session.headers });
    expect(response.status, response.text.slice(0, 500)).toBe(400);
    expect(response.body.code).toBe('invalid_request');
    const named = response.body.errors.find((error: { path: string }) => error.path === fieldPath);
    expect(named, JSON.stringify(response.body.errors)).toBeDefined();
    expect(named.message).toMatch(message);
    expect(response.body.detail).toContain(`${fieldPath} ${named.message}`);
  });
});

describe('an integer in metadata that JSON readers would change', () => {
  it.each([
    ['9007199254740993', '{"n":9007199254740993}', '/body/metadata/n'],
    ['in a list', '{"a":[1,{"b/c":-9007199254740993}]}', '/body/metadata/a/1/b~1c'],
    ['beyond every number', '{"n":1e400}', '/body/metadata/n'],
  ])('is refused with its path: %s', async (_title, metadata, path) => {
    const raw = `{"text":"a","metadata":${metadata}}`;
    const response = await app.call({ method: 'POST', path: '/memories', raw, headers: app.first.api.headers });
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([{ path, message: expect.stringMatching(/send it as a string/) }]);
  });
});

describe('just within the limits', () => {
  it.each<[string, object]>([
    ['a text of 100,000 characters', { text: 'x'.repeat(100_000) }],
    ['a text of 100,000 astral characters', { text: code(0x1f600, 100_000) }],
    ['metadata of 16 KB in UTF-8', { text: 'a', metadata: metadataOf(16 * 1024) }],
    ['metadata of as many values as 16 KB hold', { text: 'a', metadata: { k: Array(8_188).fill(1) } }],
    ['metadata of as many fields as 16 KB hold', { text: 'a', metadata: shortFields(16 * 1024) }],
    ['the greatest exact integer', { text: 'a', metadata: { n: Number.MAX_SAFE_INTEGER, m: Number.MIN_SAFE_INTEGER } }],
    ['an id of 256 astral characters', { text: 'a', run_id: code(0x1f600, 256) }],
  ])('%s is taken and given back', async (_title, body) => {
    const written = await app.first.api.post('/memories', body);
    expect(written.status, written.text.slice(0, 300)).toBe(202);
    const { text, ...rest } = body as { text: string };
    const { body: memory } = await app.first.api.get(`/memories/${written.body.memory_id}`);
    expect(memory).toMatchObject(rest);
    expect(memory.memory === text).toBe(true);
  });
});

it('takes the longest conversation there is: 20,000 messages with names', async () => {
  const messages = Array(20_000).fill({ role: 'user', content: 'a', name: 'b' });
  const metadata = { k: Array(8_188).fill(1) };
  const { status, text } = await app.first.api.post('/memories', { messages, metadata, run_id: 'r' });
  expect(status, text.slice(0, 300)).toBe(202);
});

it('several mistakes are all named at once', async () => {
  const { body } = await app.first.api.post('/memories', { agent_id: '', infer: 'no', colour: 'red' });
  const paths = body.errors.map((error: { path: string }) => error.path);
  expect(paths.sort()).toEqual(['/body', '/body/agent_id', '/body/colour', '/body/infer']);
});

it('of very many mistakes the first twenty are named, and how many there are besides', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`field${at}`, 1]));
  const { body } = await app.first.api.post('/search', { query: 'a', ...unknown });
  const paths = body.errors.map((error: { path: string }) => error.path);
  expect(paths).toEqual(Array.from({ length: 20 }, (_, at) => `/body/field${at}`));
  expect(body.detail).toMatch(/; and 180 more\.$/);
});

it('a name that is as long as a body is not sent back whole', async () => {
  const response = await app.first.api.post('/search', { query: 'a', ['n'.repeat(100_000)]: 1 });
  expect(response.body.errors[0].path).toMatch(/^\/body\/n{100,}…$/);
  expect(response.text.length).toBeLessThan(2_000);
});

it('names the first mistake of a body that is too great to be searched for all of them', async () => {
  const body = { messages: Array(2_000).fill({ role: 'user', content: 'a', speaker: 'Ada' }), agentid: 'planner' };
  const response = await app.first.api.post('/memories', body);
  expect(response.status).toBe(400);
  expect(response.body.errors).toHaveLength(1);
  expect(response.body.errors[0].message).toMatch(/not a field/);
});
