import { createByteBudget, createCounts } from '../lib/create-counts.ts';
import { DomainError, unavailable } from '../ports/errors.ts';

const megabyte = 1024 * 1024;

export const openRequestLimits = {
  /** The maximum of running requests of an account. Waiting for ingest (`Prefer: wait`) takes up to ten seconds. */
  perAccount: 256,
  /** The maximum for an account without limits. It is half of all requests, so that other accounts get in. */
  perUnlimitedAccount: 1_000,
  /** The maximum of running requests without a credential, so that anonymous callers do not block others. */
  anonymous: 200,
  /** The maximum from one address, or fewer if slots are scarce. It is above the limit of failed log-ins. */
  anonymousPerAddress: 64,
  /** The maximum of running requests in the process, each with up to a megabyte of body. */
  inAll: 2_000,
  /** The maximum of bytes of incomplete bodies, of an account or an anonymous address, and in all. */
  arrivingPerCaller: 32 * megabyte,
  arrivingInAll: 256 * megabyte,
  /** The maximum of bytes of unread responses, of an account and in the process. */
  unsentPerAccount: 32 * megabyte,
  unsentInAll: 256 * megabyte,
  /** A body of `/auth/*` must be complete after the first window. */
  bodyWindowMs: 5_000,
  /** In each further window a body must bring this many bytes: 1 KB a second. */
  minBodyBytes: 5 * 1024,
};

export type OpenRequests = ReturnType<typeof createOpenRequests>;

/** One of the slots for running requests. A request frees its slot while its body arrives. */
export interface Slot {
  /** @throws {DomainError} `unavailable`, or `rate_limited` for an address that has too many */
  take(): void;
  /** Safe to call twice. */
  free(): void;
}

/** Limits open requests. One has a slot while it is worked on, and none while its body or its response waits. */
export function createOpenRequests(limits: Partial<typeof openRequestLimits> = {}) {
  const max = { ...openRequestLimits, ...limits };
  let running = 0;
  let runningAnonymous = 0;
  const runningByAddress = createCounts();
  const runningByAccount = createCounts();

  function checkCapacity(address: string | undefined): void {
    if (running >= max.inAll || (address !== undefined && runningAnonymous >= max.anonymous)) {
      throw unavailable('The server has too many open requests. Try again in 1 s.');
    }
    if (address === undefined) return;
    const held = runningByAddress.of(address);
    const free = max.anonymous - runningAnonymous;
    // When half of the slots are taken, no address has more than a quarter of the free ones, so that others get in.
    const share = free >= max.anonymous / 2 ? max.anonymousPerAddress : Math.min(max.anonymousPerAddress, free / 4);
    if (held > 0 && held >= share) throw tooManyOpen(`Your address has ${held} open requests without a credential`);
  }

  function count(address: string | undefined, change: 1 | -1): void {
    running += change;
    if (address === undefined) return;
    runningAnonymous += change;
    runningByAddress.add(address, change);
  }

  return {
    arriving: createByteBudget({ perHolder: max.arrivingPerCaller, inAll: max.arrivingInAll }),
    unsent: createByteBudget({ perHolder: max.unsentPerAccount, inAll: max.unsentInAll }),
    bodyWindowMs: max.bodyWindowMs,
    minBodyBytes: max.minBodyBytes,
    /** @param address of an anonymous caller @throws {DomainError} as {@link Slot.take} */
    enter(address?: string): Slot {
      let isTaken = false;
      const slot: Slot = {
        take() {
          if (isTaken) return;
          checkCapacity(address);
          count(address, 1);
          isTaken = true;
        },
        free() {
          if (isTaken) count(address, -1);
          isTaken = false;
        },
      };
      slot.take();
      return slot;
    },
    /** @returns ends the count, once @throws {DomainError} `rate_limited` */
    enterAccount(accountId: string, isUnlimited: boolean): () => void {
      const maxRunning = isUnlimited ? max.perUnlimitedAccount : max.perAccount;
      if (runningByAccount.of(accountId) >= maxRunning) {
        throw tooManyOpen(`This account has ${maxRunning} open requests`);
      }
      runningByAccount.add(accountId, 1);
      return () => runningByAccount.add(accountId, -1);
    },
    count: (accountId?: string) => (accountId === undefined ? running : runningByAccount.of(accountId)),
  };
}

function tooManyOpen(what: string): DomainError {
  const message = `${what}, which is the limit. Wait until some of them end, then try again in 1 s.`;
  return new DomainError('rate_limited', message, { retryAfterSeconds: 1 });
}
