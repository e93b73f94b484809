import { expect, it } from 'vitest';
import type { commands, queries } from '../../src/app/store-commands.ts';
import { describeAccountDeletions } from '../../src/domain/accounts/account-deletions.contract.ts';
import { accounts } from '../../src/domain/accounts/kinds.ts';
import { memories } from '../../src/domain/memories/kinds.ts';
import type { MemoryStore } from '../../src/domain/memories/memory-store.ts';
import type { RecordStore } from '../../src/ports/record-store.ts';
import { addAccount } from '../account-steps.ts';
import { makeAccount } from '../make-account.ts';
import { countRecords, kindsOfAccounts, type sampleCommands } from './sample-records.ts';

type Records = RecordStore<typeof commands & typeof sampleCommands, typeof queries>;

/**
 * Specifies the deletion of accounts over records.
 * @param open opens an empty store with the commands of the domain and of samples
 */
export function describeRecordDeletions(
  name: string,
  open: () => Promise<{ records: Records; close(): Promise<unknown> }>,
): void {
  let records: Records;
  const sum = (counts: Record<string, number>) => Object.values(counts).reduce((total, count) => total + count, 0);

  describeAccountDeletions(
    name,
    async () => {
      const store = await open();
      records = store.records;
      return {
        records: records as never,
        ...sampleMemories(records),
        close: () => store.close().then(() => undefined),
      };
    },
    async (accountId) => {
      const account = await records.get(accounts, { id: accountId });
      return sum(await countRecords(records, accountId)) + Number(account !== undefined);
    },
  );

  it(`an account is deleted with the records of every kind, in slices, after the grace period: ${name}`, async () => {
    const { records, close } = await open();
    for (const id of ['acct_1', 'acct_10']) {
      await addAccount(records, makeAccount(id));
      await records.run(id, 'insertSamples', { accountId: id });
    }
    const before = await countRecords(records, 'acct_10');
    expect(Object.values(before).every((count) => count > 0)).toBe(true);
    const deletion = { id: 'del_1', accountId: 'acct_1' };
    const stored = await records.query('acct_1', 'countStored', { accountId: 'acct_1' });
    const begun = { ...deletion, at: Date.UTC(2100, 0), stored };
    const counts = { memories: 2, apiKeys: 1, sessions: 1, requests: 1 };
    expect(await records.run('acct_1', 'beginDeletion', begun)).toEqual(counts);
    const removeSome = (id = 'del_1') => records.run('acct_1', 'removeOfAccount', { ...deletion, id });
    expect(await removeSome('del_2')).toBe(0);
    let steps = 0;
    while ((await removeSome()) > 0) steps++;
    expect(steps).toBeGreaterThan(kindsOfAccounts.length - 4);
    expect(sum(await countRecords(records, 'acct_1'))).toBe(0);
    expect(await records.run('acct_1', 'finishDeletion', { ...deletion, graceMs: 1 })).toBe(false);
    expect(await records.run('acct_1', 'finishDeletion', { ...deletion, graceMs: -1e15 })).toBe(true);
    expect(await countRecords(records, 'acct_10')).toEqual(before);
    await close();
  });
}

/** The memories of the cases: samples, and events of their changes. */
function sampleMemories({ run, get }: Records) {
  return {
    memories: {
      async commit([commit]) {
        const { accountId = '', changes = [] } = commit ?? {};
        for (const change of changes) {
          if (change.kind === 'insert') await run(accountId, 'insertMemory', { accountId, id: change.memory.id });
          else await run(accountId, 'queueUpdate', { accountId, id: 'mem_0' });
        }
        return [{ kind: 'written' }];
      },
      get: (accountId, id) => get(memories, { accountId, id }) as never,
    } as Partial<MemoryStore> as MemoryStore,
    memoryDeletions: { prepare: async () => {} },
  };
}
