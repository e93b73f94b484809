import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Principal } from '../../src/domain/accounts/authenticate.ts';
import { createGuardAccounts, type GuardAccounts, password } from './create-guard-accounts.ts';

const email = 'victim@example.com';
const home = '192.0.2.1';

let guarded: GuardAccounts;
beforeEach(async () => {
  guarded = await createGuardAccounts();
  await guarded.accounts.registerAccount({ address: home, email, password });
});
afterEach(() => guarded.close());

const logIn = (given: string, address: string) => guarded.accounts.logIn({ address, email, password: given });

/** Returns the codes of wrong guesses, by how often each came. */
async function guess(count: number, addressOf: (number: number) => string): Promise<Record<string, number>> {
  const guesses = Array.from({ length: count }, (_, number) => logIn('a wrong guess', addressOf(number)));
  const codes: string[] = (await Promise.allSettled(guesses)).map((outcome) =>
    outcome.status === 'rejected' ? outcome.reason.code : 'none',
  );
  const groups = Map.groupBy(codes, (code) => code);
  return Object.fromEntries(groups.entries().map(([code, { length }]) => [code, length]));
}

async function signIn(): Promise<Principal> {
  const { accessToken } = await logIn(password, home);
  return guarded.accounts.authenticate({ authorization: `Bearer ${accessToken}`, keysAllowed: false });
}

const change = ({ account, tokenHash }: Principal, currentPassword: string) =>
  guarded.accounts.changePassword({
    ...{ account, currentPassword, newPassword: 'another password', address: home },
    ...{ tokenHash: tokenHash as string, revokeApiKeys: false },
  });

it('ten wrong guesses lock their address out, and the right password works at any other', async () => {
  expect(await guess(12, () => '203.0.113.9')).toEqual({ unauthenticated: 10, rate_limited: 2 });
  await expect(logIn(password, '203.0.113.9')).rejects.toMatchObject({ code: 'rate_limited' });
  await logIn(password, home);
});

it('a hundred wrong guesses from many addresses are the most for one account', async () => {
  const codes = await guess(120, (number) => `203.0.113.${number}`);
  expect(codes).toEqual({ unauthenticated: 100, rate_limited: 20 });
});

it('a signed-in person changes the password while strangers guess at log-in', async () => {
  const principal = await signIn();
  await guess(60, () => home);
  await guess(200, (number) => `203.0.113.${number}`);
  await change(principal, password);
});

it('a signed-in person has ten wrong passwords an hour in each session', async () => {
  const [one, another] = [await signIn(), await signIn()];
  for (let slip = 0; slip < 10; slip++) {
    await expect(change(one, 'a slip')).rejects.toMatchObject({ code: 'invalid_request' });
  }
  const rejected = await change(one, password).catch((error: unknown) => error);
  expect(rejected).toMatchObject({ code: 'rate_limited', retryAfterSeconds: expect.any(Number) });
  expect((rejected as { retryAfterSeconds: number }).retryAfterSeconds).toBeGreaterThan(3_500);
  await change(another, password);
});
