import { DomainError } from '../../ports/errors.ts';

/** The maximum of profiles of an account that are collected at the same time. */
const maxRunning = 2;
/** The maximum of waiting requests for profiles. */
const maxWaiting = 8;
const retryAfterSeconds = 2;

interface AccountSlots {
  running: number;
  waiting: (() => void)[];
}

/**
 * Limits the profiles of an account that are collected at the same time, because one may read millions of characters.
 * @returns runs `work` when a slot is free
 */
export function createProfileSlots() {
  const accounts = new Map<string, AccountSlots>();
  /** @throws {DomainError} `rate_limited` when too many profiles of the account wait */
  return async <Result>(accountId: string, work: () => Promise<Result>): Promise<Result> => {
    const own = accounts.get(accountId) ?? { running: 0, waiting: [] };
    accounts.set(accountId, own);
    if (own.running < maxRunning) own.running++;
    else if (own.waiting.length < maxWaiting) await new Promise<void>((resolve) => own.waiting.push(resolve));
    else throw tooMany();
    try {
      return await work();
    } finally {
      const next = own.waiting.shift();
      // The next request takes over the slot.
      if (next) next();
      else if (--own.running === 0) accounts.delete(accountId);
    }
  };
}

function tooMany(): DomainError {
  return new DomainError(
    'rate_limited',
    `${maxRunning} profiles of this account are being computed, and ${maxWaiting} more are waiting. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}
