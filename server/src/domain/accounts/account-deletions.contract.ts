import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountSteps } from '../../../test/account-steps.ts';
import type { DeletionSteps } from '../../../test/deletion-steps.ts';
import { makeAccount } from '../../../test/make-account.ts';
import { emptyMetadataIndex, makeIndex } from '../../../test/make-index.ts';
import { makeMemory } from '../../../test/make-memory.ts';
import { makeWebhook } from '../../../test/webhooks/make-webhook.ts';
import type { StoreCommands, StoreQueries } from '../../app/store-commands.ts';
import type { Memory } from '../../ports/memory.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import { toContentChange } from '../memories/changes.ts';
import { toInsert } from '../memories/create-memory.ts';
import { type NewDeletion, noCodes } from '../memories/deletion-kinds.ts';
import type { MemoryStore } from '../memories/memory-store.ts';
import type { AppendedRequest } from '../usage/request-log-commands.ts';
import { createClaims } from '../webhooks/start-deliveries.ts';
import { type ApiKey, accounts, auditEvents } from './kinds.ts';

interface Stores {
  records: RecordStore<StoreCommands, StoreQueries>;
  memories: MemoryStore;
  memoryDeletions: Pick<DeletionSteps, 'prepare'>;
  close(): Promise<void>;
}

const at = Date.UTC(2026, 0, 15, 12);
const [ana, bo] = ['acct_1', 'acct_2'];
const month = 24_312;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const none = { revokedAt: null, lastUsedAt: null, replacedBy: null, restriction: null, expiresAt: null };

function keyOf(accountId: string): ApiKey {
  const hash = hashOf(`key of ${accountId}`);
  return {
    id: `key_${accountId}`,
    accountId,
    hash,
    label: 'a',
    keyPrefix: 'mnk_',
    scopes: ['read'],
    createdAt: at,
    ...none,
  };
}

/** Fills every kind of row that an account can have. */
async function fill({ records, memories, memoryDeletions }: Stores, accountId: string): Promise<void> {
  const steps = accountSteps(records);
  await steps.createAccount(makeAccount(accountId), '$');
  await steps.createKey(keyOf(accountId), { maxLive: 9 });
  const token = { hash: hashOf(`token of ${accountId}`), accountId, createdAt: at, expiresAt: at + 1 };
  await steps.createToken({ ...token, lastUsedAt: null, userAgent: null, address: null }, { maxLive: 9 });
  const response = { fingerprint: 'f', body: '{}', subjectId: 'mem_0', expiresAt: at * 2 };
  for (const n of [0, 1, 2]) {
    const memory = makeMemory('a harbour', { accountId, id: `mem_${n}`, userId: accountId, status: 'pending' });
    const index = makeIndex(['harbour'], { filterKeys: ['a', 'b'], projects: ['zanzibar'] });
    const idempotencyRecord = { key: `k${n}`, ...response };
    await memories.commit([{ accountId, changes: [toInsert(memory, index)], idempotencyRecord }]);
  }
  const webhook = makeWebhook(`whk_${accountId}`, { accountId, events: ['memory.updated'] });
  await records.run(accountId, 'createWebhook', { webhook, max: 9 });
  const by = { kind: 'session', keyPrefix: null } as const;
  const metadata = { metadata: {}, ...emptyMetadataIndex };
  const memory = (await memories.get(accountId, 'mem_0')) as Memory;
  await memories.commit([{ accountId, changes: [toContentChange(memory, { at: at + 1, by, metadata })] }]);
  const deletion: NewDeletion = {
    ...{ id: 'del_0', accountId, kind: 'scope', parameters: {}, ...noCodes, actor: null, startedAt: at },
  };
  await memoryDeletions.prepare(deletion, ['mem_1']);
  await records.run('', 'addSearches', [{ accountId, month, searches: 1 }]);
  const request: AppendedRequest = {
    ...{ id: `req_${accountId}`, accountId, createdAt: at, method: 'GET', path: '/usage', operation: 'getUsage' },
    ...{ source: 'rest', statusCode: 200, latencyMs: 1, keyId: null, keyPrefix: null, metered: null, meteredTimes: 1 },
    ...{ count: 1, latencyStep: 0, limitedMinute: null },
  };
  await records.run('', 'appendRequests', [request]);
  const actor = { kind: 'session', keyPrefix: null, sessionId: null } as const;
  const event = { id: 'evt_1', accountId, time: at, action: 'log_in', outcome: 'ok', address: null } as const;
  await records.run(accountId, 'appendAuditEvent', { ...event, actor, detail: {} });
}

