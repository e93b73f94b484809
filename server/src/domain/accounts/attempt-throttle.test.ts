import { beforeEach, expect, it } from 'vitest';
import { createInProcessRateLimiter } from '../../adapters/in-process/create-rate-limiter.ts';
import { DomainError } from '../../ports/errors.ts';
import type { RateLimiter } from '../../ports/rate-limiter.ts';
import { type AttemptThrottle, attemptRules, createAttemptThrottle } from './attempt-throttle.ts';
import type { Identifier } from './kinds.ts';

const ada = { email: 'ada@example.com' };
const here = '203.0.113.9';
const there = '203.0.113.10';
const soon = () => new Promise<void>((resolve) => setImmediate(resolve));
let limiter: RateLimiter;
let throttle: AttemptThrottle;
/** The number of passwords that were verified. */
let looked: number;
beforeEach(() => {
  limiter = createInProcessRateLimiter();
  throttle = createAttemptThrottle({ limiter, rules: attemptRules });
  looked = 0;
});

type Outcome = 'right' | 'wrong' | number;

async function signIn(
  result: 'right' | undefined,
  identifier: Identifier = ada,
  address = here,
  looking: Promise<void> = Promise.resolve(),
): Promise<Outcome> {
  try {
    const response = await throttle.signIn({ identifier, address }, async () => {
      looked += 1;
      await looking;
      return result;
    });
    return response ?? 'wrong';
  } catch (error) {
    expect(error).toMatchObject({ code: 'rate_limited' });
    return (error as DomainError).retryAfterSeconds as number;
  }
}

const guess = (identifier?: Identifier, address?: string) => signIn(undefined, identifier, address);

const atOnce = <Result>(count: number, attempt: (number: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, number) => attempt(number)));

async function times<Result>(count: number, attempt: (number: number) => Promise<Result>): Promise<Result[]> {
  const results = [];
  for (let number = 0; number < count; number++) results.push(await attempt(number));
  return results;
}

it('failures of one identifier from one address are ten, also of sixty at once; then even the right password is rejected without a verification', async () => {
  expect((await atOnce(60, () => guess())).filter((outcome) => outcome === 'wrong')).toHaveLength(10);
  expect(await guess()).toBeGreaterThan(890);
  expect(await signIn('right')).toBeLessThanOrEqual(900);
  expect(looked).toBe(10);
});

it.each([
  ['another case', 'ÅDA@Example.COM'],
  ['another normal form', 'åda@example.com'.normalize('NFD')],
])(
  'failures of one identifier from one address count for %s of an email too, as the store compares them',
  async (_what, email) => {
    await times(10, () => guess({ email }));
    expect(await guess({ email: 'åda@example.com' })).toEqual(expect.any(Number));
  },
);

it('failures of one identifier from one address leave another address, another email and a phone number of the same text alone', async () => {
  await times(11, () => guess());
  expect(await signIn('right', ada, there)).toBe('right');
  expect(await signIn('right', { email: 'eve@example.com' })).toBe('right');
  expect(await signIn('right', { phone: ada.email })).toBe('right');
});

it('failures of one identifier from all addresses are a hundred, also when they come at once', async () => {
  await atOnce(150, (number) => guess(ada, `203.0.113.${number}`));
  expect(looked).toBe(100);
  expect(await signIn('right', ada, '198.51.100.1')).toBeGreaterThan(890);
  expect(await signIn('right', { email: 'eve@example.com' }, '198.51.100.1')).toBe('right');
});

it('failures of one address are fifty for all identifiers together, also at once, and do not affect other addresses', async () => {
  await atOnce(120, (number) => guess({ email: `${number}@example.com` }));
  expect(looked).toBe(50);
  expect(await signIn('right', { email: 'new@example.com' })).toEqual(expect.any(Number));
  expect(await signIn('right', { email: 'new@example.com' }, there)).toBe('right');
  await expect(throttle.checkAddress('signIn', here)).rejects.toMatchObject({ code: 'rate_limited' });
  await throttle.checkAddress('signIn', there);
  await throttle.checkAddress('registration', here);
});

it('failures of one address do not include attempts that were rejected for their identifier', async () => {
  await times(200, () => guess());
  await times(39, (number) => guess({ email: `${number}@example.com` }));
  expect(await signIn('right', { email: 'new@example.com' })).toBe('right');
  expect(await guess({ email: 'new@example.com' })).toBe('wrong');
  expect(await guess({ email: 'another@example.com' })).toEqual(expect.any(Number));
});

