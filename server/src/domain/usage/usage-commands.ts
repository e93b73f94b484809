import { kindOf } from '../../ports/record-fields.ts';
import type { Reader, Transaction, Value } from '../../ports/record-store.ts';
import { accounts, findPresentAccount, presentAccounts } from '../accounts/kinds.ts';
import { queueEvents, quotaEvents } from '../events/queue-events.ts';
import { memories } from '../memories/kinds.ts';
import { type Month, usageMonths } from './kinds.ts';

/** Searches of an account in a month that are not counted yet. */
export interface SearchCount {
  accountId: string;
  month: Month;
  searches: number;
}

const maxNames = 1_000;

export const usageCommands = {
  /** @returns how many of the searches the month's limit allows, which are counted */
  async countSearches(tx: Transaction, { accountId, month, searches, limit }: SearchCount & { limit: number }) {
    const account = await tx.lock(accounts, { id: accountId });
    if (account?.deletionId !== null) return searches;
    const before = (await tx.get(usageMonths, { accountId, month }))?.memorySearches ?? 0;
    const counted = Math.max(0, Math.min(searches, limit - before));
    if (counted === 0) return 0;
    const count = { metric: 'memory_search', before, after: before + counted, limit, month } as const;
    await queueEvents(tx, accountId, quotaEvents(count));
    tx.add(usageMonths, { accountId, month }, { memorySearches: counted });
    return counted;
  },

  /** Counts searches of accounts without a limit, except those of accounts that do not exist. */
  async addSearches(tx: Transaction, counts: readonly SearchCount[]): Promise<void> {
    const present = await presentAccounts(tx, counts);
    for (const { accountId, month, searches } of counts) {
      if (present.has(accountId)) tx.add(usageMonths, { accountId, month }, { memorySearches: searches });
    }
  },

  /** Writes the store, whose reads and writes this command needs. */
  async probe(tx: Transaction): Promise<void> {
    const { beat } = (await tx.get(probes, { id: 'probe' })) ?? { beat: 0 };
    tx.put(probes, { id: 'probe', beat: beat + 1 });
  },
};

export const usageQueries = {
  /** @throws {Error} when there is no such account */
  async usage(reader: Reader, { accountId, month }: { accountId: string; month: Month }) {
    if (!(await findPresentAccount(reader, accountId))) throw new Error(`there is no account ${accountId}`);
    const counted = await reader.get(usageMonths, { accountId, month });
    const { memoryWrites, memorySearches } = counted ?? { memoryWrites: 0, memorySearches: 0 };
    const isOwn = (await reader.count(memories, 'user', { of: [accountId, accountId], max: 1 })) > 0;
    const users = await countNames(reader, 'user', accountId);
    const projects = await countNames(reader, 'project', accountId);
    return { memoryWrites, memorySearches, endUsers: users - Number(isOwn), projects };
  },
};

/** Counts the distinct users or projects of the live memories of an account. */
async function countNames(reader: Reader, index: 'user' | 'project', accountId: string): Promise<number> {
  let count = 0;
  let after: Value | undefined;
  do {
    const names = await reader.distinct(memories, index, { of: [accountId], limit: maxNames, after });
    count += names.length;
    after = names.length === maxNames ? names.at(-1) : undefined;
  } while (after !== undefined);
  return count;
}

/** The record that checks of the store write. */
export const probes = kindOf({
  name: 'probes',
  fields: { id: 'text', beat: 'integer' },
  key: ['id'],
  indexes: {},
});
