import { expect, it } from 'vitest';
import { loopIterationsDuring } from '../../../test/loop-iterations-during.ts';
import { DomainError } from '../../ports/errors.ts';
import type { Metadata } from '../../ports/memory.ts';
import { applyContentPolicy, type Content } from './content-policy.ts';

const token = ['gh', 'p_', 'k3J9xQ2mZ7'.repeat(3), 'Tb4W8c'].join('');

async function rejectionOf(content: Content): Promise<DomainError> {
  try {
    await applyContentPolicy('acct', 'reject', content);
  } catch (error) {
    if (error instanceof DomainError) return error;
    throw error;
  }
  throw new Error('was accepted');
}

const redactMetadata = (metadata: Metadata) => applyContentPolicy('acct', 'redact', { metadata });

it('a rejection names field and kind of every secret and repeats none of it', async () => {
  const rejection = await rejectionOf({
    messages: [
      { role: 'user', content: 'hello' },
      { role: 'user', content: 'my password is hunter2!', name: token },
    ],
    metadata: { deep: [{ 'a/b': token }], [token]: { password: 'swordfish' } },
  });
  expect(rejection.code).toBe('sensitive_content');
  expect(rejection.errors?.map(({ path }) => path)).toEqual([
    ...['/messages/1/content', '/messages/1/name', '/metadata/deep/0/a~1b', '/metadata'],
    '/metadata/[redacted: github_token]/password',
  ]);
  expect(rejection.errors?.[0]?.message).toBe(
    'contains a password (password): remove it, and store secrets in a secret manager',
  );
  expect(JSON.stringify([rejection.message, rejection.errors])).not.toMatch(/hunter2|swordfish|k3J9/);
});

it('gives back harmless content as it is', async () => {
  const content = { text: 'I forgot my password', metadata: { password_policy: 'rotate every 90 days', n: 3 } };
  expect(await applyContentPolicy('acct', 'reject', content)).toEqual({ content, redacted: [], renamed: false });
});

it('replaces a secret by a placeholder and reports it', async () => {
  const text = `use ${token}, or log in as bob with password: hunter2`;
  expect(await applyContentPolicy('acct', 'redact', { text })).toEqual({
    renamed: false,
    content: { text: 'use [redacted: github_token], or log in as bob with password: [redacted: password]' },
    redacted: ['github_token', 'password'].map((kind) => ({ path: '/text', kind })),
  });
});

it('redacts everything in one pass', async () => {
  const text = `DB_PASSWORD=hunter2\npassword is hunter2!\nhttps://bob:s3cret99@host\n${token}\nPIN: 4821`;
  const metadata = { password: 'hunter2', [token]: 1, pin: 4821 };
  const once = await applyContentPolicy('acct', 'redact', { text, metadata });
  expect(once.redacted.length).toBeGreaterThan(5);
  expect((await applyContentPolicy('acct', 'reject', once.content)).redacted).toEqual([]);
});

const gone = expect.stringMatching(/^\[redacted: \w+\]$/);

it('classifies a value by its key, through lists and objects', async () => {
  const harmless = { token_count: 12345, order: 4539148803436467 };
  const { content, redacted } = await redactMetadata({
    ...{ ...harmless, password: 'hunter2!', db: { pass: 's3cr3t!', port: 5432 }, passwords: ['Winter2023!'] },
    ...{ secret: { value: 'Zx91kQp4LmT7vB2n' }, env: [{ name: 'DB_PASSWORD', value: 'swordfish' }] },
    ...{ card: 4111111111111111, pin: 4821 },
  });
  const password = '[redacted: password]';
  expect(content.metadata).toEqual({
    ...{ ...harmless, password, db: { pass: password, port: 5432 }, passwords: [password] },
    ...{ secret: { value: '[redacted: secret]' }, env: [{ name: 'DB_PASSWORD', value: gone }] },
    ...{ card: '[redacted: card_number]', pin: '[redacted: pin]' },
  });
  expect(redacted).toHaveLength(7);
});

it('renames keys that are secrets, numbers the second one, and overwrites none', async () => {
  const other = token.replace('Tb4W8c', 'Nf5R2d');
  const { content } = await redactMetadata({ [token]: 1, [other]: 2, '[redacted: github_token] 2': 3 });
  const placeholder = '[redacted: github_token]';
  expect(content.metadata).toEqual({ [placeholder]: 1, [`${placeholder} 3`]: 2, [`${placeholder} 2`]: 3 });
});

