import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addAccount } from '../../../test/account-steps.ts';
import { makeAccount } from '../../../test/make-account.ts';
import type { AccountRecords } from '../accounts/account-records.ts';
import { createUsage, type Usage, type UsageRecords } from './search-counts.ts';

export interface UsageUnderTest {
  records: UsageRecords & AccountRecords;
  close(): Promise<void>;
}

const ana = 'acct_ana';
const bo = 'acct_bo';
const november = Date.UTC(2026, 10);
const december = Date.UTC(2026, 11);

/** Specifies the counts of searches. The contract of the memory store covers the count of writes. */
export function describeUsage(name: string, create: () => Promise<UsageUnderTest>): void {
  describe(`usage: ${name}`, () => {
    let under: UsageUnderTest;
    let usage: Usage;

    beforeEach(async () => {
      under = await create();
      const onError = (error: unknown) => expect.unreachable(`${error}`);
      usage = createUsage({ records: under.records, flushMs: 1_000, onError });
      for (const id of [ana, bo]) {
        await addAccount(under.records, makeAccount(id));
      }
    });
    afterEach(async () => {
      await usage.stop();
      await under.close();
    });

    it('counts exactly as many searches as the month has, however many end at once', async () => {
      const counted = await Promise.all(Array.from({ length: 16 }, () => usage.countSearch(ana, november, 5)));
      expect(counted.filter(Boolean)).toHaveLength(5);
      expect(await usage.searches(ana, november)).toBe(5);
      expect(await usage.countSearch(ana, december, 5)).toBe(true);
      expect(await usage.countSearch(bo, november, 5)).toBe(true);
    });

    it('counts every search without a limit, and none where the limit is zero', async () => {
      const none = { memoryWrites: 0, memorySearches: 0, endUsers: 0, projects: 0 };
      expect(await usage.usage(ana, november)).toEqual(none);
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
      await under.records.run('', 'addSearches', counts);
      await under.records.run('', 'addSearches', counts);
      expect(await usage.searches(ana, november)).toBe(7);
      expect(await usage.searches(bo, november)).toBe(0);
      expect(await usage.searches(bo, december)).toBe(4);
    });

    it('limits no search of an account that was deleted meanwhile, and has no usage of it', async () => {
      for (const limit of [null, 5, 0]) expect(await usage.countSearch('acct_nobody', november, limit)).toBe(true);
      await expect(usage.usage('acct_nobody', november)).rejects.toThrow();
    });
  });
}
