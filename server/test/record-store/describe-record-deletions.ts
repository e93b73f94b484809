import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { commands, queries } from '../../src/app/store-commands.ts';
import { accounts, auditEvents } from '../../src/domain/accounts/kinds.ts';
import { memories } from '../../src/domain/memories/kinds.ts';
import { requests } from '../../src/domain/usage/kinds.ts';
import { createClaims } from '../../src/domain/webhooks/start-deliveries.ts';
import type { RecordStore } from '../../src/ports/record-store.ts';
import { accountSteps, addAccount } from '../account-steps.ts';
import { makeAccount } from '../make-account.ts';
import { makeWebhook } from '../webhooks/make-webhook.ts';
import { countRecords, kindsOfAccounts, makeSample, type sampleCommands } from './sample-records.ts';

type Records = RecordStore<typeof commands & typeof sampleCommands, typeof queries>;

const at = Date.UTC(2026, 0, 15, 12);
const [ana, bo] = ['acct_1', 'acct_10'];
const deletion = { accountId: ana, id: 'del_1' };
const counts = { memories: 2, apiKeys: 1, sessions: 1, requests: 1 };

/**
 * Specifies the deletion of accounts over records.
 * @param open opens an empty store with the commands of the domain and of samples
 */
export function describeRecordDeletions(
  name: string,
  open: () => Promise<{ records: Records; close(): Promise<unknown> }>,
): void {
  describe(`account deletions: ${name}`, () => {
    let records: Records;
    let close: () => Promise<unknown>;
    beforeEach(async () => {
      ({ records, close } = await open());
      for (const id of [ana, bo]) {
        await addAccount(records, makeAccount(id));
        await records.run(id, 'insertSamples', { accountId: id });
      }
    });
    afterEach(async () => void (await close()));

    async function begin(accountId = ana, id = 'del_1') {
      const stored = await records.query(accountId, 'countStored', { accountId });
      return records.run(accountId, 'beginDeletion', { accountId, id, at, stored });
    }
    async function removeAll(): Promise<number> {
      let steps = 0;
      while ((await records.run(ana, 'removeOfAccount', deletion)) > 0) steps++;
      return steps;
    }
    const finish = (graceMs = 0) => records.run(ana, 'finishDeletion', { ...deletion, graceMs });
    const pending = () => records.scan(accounts, 'deletion', { of: [], limit: 9 });

    it('ends the credentials of the account at once and frees its email', async () => {
      for (const accountId of [ana, bo]) {
        const webhook = makeWebhook(`whk_${accountId}`, { accountId, events: ['memory.updated'] });
        await records.run(accountId, 'createWebhook', { webhook, max: 9 });
        await records.run(accountId, 'queueUpdate', { accountId, id: 'mem_0' });
      }
      const steps = accountSteps(records as never);
      expect(await begin()).toEqual(counts);
      expect(await steps.find({ id: ana })).toBeUndefined();
      expect(await steps.find({ email: `${ana}@example.org` })).toBeUndefined();
      expect((await steps.list()).map(({ id }) => id)).toEqual([bo]);
      expect(await steps.findKey(`${ana}_hash`)).toBeUndefined();
      expect(await steps.findToken(`${ana}_hash`)).toBeUndefined();
      expect(await createClaims(records, { now: () => at * 2 })(9)).toMatchObject([{ webhook: { accountId: bo } }]);
      expect(await steps.findKey(`${bo}_hash`)).toBeDefined();
      expect(await records.count(memories, 'key', { of: [bo] })).toBe(1);
      expect(await steps.createAccount(makeAccount('acct_3', { email: `${ana}@example.org` }), '$')).toBe('created');
    });

    it('begins once, and never for an account that does not exist', async () => {
      expect(await begin('acct_9')).toBeUndefined();
      await begin();
      expect(await begin(ana, 'del_2')).toBeUndefined();
      const begun = { deletionId: 'del_1', deletionBegunAt: at, deletionCounts: counts };
      expect(await pending()).toMatchObject([{ id: ana, ...begun }]);
    });

    it('removes the records of every kind, in slices, after the grace period, and leaves those of others', async () => {
      const before = await countRecords(records, bo);
      expect(Object.values(before).every((count) => count > 0)).toBe(true);
      await begin();
      expect(await records.run(ana, 'removeOfAccount', { ...deletion, id: 'del_2' })).toBe(0);
      expect(await finish()).toBe(false);
      expect(await removeAll()).toBeGreaterThan(kindsOfAccounts.length - 4);
      expect(Object.values(await countRecords(records, ana)).every((count) => count === 0)).toBe(true);
      expect([await finish(1e15), await finish(), await finish()]).toEqual([false, true, false]);
      expect(await records.get(accounts, { id: ana })).toBeUndefined();
      expect(await countRecords(records, bo)).toEqual(before);
      expect(await pending()).toEqual([]);
    });

    it('drops what is still to be written of the account', async () => {
      await begin();
      await removeAll();
      await records.run('', 'addSearches', [{ accountId: ana, month: 24_312, searches: 1 }]);
      const request = { ...makeSample(requests, ana), limitedMinute: null, meteredTimes: 1, latencyStep: 0 };
      await records.run('', 'appendRequests', [request as never]);
      await records.run(ana, 'appendAuditEvent', makeSample(auditEvents, ana) as never);
      expect(await finish()).toBe(true);
    });
  });
}
