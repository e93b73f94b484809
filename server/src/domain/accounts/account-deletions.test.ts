import { expect, it } from 'vitest';
import { createTestStore } from '../../../test/create-test-store.ts';
import { describeRecordDeletions } from '../../../test/record-store/describe-record-deletions.ts';
import { sqliteDomain } from '../../app/store-commands.ts';
import { type DeletionReceipt, startAccountDeletions } from './account-deletions.ts';

const writer = new URL('../../../test/record-store/sample-writer.ts', import.meta.url);
const workers = { ...sqliteDomain.workers, writer };

describeRecordDeletions('records in SQLite', async () => {
  const { records, close } = await createTestStore({ now: Date.now, workers });
  return { records: records as never, close };
});

const counts = { memories: 3, apiKeys: 1, sessions: 1, requests: 1 };
const one = { id: 'del_1', accountId: 'acct_1', begunAt: 5, counts };

type DeletionRecords = Parameters<typeof startAccountDeletions>[0]['records'];

/** An account that is deleted, with so many rows, of which a step removes one. The step with this number fails. */
function createDeletions(rows: number, failsAt = -1): DeletionRecords {
  let left = rows;
  let steps = 0;
  let isEnded = false;
  const account = { id: one.accountId, deletionId: one.id, deletionBegunAt: one.begunAt, deletionCounts: counts };
  return {
    scan: async () => (isEnded ? [] : [account]),
    async run(_: string, name: string) {
      if (name === 'removeOfAccount') {
        if (++steps === failsAt) throw new Error('the store is away');
        return left > 0 ? left-- : 0;
      }
      isEnded = left === 0;
      return isEnded;
    },
  } as unknown as DeletionRecords;
}

function start(records: DeletionRecords) {
  const receipts: DeletionReceipt[] = [];
  const errors: unknown[] = [];
  let forgotten = 0;
  const worker = startAccountDeletions({
    ...{ records, clock: { now: () => 9 }, everyMs: 1e6, forget: async () => void forgotten++ },
    ...{ onReceipt: (receipt) => receipts.push(receipt), onError: (error) => errors.push(error) },
  });
  return { worker, receipts, errors, forgotten: () => forgotten };
}

it('a deletion from before the start is carried out, with one receipt', async () => {
  const { worker, receipts, forgotten } = start(createDeletions(5));
  await worker.run();
  expect(receipts).toEqual([{ ...one, verifiedAt: 9 }]);
  expect(forgotten()).toBe(1);
  await worker.run();
  expect(receipts).toHaveLength(1);
  await worker.stop();
});

it('a deletion goes on after a step has failed', async () => {
  const { worker, receipts, errors } = start(createDeletions(5, 3));
  await worker.run();
  await worker.run();
  expect([errors.length, receipts.length]).toEqual([1, 1]);
  await worker.stop();
});

it('a stop ends between two steps, and without a receipt', async () => {
  const { worker, receipts } = start(createDeletions(Number.POSITIVE_INFINITY));
  await worker.stop();
  expect(receipts).toEqual([]);
});