it('an attempt that succeeds is no failure for the limits of wrong passwords', async () => {
  expect(await times(19, () => signIn('right'))).toEqual(Array(19).fill('right'));
  await times(9, () => guess());
  expect(await signIn('right')).toBe('right');
  const rightPasswords = { ...attemptRules.rightPasswords, name: 'other', points: 100, windowSeconds: 60 };
  throttle = createAttemptThrottle({ limiter, rules: { ...attemptRules, rightPasswords } });
  expect(await guess()).toBe('wrong');
  expect(await guess()).toEqual(expect.any(Number));
});

it('an attempt that throws never counts', async () => {
  const broken = () =>
    throttle.signIn({ identifier: ada, address: here }, () => Promise.reject(new Error('disk full')));
  for (const attempt of Array(60).fill(broken)) await expect(attempt()).rejects.toThrow('disk full');
  expect(await times(11, () => guess())).toEqual([...Array(10).fill('wrong'), expect.any(Number)]);
});

it('right passwords are twenty a minute for an identifier, wherever they come from, and the next is rejected unseen', async () => {
  const outcomes = await atOnce(30, (number) => signIn('right', ada, `203.0.113.${number}`, soon()));
  expect(outcomes.filter((outcome) => outcome === 'right')).toHaveLength(20);
  expect(looked).toBe(20);
  expect(await signIn('right')).toBeLessThanOrEqual(60);
  expect(await signIn('right', { email: 'eve@example.com' })).toBe('right');
});

it('right passwords count when the attempt is rejected for another reason', async () => {
  const suspended = new DomainError('account_suspended', 'suspended');
  const attempt = () => throttle.signIn({ identifier: ada, address: here }, () => Promise.reject(suspended));
  await times(20, () => expect(attempt()).rejects.toBe(suspended));
  await expect(attempt()).rejects.toMatchObject({ code: 'rate_limited' });
});

const session = 'one session';
const own = (result: 'right' | undefined, of = session) =>
  throttle.ownPassword({ identifier: ada, address: here, session: of }, async () => result);

it('the password of a signed-in person may be wrong ten times in a session, whatever strangers guess at log-in', async () => {
  await times(60, () => guess());
  await atOnce(150, (number) => guess(ada, `203.0.113.${number}`));
  expect(await times(10, () => own(undefined))).toEqual(Array(10).fill(undefined));
  const error = await own('right').catch((reason: DomainError) => reason);
  expect(error).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('this session') });
  expect((error as DomainError).retryAfterSeconds).toBeGreaterThan(3_590);
  expect(await own('right', 'another session')).toBe('right');
});

it('the password of a signed-in person does not count at log-in when it is wrong', async () => {
  await times(10, () => own(undefined));
  expect(await times(10, () => guess())).toEqual(Array(10).fill('wrong'));
});

it('serves another address and account next, however many attempts of one wait', async () => {
  const served: string[] = [];
  const attempt = (name: string, address: string) =>
    throttle.signIn({ identifier: { email: `${name}@example.com` }, address }, async () => {
      served.push(name);
      await soon();
      return 'right';
    });
  const busy = atOnce(15, () => attempt('busy', here));
  const spread = atOnce(15, (number) => attempt(`spread-${number}`, here));
  await Promise.all([busy, spread, attempt('innocent', there)]);
  // Four run at once, and the innocent attempt came after them.
  expect(served.indexOf('innocent')).toBeLessThanOrEqual(4);
});

const register = (address = here, error?: Error) =>
  throttle.register({ identifier: ada, address }, async () => {
    looked += 1;
    if (error) throw error;
    return 'made';
  });
const conflict = new DomainError('conflict', 'taken');

it('registrations of one address are thirty a minute, also at once, whether they succeed or find the email taken', async () => {
  await times(15, () => expect(register(here, conflict)).rejects.toBe(conflict));
  await atOnce(100, () => register().catch(() => 'rejected'));
  expect(looked).toBe(30);
  const error = await register().catch((reason: DomainError) => reason);
  expect(error).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('registrations') });
  expect((error as DomainError).retryAfterSeconds).toBeLessThanOrEqual(60);
  await expect(throttle.checkAddress('registration', here)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await register(there)).toBe('made');
});

it('registrations of one address do not count when they throw', async () => {
  await times(40, () => expect(register(here, new Error('disk full'))).rejects.toThrow('disk full'));
  expect(await register()).toBe('made');
});
