import { createHash } from 'node:crypto';
import { createJobQueue } from '../../lib/job-queue.ts';
import { DomainError } from '../../ports/errors.ts';
import type { RateLimiter, RateRule } from '../../ports/rate-limiter.ts';
import type { Identifier } from './account-records.ts';
import { foldEmail } from './kinds.ts';

export type AttemptRules = Record<keyof typeof attemptRules, RateRule>;

const quarterHour = 15 * 60;

export const attemptRules = {
  /** Limits wrong passwords for one email or phone number from one address, whether or not an account has it. */
  signInByIdentifierAndAddress: { name: 'sign_in_identifier_address', points: 10, windowSeconds: quarterHour },
  signInByIdentifier: { name: 'sign_in_identifier', points: 100, windowSeconds: quarterHour },
  signInByAddress: { name: 'sign_in_address', points: 50, windowSeconds: quarterHour },
  /** Limits correct passwords for one identifier, because each costs as much work as a wrong one. */
  rightPasswords: { name: 'right_password', points: 20, windowSeconds: 60 },
  /** Limits wrong passwords within a session. Guesses of others at log-in don't count here. */
  ownPasswordBySession: { name: 'own_password_session', points: 10, windowSeconds: 60 * 60 },
  registrationByAddress: { name: 'registration_address', points: 30, windowSeconds: 60 },
};

/**
 * Attempts hold points while they run. Only a few run at once, so that many correct passwords do not use up all points.
 */
const simultaneousAttempts = 4;

/** Where an attempt comes from, and the account that it is for, which may not exist. */
interface Attempt {
  identifier: Identifier;
  address: string;
}

/** A limit of an attempt, and the subject for which it counts. */
type Limit = readonly [name: keyof AttemptRules, subject: string];

export type AttemptThrottle = ReturnType<typeof createAttemptThrottle>;

/** Slows down guesses and mass registration. Every method throws {@link DomainError} `rate_limited`. */
export function createAttemptThrottle({ limiter, rules }: { limiter: RateLimiter; rules: AttemptRules }) {
  const queue = createJobQueue({ maxRunning: simultaneousAttempts });

  /** Takes a point of each limit before the attempt, so that many guesses at once do not count as one. */
  async function counted<Result>(
    [limit, ...others]: readonly Limit[],
    attempt: () => Promise<Result>,
  ): Promise<Result> {
    if (!limit) return attempt();
    const [name, subject] = limit;
    const { admitted, resetMs } = await limiter.take(rules[name], subject);
    if (!admitted) {
      await limiter.giveBack(rules[name], subject);
      throw rejection(name, resetMs);
    }
    const [outcome] = await Promise.allSettled([counted(others, attempt)]);
    if (!counting[name].isCounted(outcome)) await limiter.giveBack(rules[name], subject);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  function queued<Result>({ identifier, address }: Attempt, limits: readonly Limit[], attempt: () => Promise<Result>) {
    return queue.run([`address ${address}`, `account ${subjectOf(identifier)}`], () => counted(limits, attempt));
  }

  return {
    /** Rejects an address without remaining attempts before its request is checked further. It counts nothing. */
    async checkAddress(attempt: 'signIn' | 'registration', address: string): Promise<void> {
      const name = attempt === 'signIn' ? 'signInByAddress' : 'registrationByAddress';
      const { admitted, resetMs } = await limiter.peek(rules[name], address);
      if (!admitted) throw rejection(name, resetMs);
    },
    /** Counts a failure when `attempt` resolves to undefined, because the password was wrong. */
    signIn<Result>(source: Attempt, attempt: () => Promise<Result | undefined>): Promise<Result | undefined> {
      const { identifier, address } = source;
      const limits: Limit[] = [
        ['signInByAddress', address],
        ['signInByIdentifierAndAddress', subjectOf(identifier, address)],
        ['signInByIdentifier', subjectOf(identifier)],
        // It comes last, so that it counts the outcome of the attempt and not a rejection by another limit.
        ['rightPasswords', subjectOf(identifier)],
      ];
      return queued(source, limits, attempt);
    },
    /** Counts like `signIn`, but a failure counts only for the session. @param source.session its access token's hash */
    ownPassword<Result>(
      source: Attempt & { session: string },
      attempt: () => Promise<Result | undefined>,
    ): Promise<Result | undefined> {
      const { identifier, session } = source;
      const right: Limit = ['rightPasswords', subjectOf(identifier)];
      return queued(source, [['ownPasswordBySession', session], right], attempt);
    },
    /** Counts every attempt that ends with a response, whether it succeeds or not. */
    register<Result>(source: Attempt, attempt: () => Promise<Result>): Promise<Result> {
      return queued(source, [['registrationByAddress', source.address]], attempt);
    },
  };
}

function isWrong(outcome: PromiseSettledResult<unknown>): boolean {
  return outcome.status === 'fulfilled' && outcome.value === undefined;
}

/** Whether the password of an attempt was correct, even if the attempt was rejected for another reason. */
function isRight(outcome: PromiseSettledResult<unknown>): boolean {
  return isFinished(outcome) && !isWrong(outcome);
}

/** Whether an attempt succeeded, or failed for a reason of the domain. */
function isFinished(outcome: PromiseSettledResult<unknown>): boolean {
  return outcome.status === 'fulfilled' || outcome.reason instanceof DomainError;
}

const failedSignIn = { message: 'Too many failed attempts to sign in.', isCounted: isWrong };

/** The message of each limit, and the attempts that it counts. */
const counting: Record<
  keyof AttemptRules,
  { message: string; isCounted(outcome: PromiseSettledResult<unknown>): boolean }
> = {
  signInByAddress: failedSignIn,
  signInByIdentifierAndAddress: failedSignIn,
  signInByIdentifier: failedSignIn,
  rightPasswords: {
    message: 'Too many logins to this account within a minute. Reuse the access token.',
    isCounted: isRight,
  },
  ownPasswordBySession: { message: 'Too many wrong passwords in this session.', isCounted: isWrong },
  registrationByAddress: { message: 'Too many registrations from this address.', isCounted: isFinished },
};

/** The hash has a fixed length and hides the identifier from readers of the counters. */
function subjectOf(identifier: Identifier, address = ''): string {
  const text = 'email' in identifier ? `email ${foldEmail(identifier.email)}` : `phone ${identifier.phone}`;
  return createHash('sha256')
    .update(`${text}${address && ` from ${address}`}`)
    .digest('base64url');
}

function rejection(name: keyof AttemptRules, resetMs: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(resetMs / 1_000));
  return new DomainError('rate_limited', `${counting[name].message} Try again in ${retryAfterSeconds} s.`, {
    retryAfterSeconds,
  });
}
