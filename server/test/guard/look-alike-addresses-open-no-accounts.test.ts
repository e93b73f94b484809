import { expect } from 'vitest';
import { addAccount } from '../account-steps.ts';
import { it, useAccount } from '../http/shared-apps.ts';
import { makeAccount } from '../make-account.ts';
import { quickPasswords } from '../quick-passwords.ts';
import { runOperatorCommand } from './run-operator-command.ts';

const password = 'a password of theirs';

const { app } = useAccount();

it.each([
  ['a zero-width space', 'ad\u200ba@example.com'],
  ['a right-to-left override', 'ada\u202e@example.com'],
  ['a tag character', 'ada\u{e0041}@example.com'],
  ['a variation selector', 'ada\ufe0f@example.com'],
  ['the blank Braille pattern', 'ada\u2800@example.com'],
  ['a private character', 'ada\ue000@example.com'],
  ['an unassigned character', 'ada\ufffe@example.com'],
  ['full-width letters', 'ａｄａ@example.com'],
  ['a ligature', 'oﬀer@example.com'],
  ['separate accents', 'a\u030asa@example.com'],
])('an address with %s opens no account; the rejection names the field and the way out', async (_what, email) => {
  const { status, body } = await app.client({}).post('/auth/register', { email, password });
  expect([status, body]).toMatchObject([400, { code: 'invalid_request', errors: [{ path: '/body/email' }] }]);
  expect(body.detail).toMatch(/write (the address without|it in the form NFKC)/);
  expect(body.detail).not.toContain(email);
});

it('an account with such an address in the store signs in, and the operator sees the address', async () => {
  const email = 'ａd\u200ba\u202e@example.com';
  const { records } = app.services;
  await addAccount(records, makeAccount('acct_old', { email }), await quickPasswords.hash(password));
  expect(await app.logIn({ email, password })).toEqual(expect.any(String));
  const visible = 'ａd\\u200ba\\u202e@example.com';
  expect(await runOperatorCommand(app, 'account', 'list')).toContain(visible);
  const json = await runOperatorCommand(app, 'account', 'list', '--json');
  expect(json).toContain(visible);
  expect(JSON.parse(json)).toContainEqual(expect.objectContaining({ id: 'acct_old', email }));
});
