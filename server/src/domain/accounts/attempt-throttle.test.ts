import { beforeEach, describe, expect, it } from 'vitest';
import { createInProcessRateLimiter } from '../../adapters/in-process/create-rate-limiter.ts';
import type { Identifier } from '../../ports/account-store.ts';
import { DomainError } from '../../ports/errors.ts';
import { type AttemptThrottle, attemptRules, createAttemptThrottle } from './attempt-throttle.ts';

const ada = { email: 'ada@example.com' };
const here = '203.0.113.9';
const there = '203.0.113.10';

let throttle: AttemptThrottle;
/** The number of passwords that were verified. */
let looked: number;
beforeEach(() => {
  throttle = createAttemptThrottle({ limiter: createInProcessRateLimiter(), rules: attemptRules });
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

async function times<Result>(count: number, attempt: (number: number) => Promise<Result>): Promise<Result[]> {
  const results = [];
  for (let number = 0; number < count; number++) results.push(await attempt(number));
  return results;
}

describe('failures of one identifier', () => {
  it('are ten; the eleventh attempt is rejected without a verification, even with the right password', async () => {
    expect(await times(10, () => guess())).toEqual(Array(10).fill('wrong'));
    expect(await guess()).toBeGreaterThan(890);
    expect(await signIn('right')).toBeLessThanOrEqual(900);
    expect(looked).toBe(10);
  });

  it('are exactly ten when sixty guesses come at once', async () => {
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => guess()));
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(10);
    expect(looked).toBe(10);
  });

  it.each([
    ['another case', 'ÅDA@Example.COM'],
    ['another normal form', 'åda@example.com'.normalize('NFD')],
  ])('count for %s of an e-mail too, as the store compares them', async (_what, email) => {
    await times(10, () => guess({ email }));
    expect(await guess({ email: 'åda@example.com' })).toEqual(expect.any(Number));
  });

  it('count whatever address they come from', async () => {
    await times(10, (number) => guess(ada, `203.0.113.${number}`));
    expect(await signIn('right', ada, there)).toEqual(expect.any(Number));
  });

  it('do not slow down another e-mail, nor a phone number of the same text', async () => {
    await times(11, () => guess());
    expect(await signIn('right', { email: 'eve@example.com' })).toBe('right');
    expect(await signIn('right', { phone: ada.email })).toBe('right');
  });
});

describe('failures of one address', () => {
  it('are fifty for all identifiers together, and do not affect other addresses', async () => {
    await times(50, (number) => guess({ email: `${number}@example.com` }));
    expect(await signIn('right', { email: 'new@example.com' })).toEqual(expect.any(Number));
    expect(await signIn('right', { email: 'new@example.com' }, there)).toBe('right');
    expect(looked).toBe(51);
  });

  it('are exactly fifty when they come at once', async () => {
    await Promise.all(Array.from({ length: 120 }, (_, number) => guess({ email: `${number}@example.com` })));
    expect(looked).toBe(50);
  });

  it('do not include attempts that were rejected for their identifier', async () => {
    await times(200, () => guess());
    await times(39, (number) => guess({ email: `${number}@example.com` }));
    expect(await signIn('right', { email: 'new@example.com' })).toBe('right');
    expect(await guess({ email: 'new@example.com' })).toBe('wrong');
    expect(await guess({ email: 'another@example.com' })).toEqual(expect.any(Number));
  });

  it('reject only this address, before anything else is checked', async () => {
    await throttle.checkAddress('signIn', here);
    await times(50, (number) => guess({ email: `${number}@example.com` }));
    await expect(throttle.checkAddress('signIn', here)).rejects.toMatchObject({ code: 'rate_limited' });
    await throttle.checkAddress('signIn', there);
    await throttle.checkAddress('registration', here);
  });
});

describe('an attempt that is no failure', () => {
  it('never counts, however often the right password comes', async () => {
    expect(await times(100, () => signIn('right'))).toEqual(Array(100).fill('right'));
    await times(9, () => guess());
    expect(await signIn('right')).toBe('right');
    expect(await guess()).toBe('wrong');
    expect(await guess()).toEqual(expect.any(Number));
  });

  it('succeeds when sixty come at once', async () => {
    const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 2));
    const outcomes = await Promise.all(Array.from({ length: 60 }, () => signIn('right', ada, here, slow())));
    expect(outcomes).toEqual(Array(60).fill('right'));
  });

  it('never counts when it throws', async () => {
    const broken = () =>
      throttle.signIn({ identifier: ada, address: here }, () => Promise.reject(new Error('disk full')));
    for (const attempt of Array(60).fill(broken)) await expect(attempt()).rejects.toThrow('disk full');
    expect(await times(11, () => guess())).toEqual([...Array(10).fill('wrong'), expect.any(Number)]);
  });
});

describe('registrations of one address', () => {
  const register = (address = here, error?: Error) =>
    throttle.register(address, async () => {
      looked += 1;
      if (error) throw error;
      return 'made';
    });
  const conflict = new DomainError('conflict', 'taken');

  it('are thirty a minute, whether they succeed or find the e-mail taken', async () => {
    await times(15, () => register());
    await times(15, () => expect(register(here, conflict)).rejects.toBe(conflict));
    const error = await register().catch((reason: DomainError) => reason);
    expect(error).toMatchObject({ code: 'rate_limited', message: expect.stringContaining('registrations') });
    expect((error as DomainError).retryAfterSeconds).toBeLessThanOrEqual(60);
    await expect(throttle.checkAddress('registration', here)).rejects.toMatchObject({ code: 'rate_limited' });
    expect(await register(there)).toBe('made');
  });

  it('are exactly thirty when they come at once', async () => {
    await Promise.allSettled(Array.from({ length: 100 }, () => register()));
    expect(looked).toBe(30);
  });

  it('do not count when they throw', async () => {
    await times(40, () => expect(register(here, new Error('disk full'))).rejects.toThrow('disk full'));
    expect(await register()).toBe('made');
  });
});

it('the limits end with their windows', async () => {
  const short = { ...attemptRules, signInByIdentifier: { name: 'short', points: 2, windowSeconds: 1 } };
  throttle = createAttemptThrottle({ limiter: createInProcessRateLimiter(), rules: short });
  expect(await times(3, () => guess())).toEqual(['wrong', 'wrong', 1]);
  await expect.poll(() => signIn('right'), { timeout: 3_000 }).toBe('right');
});
