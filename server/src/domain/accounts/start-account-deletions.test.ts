import { expect, it } from 'vitest';
import type { AccountDeletion, AccountDeletions } from '../../ports/account-deletions.ts';
import { type DeletionReceipt, startAccountDeletions } from './start-account-deletions.ts';

const counts = { memories: 3, apiKeys: 1, sessions: 1, requests: 1 };
const one: AccountDeletion = { id: 'del_1', accountId: 'acct_1', begunAt: 5, counts };

/** Deletions whose account has so many rows, of which a step removes one. The step with this number fails. */
function createDeletions(rows: number, failsAt = -1): AccountDeletions {
  let left = rows;
  let steps = 0;
  let isEnded = false;
  return {
    begin: async () => counts,
    pending: async () => (isEnded ? [] : [one]),
    async removeSome() {
      if (++steps === failsAt) throw new Error('the store is away');
      return left > 0 ? left-- : 0;
    },
    async finish() {
      isEnded = left === 0;
      return isEnded;
    },
  };
}

function start(deletions: AccountDeletions) {
  const receipts: DeletionReceipt[] = [];
  const errors: unknown[] = [];
  const worker = startAccountDeletions({
    ...{ deletions, clock: { now: () => 9 }, everyMs: 1e6 },
    ...{ onReceipt: (receipt) => receipts.push(receipt), onError: (error) => errors.push(error) },
  });
  return { worker, receipts, errors };
}

it('a deletion from before the start is carried out, with one receipt', async () => {
  const { worker, receipts } = start(createDeletions(5));
  await worker.run();
  expect(receipts).toEqual([{ ...one, verifiedAt: 9 }]);
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
