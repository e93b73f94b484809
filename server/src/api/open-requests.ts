import { DomainError } from '../ports/errors.ts';

/** The maximum of running requests of an account. Waiting for ingest (`Prefer: wait`) takes up to ten seconds. */
const maxPerAccount = 256;
/** The maximum for an account without limits. It is half of all requests, so that other accounts get in. */
const maxPerUnlimitedAccount = 1_000;
/** The maximum of open requests without a credential, so that slow anonymous callers do not block others. */
const maxAnonymous = 200;
/** The maximum of open requests in the process, each with up to a megabyte of body. */
const maxInAll = 2_000;

export type OpenRequests = ReturnType<typeof createOpenRequests>;

/** Ends the count of a request. It is called once. */
type Leave = () => void;

/**
 * Counts requests until the end of their response: all from their arrival on, those of an account while they run. It
 * limits anonymous callers and each account.
 */
export function createOpenRequests({
  perAccount = maxPerAccount,
  perUnlimitedAccount = maxPerUnlimitedAccount,
  anonymous = maxAnonymous,
  inAll = maxInAll,
} = {}) {
  let openInAll = 0;
  let openAnonymous = 0;
  const runningByAccount = new Map<string, number>();
  return {
    /**
     * @param hasCredential whether the operation asks for a credential
     * @throws {DomainError} `unavailable`
     */
    enter(hasCredential: boolean): Leave {
      if (openInAll >= inAll || (!hasCredential && openAnonymous >= anonymous)) {
        throw new DomainError('unavailable', 'The server has too many requests open. Try again in 1 s.', {
          retryAfterSeconds: 1,
        });
      }
      openInAll += 1;
      if (!hasCredential) openAnonymous += 1;
      return () => {
        openInAll -= 1;
        if (!hasCredential) openAnonymous -= 1;
      };
    },
    /** @throws {DomainError} `rate_limited` */
    enterAccount(accountId: string, isUnlimited: boolean): Leave {
      const max = isUnlimited ? perUnlimitedAccount : perAccount;
      const running = runningByAccount.get(accountId) ?? 0;
      if (running >= max) {
        throw new DomainError(
          'rate_limited',
          `This account has ${max} requests open at once, which is all it may. Wait for some to end; try again in 1 s.`,
          { retryAfterSeconds: 1 },
        );
      }
      runningByAccount.set(accountId, running + 1);
      return () => {
        const left = (runningByAccount.get(accountId) ?? 0) - 1;
        if (left > 0) runningByAccount.set(accountId, left);
        else runningByAccount.delete(accountId);
      };
    },
    /** Counts the open requests, or those of an account that run. */
    count: (accountId?: string) => (accountId === undefined ? openInAll : (runningByAccount.get(accountId) ?? 0)),
  };
}
