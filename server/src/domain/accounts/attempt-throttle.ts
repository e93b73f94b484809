import { createHash } from 'node:crypto';
import { createJobQueue } from '../../lib/job-queue.ts';
import { DomainError } from '../../ports/errors.ts';
import type { RateLimiter, RateRule } from '../../ports/rate-limiter.ts';
import { foldEmail, type Identifier } from './kinds.ts';

interface AttemptRule extends RateRule {
  message: string;
  isCounted(outcome: PromiseSettledResult<unknown>): boolean;
}

export type AttemptRules = Record<keyof typeof attemptRules, AttemptRule>;

const quarterHour = 15 * 60;
const failedSignIn = {
  message: 'Too many failed attempts to sign in.',
  windowSeconds: quarterHour,
  isCounted: isWrong,
};

export const attemptRules = {
  /** Limits wrong passwords for one email or phone number from one address, whether or not an account has it. */
  signInByIdentifierAndAddress: { ...failedSignIn, name: 'sign_in_identifier_address', points: 10 },
  signInByIdentifier: { ...failedSignIn, name: 'sign_in_identifier', points: 100 },
  signInByAddress: { ...failedSignIn, name: 'sign_in_address', points: 50 },
  /** Limits correct passwords for one identifier, because each costs as much work as a wrong one. */
  rightPasswords: {
    ...{ name: 'right_password', points: 20, windowSeconds: 60, isCounted: isRight },
    message: 'Too many logins to this account within a minute. Reuse the access token.',
  },
  /** Limits wrong passwords within a session. Guesses of others at log-in don't count here. */
  ownPasswordBySession: {
    ...{ name: 'own_password_session', points: 10, windowSeconds: 60 * 60, isCounted: isWrong },
    message: 'Too many wrong passwords in this session.',
  },
  registrationByAddress: {
    ...{ name: 'registration_address', points: 30, windowSeconds: 60, isCounted: isFinished },
    message: 'Too many registrations from this address.',
  },
};

/** Attempts hold points while they run, and many correct passwords must not use up all points. */
const simultaneousAttempts = 4;

/** Where an attempt comes from, and the account that it is for, which may not exist. */
interface Attempt {
  identifier: Identifier;
  address: string;
}

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
    const rule = rules[name];
    const { admitted, resetMs } = await limiter.take(rule, subject);
    if (!admitted) {
      await limiter.giveBack(rule, subject);
      throw rejection(rule, resetMs);
    }
    const [outcome] = await Promise.allSettled([counted(others, attempt)]);
    if (!rule.isCounted(outcome)) await limiter.giveBack(rule, subject);
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  function queued<Result>({ identifier, address }: Attempt, limits: readonly Limit[], attempt: () => Promise<Result>) {
    return queue.run([`address ${address}`, `account ${subjectOf(identifier)}`], () => counted(limits, attempt));
  }

  return {
    /** Rejects an address without remaining attempts before its request is checked further. It counts nothing. */
    async checkAddress(attempt: 'signIn' | 'registration', address: string): Promise<void> {
      const rule = rules[attempt === 'signIn' ? 'signInByAddress' : 'registrationByAddress'];
      const { admitted, resetMs } = await limiter.peek(rule, address);
      if (!admitted) throw rejection(rule, resetMs);
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
    ownPassword<Result>(source: Attempt & { session: string }, attempt: () => Promise<Result | undefined>) {
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

/** The hash has a fixed length and hides the identifier from readers of the counters. */
function subjectOf(identifier: Identifier, address = ''): string {
  const text = 'email' in identifier ? `email ${foldEmail(identifier.email)}` : `phone ${identifier.phone}`;
  return createHash('sha256')
    .update(`${text}${address && ` from ${address}`}`)
    .digest('base64url');
}

function rejection({ message }: AttemptRule, resetMs: number): DomainError {
  const retryAfterSeconds = Math.max(1, Math.ceil(resetMs / 1_000));
  return new DomainError('rate_limited', `${message} Try again in ${retryAfterSeconds} s.`, { retryAfterSeconds });
}
