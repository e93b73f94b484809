import { createHash } from 'node:crypto';
import pLimit from 'p-limit';
import type { Identifier } from '../../ports/account-store.ts';
import { DomainError } from '../../ports/errors.ts';
import { foldEmail } from '../../ports/fold-email.ts';
import type { RateLimiter, RateRule } from '../../ports/rate-limiter.ts';

export interface AttemptRules {
  /** Limits wrong passwords for one e-mail or phone number, whether or not an account has it. */
  signInByIdentifier: RateRule;
  /** Limits wrong passwords from one address. */
  signInByAddress: RateRule;
  registrationByAddress: RateRule;
}

export const attemptRules: AttemptRules = {
  signInByIdentifier: { name: 'sign_in_identifier', points: 10, windowSeconds: 15 * 60 },
  signInByAddress: { name: 'sign_in_address', points: 50, windowSeconds: 15 * 60 },
  registrationByAddress: { name: 'registration_address', points: 30, windowSeconds: 60 },
};

/** Slows down guesses and mass registration. Every method throws {@link DomainError} `rate_limited`. */
export interface AttemptThrottle {
  /** Rejects an address without attempts left, before anything else of its request is checked. Counts nothing. */
  checkAddress(attempt: 'signIn' | 'registration', address: string): Promise<void>;
  /** Counts a failure only when `attempt` resolves to undefined, because the password was wrong. */
  signIn<Result>(
    who: { identifier: Identifier; address: string },
    attempt: () => Promise<Result | undefined>,
  ): Promise<Result | undefined>;
  /** Counts every attempt that ends with a response, whether it succeeds or not. */
  register<Result>(address: string, attempt: () => Promise<Result>): Promise<Result>;
}

/** Attempts hold points while they run. Only a few run at once, so that many right passwords don't use them up. */
const simultaneousAttempts = 4;

export function createAttemptThrottle({
  limiter,
  rules,
}: {
  limiter: RateLimiter;
  rules: AttemptRules;
}): AttemptThrottle {
  const limited = pLimit(simultaneousAttempts);

  /** Takes the point before the attempt, so that many guesses at once do not count as one. */
  async function take(rule: RateRule, subject: string, what: string): Promise<void> {
    const { admitted, resetMs } = await limiter.take(rule, subject);
    if (admitted) return;
    await limiter.giveBack(rule, subject);
    throw rejection(what, resetMs);
  }

  return {
    async checkAddress(attempt, address) {
      const rule = attempt === 'signIn' ? rules.signInByAddress : rules.registrationByAddress;
      const { admitted, resetMs } = await limiter.peek(rule, address);
      if (!admitted) throw rejection(names[attempt], resetMs);
    },
    signIn: ({ identifier, address }, attempt) =>
      limited(async () => {
        const subject = subjectOf(identifier);
        await take(rules.signInByAddress, address, names.signIn);
        let failed = false;
        let counted = false;
        try {
          await take(rules.signInByIdentifier, subject, names.signIn);
          counted = true;
          const result = await attempt();
          failed = result === undefined;
          return result;
        } finally {
          if (!failed) {
            await limiter.giveBack(rules.signInByAddress, address);
            if (counted) await limiter.giveBack(rules.signInByIdentifier, subject);
          }
        }
      }),
    async register(address, attempt) {
      await take(rules.registrationByAddress, address, names.registration);
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof DomainError)) await limiter.giveBack(rules.registrationByAddress, address);
        throw error;
      }
    },
  };
}

const names = {
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
