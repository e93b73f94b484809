import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import type { Identifier } from '../../ports/account-store.ts';
import { DomainError } from '../../ports/errors.ts';
import { foldEmail } from '../../ports/fold-email.ts';
import type { RateLimiter, RateRule } from '../../ports/rate-limiter.ts';

export type AttemptRules = Record<keyof typeof attemptRules, RateRule>;

export const attemptRules = {
  /** Limits wrong passwords for one e-mail or phone number, whether or not an account has it. */
  signInByIdentifier: { name: 'sign_in_identifier', points: 10, windowSeconds: 15 * 60 },
  /** Limits wrong passwords from one address. */
  signInByAddress: { name: 'sign_in_address', points: 50, windowSeconds: 15 * 60 },
  registrationByAddress: { name: 'registration_address', points: 30, windowSeconds: 60 },
};

/** Attempts hold points while they run. Only a few run at once, so that many right passwords don't use them up. */
const simultaneousAttempts = 4;

export type AttemptThrottle = ReturnType<typeof createAttemptThrottle>;

/** Slows down guesses and mass registration. Every method throws {@link DomainError} `rate_limited`. */
export function createAttemptThrottle({ limiter, rules }: { limiter: RateLimiter; rules: AttemptRules }) {
  const limited = pLimit(simultaneousAttempts);

  /** Takes a point before the attempt, so that many guesses at once do not count as one. */
  async function counted<Result>(
    { rule, subject, message }: { rule: RateRule; subject: string; message: string },
    attempt: () => Promise<Result>,
    isCounted: (outcome: PromiseSettledResult<Result>) => boolean,
  ): Promise<Result> {
    const { admitted, resetMs } = await limiter.take(rule, subject);
    if (!admitted) {
      await limiter.giveBack(rule, subject);
      throw rejection(message, resetMs);
    }
    const [outcome] = await Promise.allSettled([attempt()]);
    if (!isCounted(outcome)) await limiter.giveBack(rule, subject);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  return {
    /** Rejects an address without attempts left, before anything else of its request is checked. Counts nothing. */
    async checkAddress(attempt: 'signIn' | 'registration', address: string): Promise<void> {
      const rule = attempt === 'signIn' ? rules.signInByAddress : rules.registrationByAddress;
      const { admitted, resetMs } = await limiter.peek(rule, address);
      if (!admitted) throw rejection(messages[attempt], resetMs);
    },
    /** Counts a failure only when `attempt` resolves to undefined, because the password was wrong. */
    signIn<Result>(
      { identifier, address }: { identifier: Identifier; address: string },
      attempt: () => Promise<Result | undefined>,
    ): Promise<Result | undefined> {
      const message = messages.signIn;
      const byAddress = { rule: rules.signInByAddress, subject: address, message };
      const byIdentifier = { rule: rules.signInByIdentifier, subject: subjectOf(identifier), message };
      return limited(() => counted(byAddress, () => counted(byIdentifier, attempt, isWrong), isWrong));
    },
    /** Counts every attempt that ends with a response, whether it succeeds or not. */
    register<Result>(address: string, attempt: () => Promise<Result>): Promise<Result> {
      const byAddress = { rule: rules.registrationByAddress, subject: address, message: messages.registration };
      return counted(byAddress, attempt, isFinished);
    },
  };
}

/** Whether the password of an attempt to sign in was wrong. */
function isWrong(outcome: PromiseSettledResult<unknown>): boolean {
  return outcome.status === 'fulfilled' && outcome.value === undefined;
}

/** Whether a registration succeeded, or failed for a reason of the domain. */
function isFinished(outcome: PromiseSettledResult<unknown>): boolean {
  return outcome.status === 'fulfilled' || outcome.reason instanceof DomainError;
}

const messages = {
  signIn: 'Too many failed attempts to sign in.',
  registration: 'Too many registrations from this address.',
};

/** The hash has a fixed length and hides the address from readers of the counters. */
function subjectOf(identifier: Identifier): string {
  const text = 'email' in identifier ? `email ${foldEmail(identifier.email)}` : `phone ${identifier.phone}`;
  return createHash('sha256').update(text).digest('base64url');
}

function rejection(what: string, resetMs: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(resetMs / 1_000));
  return new DomainError('rate_limited', `${what} Try again in ${retryAfterSeconds} s.`, { retryAfterSeconds });
}
