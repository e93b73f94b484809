import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount } from '../../test/make-account.ts';
import { emptyMetadataIndex, makeIndex } from '../../test/make-index.ts';
import { makeMemory } from '../../test/make-memory.ts';
import type { AccountDeletions } from './account-deletions.ts';
import type { AccountStore, ApiKey } from './account-store.ts';
import type { AuditLog } from './audit-log.ts';
import type { MemoryDeletions, NewDeletion } from './memory-deletions.ts';
import type { MemoryStore } from './memory-store.ts';
import type { RequestLog } from './request-log.ts';
import type { UsageStore } from './usage-store.ts';
import type { WebhookStore } from './webhooks.ts';

interface Stores {
  accounts: AccountStore;
  deletions: AccountDeletions;
  audit: AuditLog;
  memories: MemoryStore;
  memoryDeletions: MemoryDeletions;
  requests: RequestLog;
  usage: UsageStore;
  webhooks: WebhookStore;
  close(): Promise<void>;
}

const at = Date.UTC(2026, 0, 15, 12);
const [ana, bo] = ['acct_1', 'acct_2'];
const month = 24_312;
const hashOf = (text: string) => createHash('sha256').update(text).digest();
const none = { revokedAt: null, lastUsedAt: null, replacedBy: null, restriction: null, expiresAt: null };

function keyOf(accountId: string): ApiKey {
  return { id: `key_${accountId}`, accountId, label: 'a', keyPrefix: 'mnk_', scopes: ['read'], createdAt: at, ...none };
}

/** Fills every kind of row that an account can have. */
async function fill(
  { accounts, audit, memories, memoryDeletions, requests, usage, webhooks }: Stores,
  accountId: string,
): Promise<void> {
  await accounts.createAccount(makeAccount(accountId), '$');
  await accounts.createKey(keyOf(accountId), hashOf(`key of ${accountId}`), { maxLive: 9 });
  const token = { hash: hashOf(`token of ${accountId}`), accountId, createdAt: at, expiresAt: at + 1 };
  await accounts.createToken({ ...token, lastUsedAt: null, userAgent: null, address: null }, { maxLive: 9 });
  const response = { fingerprint: 'f', status: 202, location: null, etag: null, body: '{}', subjectId: 'mem_0' };
  const times = { createdAt: at, expiresAt: at * 2 };
  for (const n of [0, 1, 2]) {
    const memory = makeMemory('a harbour', { accountId, id: `mem_${n}`, userId: accountId, status: 'pending' });
    const index = makeIndex(['harbour'], { filterKeys: ['a', 'b'], projects: ['zanzibar'] });
    const idempotencyRecord = { key: `k${n}`, response, ...times };
    await memories.commit([{ accountId, changes: [{ kind: 'insert', memory, index }], idempotencyRecord }]);
  }
  await webhooks.create(
    {
      ...{
        id: `whk_${accountId}`,
        accountId,
        url: 'https://example.com/',
        events: ['memory.updated'],
        description: null,
      },
      ...{ includeText: false, disabledReason: null, enabledAt: at, secret: 'whsec_', previousSecret: null },
      ...{ previousSecretEndsAt: null, createdAt: at, updatedAt: at },
    },
    { max: 9 },
  );
  const by = { kind: 'session', keyPrefix: null } as const;
  const metadata = { metadata: {}, index: emptyMetadataIndex };
  await memories.commit([
    { accountId, changes: [{ kind: 'change', id: 'mem_0', at: at + 1, by, metadata, text: null }] },
  ]);
  const deletion: NewDeletion = {
    ...{ id: 'del_0', accountId, kind: 'scope', parameters: {}, codes: {}, secret: null, actor: null, startedAt: at },
  };
  await memoryDeletions.prepare(deletion, ['mem_1']);
  await usage.countSearch(accountId, month, null);
  const request = {
    ...{ id: `req_${accountId}`, accountId, createdAt: at, method: 'GET', path: '/usage', operation: 'getUsage' },
    ...{
      source: 'rest' as const,
      statusCode: 200,
      latencyMs: 1,
      keyId: null,
      keyPrefix: null,
      metered: null,
      meteredTimes: 1,
    },
    ...{ count: 1, latencyStep: 0, isRateLimited: false },
  };
  await requests.append([request]);
  const actor = { kind: 'session', keyPrefix: null, sessionId: null } as const;
  const event = { id: 'evt_1', accountId, time: at, action: 'log_in', outcome: 'ok', address: null } as const;
  await audit.append({ ...event, actor, detail: {} });
}

