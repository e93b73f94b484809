import { describe, expect, it } from 'vitest';
import { createApiKey } from '../../src/domain/accounts/api-keys.ts';
import { applyContentPolicy, type Content } from '../../src/domain/memories/content-policy.ts';
import { DomainError } from '../../src/ports/errors.ts';

/** Put together here, so that no file holds anything that looks like a token. */
const token = ['gh', 'p_', 'q8Zt3LmV'.repeat(5).slice(0, 36)].join('');
const groups = ['4539', '1488', '0343', '6467'];

/** Returns the paths and kinds that a write is rejected for. */
async function rejected(content: Content): Promise<string[]> {
  const { redacted } = await applyContentPolicy('acct_ana', 'redact', content);
  return redacted.map(({ path, kind }) => `${path} ${kind}`);
}

const user = (content: string) => ({ role: 'user' as const, content });
const assistant = (content: string) => ({ role: 'assistant' as const, content });
const broken = (at: number, by: string) => token.slice(0, at) + by + token.slice(at);

const unseen = [...'\u2061\u180e\ufe0f\u{e0041}\u{e0101}\u115f\u034f\u3164\u00ad\u200b\0'];
const gaps = ['\n', '\r\n', '\n    ', '\n> ', '\\\n', '=\n', '" +\n  "', '" + "', '**', '<br>', '&#8203;'];

describe('a token is found', () => {
  it.each([...unseen.map((one) => [one, [2, 9, 25]] as const), ...gaps.map((one) => [one, [4, 9, 25]] as const)])(
    'with %j inside',
    async (inside, positions) => {
      for (const at of positions) {
        expect(await rejected({ text: `use "${broken(at, inside)}" for that` })).toEqual(['/text github_token']);
      }
    },
  );

  it('in characters that look like ASCII', async () => {
    const fullWidth = token.replaceAll(/[A-Za-z0-9]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0));
    const bold = token.replaceAll(/[a-z]/g, (one) => String.fromCodePoint(one.charCodeAt(0) - 97 + 0x1d41a));
    for (const text of [fullWidth, bold]) expect(await rejected({ text })).toEqual(['/text github_token']);
  });

  const hex = Buffer.from(token).toString('hex');
  it.each([
    ['blanks', [...token].join(' ')],
    ['hexadecimal digits', hex],
    ['base 64', Buffer.from(token).toString('base64')],
    ['percent-encoding', hex.replaceAll(/../g, '%$&')],
    ['unicode escapes', hex.replaceAll(/../g, '\\u00$&')],
    ['byte escapes', hex.replaceAll(/../g, '\\x$&')],
    ['the reverse order', [...token].reverse().join('')],
    ['a Cyrillic letter', token.replace('p', 'р')],
    ['a Greek letter', token.replace('p', 'ρ')],
    ['a sum', (token.match(/.{1,5}/g) ?? []).join('" + "')],
    ['a list', (token.match(/.{1,5}/g) ?? []).join('", "'), '["', '"].join("")'],
  ])('in %s, and is replaced exactly', async (_title, written, before = '"', behind = '"') => {
    const { content } = await applyContentPolicy('acct_ana', 'redact', {
      text: `use ${before}${written}${behind} now`,
    });
    expect(content.text).toBe(`use ${before}[redacted: github_token]${behind} now`);
    const rejection = applyContentPolicy('acct_ana', 'reject', { text: `use ${before}${written}${behind} now` });
    await expect(rejection).rejects.toMatchObject({ code: 'sensitive_content' });
  });

  it('whole, so that nothing of it is left behind the placeholder', async () => {
    const text = `before ${broken(20, '\r\n  ')} after`;
    expect((await applyContentPolicy('acct_ana', 'redact', { text })).content.text).toBe(
      'before [redacted: github_token] after',
    );
  });
});

it.each(['  ', '_', '   ', ' - ', '\t', '/', '\u00a0\u00a0'])(
  'a card number is found with %j between its groups',
  async (gap) => {
    expect(await rejected({ text: `pay with ${groups.join(gap)}, please` })).toEqual(['/text card_number']);
  },
);

it('a card number is found on two lines, and no column of numbers is taken for one', async () => {
  const [a, b, c, d] = groups as [string, string, string, string];
  expect(await rejected({ text: `card:\n${a} ${b}\n${c} ${d}\nbye` })).toEqual(['/text card_number']);
  expect(await rejected({ text: `${a} ${b}\n${c} ${d}\n${a} ${b}` })).toEqual([]);
});

it.each([
  'my password is\nswordfish',
  'The password for the staging\nserver is hunter2!',
  'The password is:\n\n```\nhunter2!\n```\n',
  'Username\nalice\nPassword\nWinter2024!\n',
])('a password is found behind a line break: %j', async (text) => {
  expect(await rejected({ text })).toEqual(['/text password']);
});

it.each([
  'Reset password\nOffice365 is down',
  'my password is\nstored in the vault',
  'DB_PASSWORD=\nDB_HOST=localhost',
  'the password\nchecksum = 3b66bff7bf55535d54c3da988e08c08b',
])('what only follows the word on the next line is no password: %j', async (text) => {
  expect(await rejected({ text })).toEqual([]);
});

describe('messages are read together', () => {
  it.each([
    ['in the next message', [user('the password is'), user('swordfish')], ['/messages/1/content password']],
    [
      "in the speaker's next message",
      [user('my password is'), assistant('Yes?'), user('swordfish')],
      ['/messages/2/content password'],
    ],
    ['in a reply', [assistant("What's your password?"), user('hunter2!')], ['/messages/1/content password']],
    [
      'in two halves',
      [user(`take ${token.slice(0, 20)}`), user(`${token.slice(20)} and go`)],
      ['/messages/0/content github_token', '/messages/1/content github_token'],
    ],
  ])('a secret is found %s', async (_where, messages, expected) => {
    expect(await rejected({ messages })).toEqual(expected);
  });

  it('and keep everything but the secret', async () => {
    const messages = [user('my password is'), user('hunter2! and my cat is Miso')];
    const { content } = await applyContentPolicy('acct_ana', 'redact', { messages });
    expect(content.messages).toEqual([user('my password is'), user('[redacted: password] and my cat is Miso')]);
    const harmless = [user('I forgot my password'), assistant('Reset it on the login page.')];
    expect(await rejected({ messages: harmless })).toEqual([]);
  });
});

it('the label of an API key is rejected with a secret in it, which is not repeated', async () => {
  const written: unknown[] = [];
  const services = {
    store: { createKey: async (key: unknown) => void written.push(key) },
    clock: { now: () => 0 },
    identifiers: { key: () => 'key_1', secret: (bytes: number) => Buffer.alloc(bytes, 7) },
  };
  for (const label of [`ci ${token}`, 'password: hunter2!']) {
    const error = await createApiKey(services as never, { accountId: 'a', label }).catch((reason) => reason);
    expect(error).toBeInstanceOf(DomainError);
    expect([error.code, error.errors[0].path]).toEqual(['invalid_request', '/label']);
    expect(JSON.stringify([error.message, error.errors])).not.toMatch(/q8Zt3LmV|hunter2/);
  }
  expect(written).toEqual([]);
});