it('classifies nested values by an outer key, unless their own key classifies them', async () => {
  const harmless = {
    token: { id: 'usr_Xk9pQ2vLw7Zs', type: 'Bearer', expires_at: '2026-11-21T10:00:00Z', count: 12345678 },
    password_policy: { minimum: 12, rotation: 'every90days!' },
    harbour: { prod: 'Xk9pQ2vLw7' },
  };
  const user = { user: 'bob', email: 'bob@example.com', port: 5432 };
  const { content } = await redactMetadata({
    ...{ ...harmless, passwords: { prod: 'Xk9pQ2vLw7', 'the old one': { db: 'Yk8pR3vMw6' } } },
    ...{ credentials: ['bob', 'Xk9pQ2vLw7Zs'], creds: { staging: 'Xk9pQ2vLw7Zs', ...user } },
  });
  expect(content.metadata).toEqual({
    ...{ ...harmless, passwords: { prod: gone, 'the old one': { db: gone } } },
    ...{ credentials: ['bob', gone], creds: { staging: gone, ...user } },
  });
});

it('chooses an unused name for a renamed key, and removes keys by their own names', async () => {
  const options = { removesNulls: true, storedKeys: ['[redacted: github_token]'] };
  const given = { metadata: { [token]: { password: 'hunter2!' } } };
  expect(await applyContentPolicy('acct', 'redact', given, options)).toEqual({
    content: { metadata: { '[redacted: github_token] 2': { password: '[redacted: password]' } } },
    redacted: [
      { path: '/metadata', kind: 'github_token' },
      { path: '/metadata/[redacted: github_token] 2/password', kind: 'password' },
    ],
    renamed: true,
  });
  const content = { metadata: { [token]: null, '[redacted: github_token]': null } };
  for (const policy of ['redact', 'reject'] as const) {
    const unchanged = { content, redacted: [], renamed: false };
    expect(await applyContentPolicy('acct', policy, content, options)).toEqual(unchanged);
  }
  // A new memory stores its nulls.
  expect((await redactMetadata({ [token]: null })).content.metadata).toEqual({ '[redacted: github_token]': null });
});

it('treats __proto__ and constructor as plain names', async () => {
  const metadata = JSON.parse('{"__proto__":{"password":"hunter2"},"constructor":"x"}');
  const { content } = await redactMetadata(metadata);
  expect(JSON.stringify(content.metadata)).toBe('{"__proto__":{"password":"[redacted: password]"},"constructor":"x"}');
  expect(Object.getPrototypeOf(content.metadata)).toBe(Object.prototype);
});

const key = 'password token secret api key credential '.repeat(3).slice(0, 96);
const filled = (piece: string) => piece.repeat(Math.ceil(100_000 / piece.length)).slice(0, 100_000);
// With fewer ticks of the event loop, the work between two of them would take too long.
const writes: [string, Content, number][] = [
  ['thousands of messages', { messages: Array(5_500).fill({ role: 'user', content: '123-45-6789' }) }, 50],
  ['thousands of harmless messages', { messages: Array(5_500).fill({ role: 'user', content: 'good morning' }) }, 50],
  [
    'a list under a key made of nouns',
    { metadata: { [key]: Array.from({ length: 2_600 }, (_, index) => `z${index.toString(36).padStart(2, '0')}`) } },
    50,
  ],
  ['one key and value after the other', { text: filled('api_key=abc123def456ghi789 ') }, 20],
  ['the settings of a program', { text: filled('DB_PASSWORD=hunter2xyz\nAPI_TOKEN=abc123def456\n') }, 20],
  ['numbers alone', { text: filled('123-45-6789 , ') }, 40],
];

it.each(writes)('the work of a large write: %s: the event loop ticks meanwhile', async (_what, content, minRounds) => {
  expect(await loopIterationsDuring(() => applyContentPolicy('acct', 'redact', content))).toBeGreaterThan(minRounds);
});

it('the work of a large write: does not yield for a short write, and reads the same value under the same key once', async () => {
  const short = { text: 'the harbour freezes', metadata: { password_policy: 'rotate', tags: ['a', 'b'] } };
  expect(await loopIterationsDuring(() => applyContentPolicy('acct', 'redact', short))).toBe(0);
  const metadata = { [key]: Array(2_000).fill('abcdef') };
  expect(await loopIterationsDuring(() => redactMetadata(metadata))).toBeLessThan(3);
});

it('the work of a large write: stops at the fiftieth error when it rejects, and reports unread content as more', async () => {
  const messages = Array(5_500).fill({ role: 'user', content: 'my password is hunter2!' });
  let rejection: DomainError | undefined;
  expect(await loopIterationsDuring(async () => (rejection = await rejectionOf({ messages })))).toBeLessThan(5);
  expect(rejection?.errors).toHaveLength(50);
  expect(rejection?.message).toContain('; and at least 47 more.');
});
