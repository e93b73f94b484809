import { afterEach, beforeEach, expect, it } from 'vitest';
import { createGuardAccounts, type GuardAccounts, password } from './create-guard-accounts.ts';

const here = '203.0.113.9';
const there = '198.51.100.7';
/** Four attempts run at once, so that one which comes later starts after them at best. */
const runningAtOnce = 4;

let guarded: GuardAccounts;
beforeEach(async () => {
  guarded = await createGuardAccounts();
  for (const name of ['attacker', 'innocent']) {
    await guarded.accounts.registerAccount({ address: '192.0.2.1', email: `${name}@example.com`, password });
  }
});
afterEach(() => guarded.close());

const logIn = (name: string, address: string, given = password) =>
  guarded.accounts.logIn({ address, email: `${name}@example.com`, password: given });
const times = <Result>(count: number, attempt: (number: number) => Promise<Result>) =>
  Array.from({ length: count }, (_, number) => attempt(number));

/** Starts an attack, then a log-in of another account. Returns the attack's attempts that were served before it. */
async function servedBefore(attack: Promise<unknown>[]): Promise<number> {
  const innocent = guarded.accounts.logIn({ address: there, email: 'innocent@example.com', password: 'a slip' });
  await Promise.allSettled([...attack, innocent]);
  return guarded.verified.indexOf('a slip');
}

it('a log-in is served next while an account sends 190 right ones from as many addresses', async () => {
  expect(await servedBefore(times(190, (number) => logIn('attacker', `203.0.113.${number}`)))).toBeLessThanOrEqual(
    runningAtOnce,
  );
});

it('a log-in is served next while an address sends one for each of 190 accounts', async () => {
  expect(await servedBefore(times(190, (number) => logIn(`nobody-${number}`, here)))).toBeLessThanOrEqual(
    runningAtOnce,
  );
});

it('right passwords are limited to twenty a minute for each account, before the work of their verification', async () => {
  const outcomes = await Promise.allSettled(times(190, (number) => logIn('attacker', `203.0.113.${number}`)));
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
  expect(guarded.verified).toHaveLength(20);
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'rate_limited' });
  }
  await logIn('innocent', there);
});

it('an account has at most fifty sessions: the oldest ends when another begins', async () => {
  await guarded.close();
  guarded = await createGuardAccounts({ unlimited: true });
  await guarded.accounts.registerAccount({ address: here, email: 'attacker@example.com', password });
  const tokens: string[] = [];
  for (let session = 0; session < 51; session++) tokens.push((await logIn('attacker', here)).accessToken);
  const works = await Promise.all(
    tokens.map((token) =>
      guarded.accounts.authenticate({ authorization: `Bearer ${token}`, keysAllowed: false }).then(
        () => true,
        () => false,
      ),
    ),
  );
  expect(works).toEqual([false, ...Array(50).fill(true)]);
});