/**
 * Specifies the deletion of accounts.
 * @param create opens a new, empty store, in which deletions of the time {@link at} are old
 * @param left counts all rows that are stored under the account, in any way
 */
export function describeAccountDeletions(
  name: string,
  create: () => Promise<Stores>,
  left: (accountId: string) => Promise<number>,
): void {
  describe(`account deletions: ${name}`, () => {
    let stores: Stores;
    beforeEach(async () => {
      stores = await create();
      for (const accountId of [ana, bo]) await fill(stores, accountId);
    });
    afterEach(() => stores.close());
    const begin = async (accountId: string, id = 'del_1') => {
      const stored = await stores.records.query(accountId, 'countStored', { accountId });
      return stores.records.run(accountId, 'beginDeletion', { accountId, id, at, stored });
    };
    const deletion = { accountId: ana, id: 'del_1' };
    const removeAll = async () => {
      while ((await stores.records.run(ana, 'removeOfAccount', deletion)) > 0);
    };
    const finish = () => stores.records.run(ana, 'finishDeletion', { ...deletion, graceMs: 0 });
    const pending = () => stores.records.scan(accounts, 'deletion', { of: [], limit: 9 });
    const auditOf = (accountId: string) => stores.records.scan(auditEvents, 'time', { of: [accountId], limit: 9 });

    it('ends the credentials of the account at once and frees its email', async () => {
      const { records, memories } = stores;
      const steps = accountSteps(records);
      expect(await begin(ana)).toEqual({ memories: 3, apiKeys: 1, sessions: 1, requests: 1 });
      expect(await steps.find({ id: ana })).toBeUndefined();
      expect(await steps.find({ email: `${ana}@example.org` })).toBeUndefined();
      expect((await steps.list()).map(({ id }) => id)).toEqual([bo]);
      expect(await steps.findKey(hashOf(`key of ${ana}`))).toBeUndefined();
      expect(await steps.findToken(hashOf(`token of ${ana}`))).toBeUndefined();
      const claims = await createClaims(records, { now: () => at * 2 })(9);
      expect(claims).toMatchObject([{ webhook: { accountId: bo } }]);
      expect(await steps.findKey(hashOf(`key of ${bo}`))).toBeDefined();
      expect(await memories.get(bo, 'mem_0')).toBeDefined();
      expect(await steps.createAccount(makeAccount('acct_3', { email: `${ana}@example.org` }), '$')).toBe('created');
    });

    it('begins once, and never for an account that does not exist', async () => {
      expect(await begin('acct_9')).toBeUndefined();
      await begin(ana);
      expect(await begin(ana, 'del_2')).toBeUndefined();
      const counts = { memories: 3, apiKeys: 1, sessions: 1, requests: 1 };
      expect(await pending()).toMatchObject([
        { id: ana, deletionId: 'del_1', deletionBegunAt: at, deletionCounts: counts },
      ]);
    });

    it('leaves nothing of the account, and everything of others', async () => {
      await begin(ana);
      expect(await finish()).toBe(false);
      const before = await left(bo);
      await removeAll();
      expect(await finish()).toBe(true);
      expect(await left(ana)).toBe(0);
      expect(await left(bo)).toBe(before);
      expect(await pending()).toEqual([]);
      expect(await finish()).toBe(false);
      expect(await stores.memories.get(bo, 'mem_2')).toBeDefined();
      expect(await auditOf(bo)).toHaveLength(1);
    });

    it('drops what is still to be written of the account', async () => {
      const { records } = stores;
      await begin(ana);
      await removeAll();
      await records.run('', 'addSearches', [{ accountId: ana, month, searches: 1 }]);
      const { rows } = await records.query(bo, 'listRequests', { accountId: bo, limit: 1, offset: 0 });
      const others = rows.map(({ order: _, ...row }) => ({ ...row, accountId: ana, meteredTimes: 1, latencyStep: 0 }));
      await records.run('', 'appendRequests', others);
      const [event] = await auditOf(bo);
      if (event) await records.run(ana, 'appendAuditEvent', { ...event, accountId: ana });
      expect([rows.length, event !== undefined, await finish()]).toEqual([1, true, true]);
    });
  });
}