/**
 * Holds the cases that every {@link AccountDeletions} must pass.
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
    const deletion = { id: 'del_1', at };

    it('ends the credentials of the account at once and frees its email', async () => {
      const { accounts, deletions, memories, webhooks } = stores;
      expect(await deletions.begin(ana, deletion)).toEqual({ memories: 3, apiKeys: 1, sessions: 1, requests: 1 });
      expect(await accounts.findAccounts({ id: ana })).toEqual([]);
      expect(await accounts.findAccounts({ email: `${ana}@example.org` })).toEqual([]);
      expect((await accounts.findAccounts()).map(({ account }) => account.id)).toEqual([bo]);
      expect(await accounts.findKey(hashOf(`key of ${ana}`))).toBeUndefined();
      expect(await accounts.findToken(hashOf(`token of ${ana}`))).toBeUndefined();
      expect(await webhooks.claim({ now: at * 2, leaseMs: 1, webhooks: 9, deliveries: 9 })).toMatchObject([
        { webhook: { accountId: bo } },
      ]);
      expect(await accounts.findKey(hashOf(`key of ${bo}`))).toBeDefined();
      expect(await memories.get(bo, 'mem_0')).toBeDefined();
      expect(await accounts.createAccount(makeAccount('acct_3', { email: `${ana}@example.org` }), '$')).toBe('created');
    });

    it('begins once, and never for an account that does not exist', async () => {
      expect(await stores.deletions.begin('acct_9', deletion)).toBeUndefined();
      await stores.deletions.begin(ana, deletion);
      expect(await stores.deletions.begin(ana, { id: 'del_2', at })).toBeUndefined();
      const counts = { memories: 3, apiKeys: 1, sessions: 1, requests: 1 };
      expect(await stores.deletions.pending()).toEqual([{ id: 'del_1', accountId: ana, begunAt: at, counts }]);
    });

    it('leaves nothing of the account, and everything of others', async () => {
      const { deletions, memories, audit } = stores;
      await deletions.begin(ana, deletion);
      const [pending] = await deletions.pending();
      if (!pending) throw new Error('no deletion is pending');
      expect(await deletions.finish(pending)).toBe(false);
      const before = await left(bo);
      while ((await deletions.removeSome(pending)) > 0);
      expect(await deletions.finish(pending)).toBe(true);
      expect(await left(ana)).toBe(0);
      expect(await left(bo)).toBe(before);
      expect(await deletions.pending()).toEqual([]);
      expect(await deletions.finish(pending)).toBe(false);
      expect(await memories.get(bo, 'mem_2')).toBeDefined();
      expect(await audit.list(bo, { limit: 9 })).toHaveLength(1);
    });

    it('drops what is still to be written of the account', async () => {
      const { requests, usage, audit, deletions } = stores;
      await deletions.begin(ana, deletion);
      const [pending] = await deletions.pending();
      while (pending && (await deletions.removeSome(pending)) > 0);
      await usage.addSearches([{ accountId: ana, month, searches: 1 }]);
      const { rows } = await requests.list({ accountId: bo, limit: 1, offset: 0 });
      await requests.append(
        rows.map((row) => ({ ...row, accountId: ana, meteredTimes: 1, latencyStep: 0, isRateLimited: false })),
      );
      const [event] = await audit.list(bo, { limit: 1 });
      if (event) await audit.append({ ...event, accountId: ana });
      expect(pending && (await deletions.finish(pending))).toBe(true);
    });
  });
}
