import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../src/adapters/system/clock-and-identifiers.ts';
import { accountSteps } from '../account-steps.ts';
import { createCountingIdentifiers } from '../counting-identifiers.ts';
import { makeAccount } from '../make-account.ts';
import { createGuardAccounts, type GuardAccounts, password } from './create-guard-accounts.ts';
import { runOperatorCommand } from './run-operator-command.ts';

const address = '192.0.2.1';

let guarded: GuardAccounts;
beforeEach(async () => {
  guarded = await createGuardAccounts();
});
afterEach(() => guarded.close());

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
  const opened = await guarded.accounts.registerAccount({ address, email, password }).catch((error: unknown) => error);
  expect(opened).toMatchObject({ code: 'invalid_request', errors: [{ path: '/email' }] });
  expect((opened as Error).message).toMatch(/write (the address without|it in the form NFKC)/);
  expect((opened as Error).message).not.toContain(email);
});

it('an account with such an address in the store signs in, and the operator sees the address', async () => {
  const email = 'ａd\u200ba\u202e@example.com';
  const { records } = guarded;
  await accountSteps(records).createAccount(makeAccount('acct_old', { email }), `hash of ${password}`);
  expect(await guarded.accounts.logIn({ address, email, password })).toMatchObject({ accessToken: expect.any(String) });

  const opened = { records, clock: systemClock, identifiers: createCountingIdentifiers() };
  const visible = 'ａd\\u200ba\\u202e@example.com';
  expect(await runOperatorCommand(opened, ['account', 'list'])).toContain(visible);
  const json = await runOperatorCommand(opened, ['account', 'list', '--json']);
  expect(json).toContain(visible);
  expect(JSON.parse(json)[0].email).toBe(email);
});
