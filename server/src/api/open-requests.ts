import { DomainError } from '../ports/errors.ts';

/** Open at once for one account. Waiting for ingest (`Prefer: wait`) keeps a request open for up to ten seconds. */
const mostOfAnAccount = 256;
/** Of an account without limits: half of all, so that others get in. */
const mostOfAnUnlimitedAccount = 1_000;
/** Of these, from whoever has not said who they are: they may take their time, and cost others nothing. */
const mostOfStrangers = 200;
/** Open at once in the whole process, each with up to a megabyte of body. */
const mostOfAll = 2_000;

/** To be called once, when the answer is out or the client gone. */
export type Leave = () => void;

/** Counts requests between their arrival and the end of their answer, so that neither strangers nor one account nor all take too many. */
export interface OpenRequests {
  /**
   * @param known whether the request has to say whose it is
   * @throws {DomainError} `unavailable`
   */
  enter(known: boolean): Leave;
  /** @throws {DomainError} `rate_limited` */
  enterAccount(accountId: string, unlimited: boolean): Leave;
  /** How many are open: of all, or of an account. */
  count(accountId?: string): number;
}

export function createOpenRequests({
  ofAnAccount = mostOfAnAccount,
  ofAnUnlimitedAccount = mostOfAnUnlimitedAccount,
  ofStrangers = mostOfStrangers,
  ofAll = mostOfAll,
} = {}): OpenRequests {
  let all = 0;
  let strangers = 0;
  const ofAccounts = new Map<string, number>();
  return {
    enter(known) {
      if (all >= ofAll || (!known && strangers >= ofStrangers)) {
        throw new DomainError('unavailable', 'The server has too many requests open. Try again in 1 s.', {
          retryAfterSeconds: 1,
        });
      }
      all += 1;
      if (!known) strangers += 1;
      return () => {
        all -= 1;
        if (!known) strangers -= 1;
      };
    },
    enterAccount(accountId, unlimited) {
      const most = unlimited ? ofAnUnlimitedAccount : ofAnAccount;
      const open = ofAccounts.get(accountId) ?? 0;
      if (open >= most) {
        throw new DomainError(
          'rate_limited',
          `This account has ${most} requests open at once, which is all it may. Wait for some to end; try again in 1 s.`,
          { retryAfterSeconds: 1 },
        );
      }
      ofAccounts.set(accountId, open + 1);
      return () => {
        const left = (ofAccounts.get(accountId) ?? 0) - 1;
        if (left > 0) ofAccounts.set(accountId, left);
        else ofAccounts.delete(accountId);
      };
    },
    count: (accountId) => (accountId === undefined ? all : (ofAccounts.get(accountId) ?? 0)),
  };
}
