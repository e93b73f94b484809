import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount } from '../../test/make-account.ts';
import type { AccountStore } from './account-store.ts';
import type { UsageStore } from './usage-store.ts';

export interface UsageStoreUnderTest {
  usage: UsageStore;
  accounts: AccountStore;
  close(): Promise<void>;
}

const ana = 'acct_ana';
const bo = 'acct_bo';
const november = Date.UTC(2026, 10);
const december = Date.UTC(2026, 11);

/** The contract that every {@link UsageStore} fulfils. The contract of the memory store covers the count of writes. */
export function describeUsageStore(name: string, create: () => Promise<UsageStoreUnderTest>): void {
  describe(`${name} as a usage store`, () => {
    let under: UsageStoreUnderTest;
    let usage: UsageStore;

    beforeEach(async () => {
      under = await create();
      usage = under.usage;
      for (const id of [ana, bo]) {
        await under.accounts.createAccount(makeAccount(id), 'hash');
      }
    });
    afterEach(() => under.close());

    it('counts exactly as many searches as the month has, however many end at once', async () => {
      const counted = await Promise.all(Array.from({ length: 16 }, () => usage.countSearch(ana, november, 5)));
      expect(counted.filter(Boolean)).toHaveLength(5);
      expect(await usage.searches(ana, november)).toBe(5);
    });

    it('counts every search without a limit, and none where the limit is zero', async () => {
      for (let n = 0; n < 3; n++) expect(await usage.countSearch(ana, november, null)).toBe(true);
      expect(await usage.countSearch(bo, november, 0)).toBe(false);
      expect(await usage.searches(ana, november)).toBe(3);
      expect(await usage.searches(bo, november)).toBe(0);
    });

    it('adds searches that were counted together, but none of an account that does not exist', async () => {
      await usage.countSearch(ana, november, null);
      const counts = [
        { accountId: ana, month: november, searches: 3 },
        { accountId: 'acct_nobody', month: november, searches: 1 },
        { accountId: bo, month: december, searches: 2 },
      ];
      await usage.addSearches(counts);
      await usage.addSearches(counts);
      expect(await usage.searches(ana, november)).toBe(7);
      expect(await usage.searches(bo, november)).toBe(0);
      expect(await usage.searches(bo, december)).toBe(4);
    });

    it('counts each month and each account separately', async () => {
      await usage.countSearch(ana, november, 1);
      expect(await usage.countSearch(ana, november, 1)).toBe(false);
      expect(await usage.countSearch(ana, december, 1)).toBe(true);
      expect(await usage.countSearch(bo, november, 1)).toBe(true);
    });

    it('reports no usage before the first search', async () => {
      expect(await usage.usage(ana, november)).toEqual({
        memoryWrites: 0,
        memorySearches: 0,
        endUsers: 0,
        projects: 0,
      });
    });

    it('limits no search of an account that was deleted meanwhile, and has no usage of it', async () => {
      for (const limit of [null, 5, 0]) expect(await usage.countSearch('acct_nobody', november, limit)).toBe(true);
      await expect(usage.usage('acct_nobody', november)).rejects.toThrow();
    });
  });
}
