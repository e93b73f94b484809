import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeMemoryRecord } from '../../test/copy/make-records.ts';
import { readAll } from '../../test/copy/use-records.ts';
import { emptyMetadataIndex } from '../../test/make-index.ts';
import { changeMemory, completeClaims, insertMemory } from '../../test/store-steps.ts';
import { putRecords } from '../domain/transfer/put-records.ts';
import type { AccountStore } from './account-store.ts';
import type { AuditEvent } from './audit-log.ts';
import type { Deletion } from './memory-deletions.ts';
import type { Memory, MemoryIndex, MemoryStore, MemoryVersion } from './memory-store.ts';
import type {
  AccountRecord,
  DayRecord,
  DeletionRecord,
  DeliveryRecord,
  KeyRecord,
  MemoryRecord,
  RecordReader,
  RecordStore,
  RequestRecord,
} from './records.ts';
import { latencySteps, type RequestLog } from './request-log.ts';
import type { UsageStore } from './usage-store.ts';
import type { Webhook, WebhookClaim, WebhookDelivery, WebhookStore } from './webhooks.ts';

interface Opened {
  accounts: AccountStore;
  memories: MemoryStore;
  usage: UsageStore;
  requests: RequestLog;
  webhooks: WebhookStore;
  close(): Promise<void>;
}

interface TestStore {
  /** One store is open at a time. */
  openTarget(): Promise<RecordStore>;
  openSource(): Promise<RecordReader>;
  openStore(): Promise<Opened>;
  remove(): Promise<void>;
}

const ana = 'acct_ana';
const bo = 'acct_bo';
const noon = Date.UTC(2026, 0, 15, 12);
const embedderId = 'test@1';
const month = Date.UTC(2026, 0);
const unlimited = { month, memoryWrites: null, endUsers: null, projects: null };

function anAccount(id: string, changes: Partial<AccountRecord['account']> = {}): AccountRecord {
  return {
    account: {
      id,
      email: `${id}@Example.com`,
      phone: null,
      plan: 'enterprise',
      limits: { memoryWrites: 5, memorySearches: null, endUsers: 0 },
      suspendedAt: Date.UTC(2026, 1),
      createdAt: noon,
      ...changes,
    },
    passwordHash: '$scrypt$1',
  };
}

function aDeletion(id: string, items: string[], changes: Partial<Deletion> = {}): DeletionRecord {
  const scoped = { parameters: { user_id: 'alice' }, codes: { user_id: 'c0de' }, secret: 'ab' };
  const removed = { memories: 0, versions: 0, vectors: 0, wordEntries: 0, storedResponses: 0 };
  const times = { startedAt: noon, finishedAt: null, verifiedAt: null };
  const actor = { kind: 'api_key', keyPrefix: 'mnk_0123' } as const;
  const deletion: Deletion = {
    ...{
      id,
      accountId: ana,
      kind: 'scope',
      ...scoped,
      actor,
      state: 'running',
      matched: 1,
      removed,
      ...times,
      ...changes,
    },
  };
  return { deletion, items };
}

function aKey(id: string, changes: Partial<KeyRecord['key']> = {}): KeyRecord {
  const key: KeyRecord['key'] = {
    id,
    accountId: ana,
    label: 'laptop',
    keyPrefix: 'mnk_0123',
    scopes: ['read'],
    createdAt: noon,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: noon + 5,
    replacedBy: 'key_next',
    restriction: { userId: 'alice', agentId: null, project: 'apollo' },
    ...changes,
  };
  return { key, hash: createHash('sha256').update(id).digest() };
}

function aWebhook(id: string, changes: Partial<Webhook> = {}): Webhook {
  return {
    ...{ id, accountId: ana, url: 'https://example.com/hook', events: ['memory.ready', 'quota.near'] },
    ...{ description: 'a search page', includeText: true, disabledReason: null, enabledAt: noon, secret: 'whsec_1' },
    ...{ previousSecret: 'whsec_0', previousSecretEndsAt: noon + 5, createdAt: noon, updatedAt: noon + 1, ...changes },
  };
}

/** Makes an event that waits after one attempt. */
function aDelivery(id: string, changes: Partial<DeliveryRecord> = {}): DeliveryRecord {
  return {
    ...{ id, webhookId: 'whk_2', type: 'memory.ready', memoryId: 'mem_1', version: 3, detail: { outcome: 'stored' } },
    ...{ status: 'pending', attempts: 1, createdAt: noon, firstAttemptAt: noon + 1, lastAttemptAt: noon + 1 },
    ...{ nextAttemptAt: noon + 50, responseStatus: 500, error: 'status', order: 1, ...changes },
  };
}

function anEvent(id: string, changes: Partial<AuditEvent> = {}): AuditEvent {
  const actor = { kind: 'session', keyPrefix: null, sessionId: 'ses_1' } as const;
  return {
    ...{ id, accountId: ana, time: noon, action: 'webhook_changed', outcome: 'ok', actor, address: '192.0.2.7' },
    ...{ detail: { webhook_id: 'whk_1', 'a.b': ['$x'] }, ...changes },
  };
}

let made = 0;

function aVersion(version: number, changes: Partial<MemoryVersion> = {}): MemoryVersion {
  const [changedAt, replacedAt] = [noon + version, noon + version + 1];
  const content = { text: `version ${version}`, messages: null, metadata: { b: 1, a: [null] } };
  return { version, ...content, changedAt, changedBy: null, replacedAt, ...changes };
}

/** Makes a ready memory with two former versions, two vectors, filter keys and entities, apart from the changes. */
function aMemory(
  memoryChanges: Partial<Memory> = {},
  changes: Partial<Omit<MemoryRecord, 'index'>> & { index?: Partial<MemoryIndex> } = {},
): MemoryRecord {
  const memory: Memory = {
    id: `mem_${String(++made).padStart(26, '0')}`,
    accountId: ana,
    text: 'The boat is “blue”.\nLänge läve!',
    messages: null,
    userId: ana,
    endUserId: null,
    agentId: null,
    runId: null,
    metadata: { b: 1, a: ['x', null], 2: 'two' },
    status: 'ready',
    outcome: 'stored',
    failure: null,
    infer: false,
    isArchived: false,
    extraction: null,
    sourceMemoryId: null,
    entities: [{ name: 'Ada', kind: 'name' }],
    version: 3,
    revision: 4,
    changedBy: { kind: 'api_key', keyPrefix: 'mnk_0123' },
    occurredAt: noon - 1,
    createdAt: noon,
    updatedAt: noon + 2,
    expiresAt: Date.UTC(2999, 0),
    textChangedAt: noon + 1,
    attempts: 2,
    nextAttemptAt: null,
    ...memoryChanges,
  };
  const { index, ...rest } = changes;
  return {
    memory,
    outcome: memory.outcome,
    versions: [
      aVersion(1, { messages: [{ role: 'user', content: 'hi' }], changedBy: null }),
      aVersion(2, { changedBy: { kind: 'session', keyPrefix: null } }),
    ],
    index: {
      words: ['boat', 'blue', 'boat'],
      identifiers: ['§kx4410b', '§v2beta'],
      tagWords: ['harbour'],
      speaker: null,
      characters: 20,
      ending: '.',
      copyHash: 4_123_456_789,
      filterKeys: ['["a","x"]', '["b",1]'],
      projects: ['p', 'q'],
      ...index,
    },
    rejections: 1,
    crashCount: 0,
    pendingSince: null,
    vectors: [aVector(1), aVector(2)],
    tokens: Int8Array.of(7, -7),
    ...rest,
  };
}

function aVector(first: number, ofEmbedder = embedderId) {
  return { embedderId: ofEmbedder, scale: 0.1 + 0.2, values: Int8Array.of(first, -128, 127, 0, 1, 2, 3, 4) };
}

const pendingMemory: Partial<Memory> = {
  ...{ status: 'pending', outcome: null, entities: [], attempts: 0, nextAttemptAt: noon + 9 },
};

/** Makes memories in every state. */
function allKinds(): MemoryRecord[] {
  const extraction = { duplicateOf: null, extractedIds: ['mem_x'], originalText: 'Boats!' };
  const unembedded = { vectors: [], tokens: undefined };
  const pending = { pendingSince: noon + 3, ...unembedded };
  return [
    aMemory(),
    aMemory(pendingMemory, pending),
    aMemory({ ...pendingMemory, infer: true }, pending),
    // A fact replaced the written text, and is not embedded yet.
    aMemory({ ...pendingMemory, extraction }, { ...pending, outcome: 'extracted' }),
    aMemory({ ...pendingMemory, failure: { code: 'later', message: 'again' } }, { ...pending, crashCount: 2 }),
    aMemory({ status: 'failed', outcome: null, failure: { code: 'gone', message: 'no' } }, unembedded),
    aMemory(
      { isArchived: true, outcome: 'duplicate', extraction: { ...extraction, duplicateOf: 'mem_y' } },
      { ...unembedded, index: { filterKeys: [], projects: [] } },
    ),
    aMemory(
      { runId: 'r', agentId: 'a', userId: 'u', messages: [{ role: 'user', content: 'hi', name: 'Bo' }] },
      { index: { speaker: 'Bo', copyHash: null, words: [], identifiers: [], tagWords: [] } },
    ),
    aMemory(
      { sourceMemoryId: 'mem_z', textChangedAt: null, endUserId: 'u' },
      { vectors: [aVector(3, 'other@2'), aVector(4, 'other@2')] },
    ),
  ];
}

function aRequest(id: string, changes: Partial<RequestRecord> = {}): RequestRecord {
  return {
    id,
    accountId: ana,
    createdAt: noon,
    method: 'POST',
    path: '/memories',
    operation: 'createMemory',
    source: 'rest',
    statusCode: 202,
    latencyMs: 1.25,
    keyId: 'key_1',
    keyPrefix: null,
    metered: 'memory_write',
    count: 1,
    order: 1,
    ...changes,
  };
}

function aDay(changes: Partial<DayRecord> = {}): DayRecord {
  const latencies = new Array<number>(latencySteps).fill(0);
  latencies[7] = 3;
  const statuses = { 2: 2, 3: 0, 4: 1, 5: 0 };
  return { day: 20_000, operation: 'search', statuses, memoryWrites: 0, memorySearches: 2, latencies, ...changes };
}

const withoutOrder = ({ order: _, ...row }: RequestRecord) => row;
const withoutOrderOf = ({ order: _, ...row }: DeliveryRecord) => row;

/** The contract of every store that can be copied. `create` returns a location without a store. */
export function describeRecords(name: string, create: () => Promise<TestStore>): void {
  describe(`records: ${name}`, () => {
    let testStore: TestStore;
    let open: { close(): Promise<void> } | undefined;

    beforeEach(async () => {
      testStore = await create();
    });
    afterEach(async () => {
      await close();
      await testStore.remove();
    });

    /** Closes the open store first. */
    async function use<Store extends { close(): Promise<void> }>(opening: () => Promise<Store>): Promise<Store> {
      await close();
      const store = await opening();
      open = store;
      return store;
    }
    async function close(): Promise<void> {
      await open?.close();
      open = undefined;
    }
    const target = () => use(testStore.openTarget);
    const source = () => use(testStore.openSource);
    const store = () => use(testStore.openStore);
    async function targetWithAna(changes: Partial<AccountRecord['account']> = {}): Promise<RecordStore> {
      const copy = await target();
      await copy.addAccount(anAccount(ana, changes));
      return copy;
    }
    const idsOf = (records: readonly MemoryRecord[]) => records.map(({ memory }) => memory.id);

    it('returns accounts and keys exactly as they were put', async () => {
      const copy = await target();
      const accounts = [
        anAccount(bo, { email: null, phone: '+4670', createdAt: noon - 1, plan: 'free' }),
        anAccount(ana),
      ];
      for (const account of accounts) expect(await copy.addAccount(account)).toBe('created');
      const keys = [aKey('key_1'), aKey('key_2', { createdAt: noon + 1, revokedAt: noon + 2, expiresAt: noon + 3 })];
      await putRecords(copy, 'key', ana, keys);
      const found = await source();
      expect(await found.accounts()).toEqual(accounts);
      expect(await readAll(found, 'key', ana)).toEqual(keys);
      expect(await readAll(found, 'key', bo)).toEqual([]);
    });

    it('finds accounts by id, email in any spelling and phone, and no others', async () => {
      const copy = await use(testStore.openTarget);
      const accounts = [
        anAccount('acct_id'),
        anAccount('acct_email'),
        anAccount('acct_phone', { email: null, phone: '+4940123456' }),
        anAccount('acct_other'),
        anAccount('acct_other_phone', { email: null, phone: '+4940999999' }),
      ];
      for (const record of accounts) await copy.addAccount(record);
      const like = async (record: AccountRecord) => {
        const found = await copy.accountsLike(record.account);
        return found.toSorted((a, b) => (a.account.id < b.account.id ? -1 : 1));
      };
      expect(await like(anAccount('acct_id', { email: 'somebody@example.com' }))).toEqual([accounts[0]]);
      expect(await like(anAccount('acct_1', { email: 'ACCT_EMAIL@example.com' }))).toEqual([accounts[1]]);
      expect(await like(anAccount('acct_2', { email: null, phone: '+4940123456' }))).toEqual([accounts[2]]);
      const several = anAccount('acct_id', { email: 'ACCT_EMAIL@example.com', phone: '+4940123456' });
      expect(await like(several)).toEqual([accounts[1], accounts[0], accounts[2]]);
      expect(await like(anAccount('acct_3', { email: null }))).toEqual([]);
    });

    it('leaves an existing account as it is, and rejects the email of another one', async () => {
      const copy = await targetWithAna();
      expect(await copy.addAccount({ ...anAccount(ana, { plan: 'free' }), passwordHash: '$other' })).toBe('present');
      expect(await copy.addAccount(anAccount(bo, { email: `${ana}@example.COM` }))).toBe('taken');
      expect(await copy.accounts()).toEqual([anAccount(ana)]);
    });

    it('returns webhooks, events that wait for them and the audit log exactly as they were put', async () => {
      const copy = await targetWithAna();
      const ended = { disabledReason: 'deliveries_failed', previousSecret: null, previousSecretEndsAt: null } as const;
      const webhooks = [aWebhook('whk_2'), aWebhook('whk_1', { createdAt: noon + 1, ...ended, description: null })];
      // The second event of the memory has the smaller id.
      const deliveries = [
        aDelivery('dlv_2', { order: 7 }),
        aDelivery('dlv_1', { order: 8, createdAt: noon + 2, version: null, memoryId: null, detail: {} }),
      ];
      const events = [anEvent('evt_2'), anEvent('evt_1', { time: noon + 1, address: null, detail: {} })];
      await putRecords(copy, 'webhook', ana, webhooks);
      await putRecords(copy, 'delivery', ana, deliveries);
      await putRecords(copy, 'audit', ana, events);
      const found = await source();
      expect(await readAll(found, 'webhook', ana)).toEqual(webhooks);
      expect((await readAll(found, 'delivery', ana)).map(withoutOrderOf)).toEqual(deliveries.map(withoutOrderOf));
      expect(await readAll(found, 'audit', ana)).toEqual(events);
      for (const kind of ['webhook', 'delivery', 'audit'] as const) expect(await readAll(found, kind, bo)).toEqual([]);
    });

    it('keeps the newer state of a webhook, and what became of an event that was copied before', async () => {
      const copy = await targetWithAna({ suspendedAt: null });
      await putRecords(copy, 'webhook', ana, [aWebhook('whk_1')]);
      await putRecords(copy, 'delivery', ana, [aDelivery('dlv_1', { webhookId: 'whk_1' })]);
      const rotated = aWebhook('whk_1', { secret: 'whsec_2', updatedAt: noon + 9 });
      expect(await putRecords(copy, 'webhook', ana, [rotated])).toBe(1);
      expect(await putRecords(copy, 'webhook', ana, [aWebhook('whk_1')])).toBe(0);
      const { webhooks } = await store();
      const [claim] = await webhooks.claim({ now: noon + 60_000, leaseMs: 1_000, webhooks: 1, deliveries: 9 });
      expect(claim?.webhook).toEqual(rotated);
      expect(claim?.deliveries.map(({ id, attempts }) => [id, attempts])).toEqual([['dlv_1', 1]]);
      const done = { status: 'delivered', nextAttemptAt: null, responseStatus: 204, error: null } as const;
      await webhooks.complete(claim as WebhookClaim, [{ id: 'dlv_1', ...done }], {
        at: noon + 60_001,
        disabledReason: null,
      });
      const again = await target();
      expect(await putRecords(again, 'delivery', ana, [aDelivery('dlv_1', { webhookId: 'whk_1' })])).toBe(0);
      expect(await readAll(again, 'delivery', ana)).toEqual([]);
    });

    it('delivers the events of a memory in their order, those that were copied first', async () => {
      const copy = await targetWithAna({ suspendedAt: null });
      const one = aMemory({ version: 1 }, { versions: [] });
      await putRecords(copy, 'memory', ana, [one]);
      await putRecords(copy, 'webhook', ana, [aWebhook('whk_1', { disabledReason: null, events: ['memory.updated'] })]);
      const memoryId = one.memory.id;
      // Orders as SQLite gives them. The second event has the smaller id.
      const copied = ['dlv_b', 'dlv_a'].map((id, at) =>
        aDelivery(id, { webhookId: 'whk_1', memoryId, order: Number.MIN_SAFE_INTEGER + at }),
      );
      await putRecords(copy, 'delivery', ana, copied);
      const { memories, webhooks } = await store();
      const change = { metadata: {}, index: emptyMetadataIndex, text: null };
      await changeMemory(memories, { accountId: ana, id: memoryId, expectedVersion: 1, at: noon, ...change });
      const delivered: string[] = [];
      // The store of the test may have the clock of this machine.
      for (let now = Date.UTC(2099, 0); delivered.length < 3; now += 60_000) {
        const [claim] = (await webhooks.claim({ now, leaseMs: 1_000, webhooks: 1, deliveries: 9 })) as [WebhookClaim];
        const [{ id, type }] = claim.deliveries as [WebhookDelivery];
        delivered.push(copied.some((other) => other.id === id) ? id : type);
        const done = { id, status: 'delivered', nextAttemptAt: null, responseStatus: 204, error: null } as const;
        await webhooks.complete(claim, [done], { at: now, disabledReason: null });
      }
      expect(delivered).toEqual(['dlv_b', 'dlv_a', 'memory.updated']);
    });

    it('keeps deletions with their memories, and never goes back to an earlier state of one', async () => {
      const copy = await targetWithAna();
      const gone = makeMemoryRecord(ana, 'a harbour');
      await putRecords(copy, 'memory', ana, [gone]);
      const running = aDeletion('del_2', [gone.memory.id]);
      const verified = { state: 'done', finishedAt: noon + 1, verifiedAt: noon + 2, parameters: {} } as const;
      const done = aDeletion('del_1', [], { ...verified, removed: { ...running.deletion.removed, memories: 1 } });
      await putRecords(copy, 'deletion', ana, [running, done]);
      await putRecords(copy, 'deletion', ana, [aDeletion('del_1', [])]);
      const found = await source();
      expect(await readAll(found, 'deletion', ana)).toEqual([done, running]);
      expect(await readAll(found, 'deletion', bo)).toEqual([]);
    });

    it('never restores a revoked key, and keeps the later use', async () => {
      const copy = await targetWithAna();
      await putRecords(copy, 'key', ana, [aKey('key_1', { revokedAt: noon + 7, lastUsedAt: noon }), aKey('key_2')]);
      await putRecords(copy, 'key', ana, [aKey('key_1', { lastUsedAt: null }), aKey('key_2', { revokedAt: noon + 8 })]);
      const [first, second] = await readAll(copy, 'key', ana);
      expect(first?.key).toMatchObject({ revokedAt: noon + 7, lastUsedAt: noon });
      expect(second?.key).toMatchObject({ revokedAt: noon + 8, lastUsedAt: noon + 5 });
    });

    it('returns memories in every state exactly as they were put', async () => {
      const copy = await targetWithAna();
      const records = allKinds();
      expect(await putRecords(copy, 'memory', ana, records)).toBe(records.length);
      const found = await source();
      expect(await found.find('memory', ana, records)).toEqual(records);
      expect(await found.count(ana)).toEqual({ memories: records.length, requests: 0 });
      expect(await found.find('memory', ana, [aMemory(), ...records.slice(1, 3)])).toEqual(records.slice(1, 3));
    });

    it('pages through all memories of an account in the order of their ids, and none of another', async () => {
      const copy = await targetWithAna();
      await copy.addAccount(anAccount(bo));
      const records = [...allKinds(), ...allKinds()];
      await putRecords(copy, 'memory', ana, records.toReversed());
      await putRecords(copy, 'memory', bo, [aMemory({ accountId: bo })]);
      const seen: string[] = [];
      for (let after: MemoryRecord | null = null; ; ) {
        const page: MemoryRecord[] = await copy.page('memory', ana, { after, limit: 5 });
        if (page.length === 0) break;
        expect(page.length).toBeLessThanOrEqual(5);
        seen.push(...idsOf(page));
        after = page.at(-1) ?? null;
      }
      expect(seen).toEqual(idsOf(records));
      expect(await copy.find('memory', bo, records)).toEqual([]);
    });

    it('writes nothing twice, keeps newer records and replaces older ones', async () => {
      const copy = await targetWithAna();
      const record = aMemory();
      const { id } = record.memory;
      const later = (changes: Partial<Memory>, more: Partial<Omit<MemoryRecord, 'index'>> = {}) =>
        aMemory({ id, ...changes }, more);
      expect(await putRecords(copy, 'memory', ana, [record])).toBe(1);
      expect(await putRecords(copy, 'memory', ana, [record])).toBe(0);
      expect(await putRecords(copy, 'memory', ana, [later({ version: 2, text: 'older' })])).toBe(0);
      expect(await putRecords(copy, 'memory', ana, [later({ text: 'older', revision: 3 })])).toBe(0);
      expect(await putRecords(copy, 'memory', ana, [later({ ...pendingMemory }, { pendingSince: noon })])).toBe(0);
      expect(await copy.find('memory', ana, [record])).toEqual([record]);
      const newer = later(
        { version: 4, revision: 5, text: 'newer' },
        { vectors: [aVector(9)], versions: [aVersion(3)] },
      );
      expect(await putRecords(copy, 'memory', ana, [newer])).toBe(1);
      expect(await copy.find('memory', ana, [record])).toEqual([newer]);
      expect(await copy.count(ana)).toEqual({ memories: 1, requests: 0 });
    });

    it('leaves a store that lists, finds and counts the records', async () => {
      const copy = await targetWithAna();
      const records = allKinds();
      await putRecords(copy, 'memory', ana, records);
      // A record that replaces another one leaves nothing of it.
      const [first] = records as [MemoryRecord];
      const changed = { ...first, memory: { ...first.memory, version: 9 } };
      await putRecords(copy, 'memory', ana, [{ ...changed, index: { ...first.index, words: ['ship'] } }]);
      const { memories, usage } = await store();
      const visible = records.filter(({ memory }) => !memory.isArchived);
      const { memories: listed } = await memories.list({ scope: { accountId: ana }, limit: 100 });
      expect(listed.map(({ id }) => id)).toEqual(idsOf(visible).toReversed());
      expect(await memories.get(ana, (records[6] as MemoryRecord).memory.id)).toEqual(
        (records[6] as MemoryRecord).memory,
      );
      const query = {
        scope: { accountId: ana },
        identifiers: [],
        entities: [],
        times: [],
        timesAreAll: false,
        limit: 20,
      };
      const byWord = async (word: string) =>
        (await memories.candidates({ ...query, words: [word], vector: null })).candidates.map(({ id }) => id).sort();
      expect(await byWord('ship')).toEqual([first.memory.id]);
      expect(await byWord('harbour')).toContain(first.memory.id);
      expect(await byWord('boat')).toEqual(idsOf(visible.slice(1).filter(({ index }) => index.words.length > 0)));
      const values = Float32Array.from(Int8Array.of(1, -128, 127, 0, 1, 2, 3, 4), (value) => value / 182);
      const near = await memories.candidates({ ...query, words: [], vector: { embedderId, values } });
      const withVectors = visible.filter(({ vectors }) => vectors.some((one) => one.embedderId === embedderId));
      expect(near.candidates.map(({ id }) => id).sort()).toEqual(idsOf(withVectors));
      expect(near.candidates.find(({ id }) => id === first.memory.id)?.cosine).toBeGreaterThan(0.9);
      const scope = { accountId: ana, filterKeys: [['["b",1]']] };
      expect((await memories.list({ scope, limit: 100 })).memories).toHaveLength(visible.length);
      expect(await usage.usage(ana, month)).toEqual({ memoryWrites: 0, memorySearches: 0, endUsers: 1, projects: 2 });
    });

    it('lets ingest continue with pending memories, and no others', async () => {
      const copy = await targetWithAna();
      const records = allKinds();
      await putRecords(copy, 'memory', ana, records);
      const { memories } = await store();
      const options = {
        limit: 100,
        extractions: 100,
        characters: 1e6,
        leaseMs: 60_000,
        purpose: 'ingest' as const,
        quarantineAfter: 3,
        quarantined: false,
      };
      expect(await memories.claim({ ...options, now: noon })).toEqual([]);
      const claims = await memories.claim({ ...options, now: noon + 10 });
      const pending = records.filter(({ memory }) => memory.status === 'pending');
      expect(claims.map(({ id, revision, infer }) => [id, revision, infer]).sort()).toEqual(
        pending.map(({ memory }) => [memory.id, memory.revision, memory.infer]),
      );
      const results = claims.map((claim) => ({
        ...{ claim, embedderId, vectors: [Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0)], entities: [] },
      }));
      expect((await completeClaims(memories, results)).sort()).toEqual(idsOf(pending));
      const outcomes = await memories.getMany(ana, idsOf(pending));
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['stored', 'stored', 'extracted', 'stored']);
      expect(await memories.backlog()).toMatchObject({ pending: 0, failed: 1 });
    });

    it('copies memories that the store itself has written, with and without a lease', async () => {
      await targetWithAna();
      const { memories } = await store();
      const first = aMemory({ ...pendingMemory, version: 1, revision: 1, textChangedAt: null, updatedAt: noon });
      const index = { ...first.index, words: ['boat'] };
      for (const id of ['mem_1', 'mem_2']) await insertMemory(memories, { ...first.memory, id }, index, unlimited);
      const options = {
        limit: 1,
        extractions: 1,
        characters: 1,
        leaseMs: 60_000,
        purpose: 'ingest' as const,
        quarantineAfter: 3,
        quarantined: false,
      };
      const claims = await memories.claim({ ...options, now: noon + 10 });
      await completeClaims(
        memories,
        claims.map((claim) => ({
          claim,
          embedderId,
          vectors: [Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0.5)],
          entities: [],
        })),
      );
      await memories.claim({ ...options, now: noon + 10 });
      const found = await readAll(await source(), 'memory', ana);
      expect(found.map(({ memory, vectors }) => [memory.status, memory.revision, vectors.length])).toEqual([
        ['ready', 1, 1],
        ['pending', 1, 0],
      ]);
      expect(found[0]?.vectors).toEqual([
        { embedderId, scale: 1 / 127, values: Int8Array.of(127, 0, 0, 0, 0, 0, 0, 64) },
      ]);
      expect(found[1]?.memory.nextAttemptAt).toBeLessThanOrEqual(noon + 10);
    });

    it('returns requests in their order, and writes none twice', async () => {
      const copy = await targetWithAna();
      const rows = [
        aRequest('req_1', { createdAt: noon - 1, order: 5 }),
        aRequest('req_3', { order: 6, metered: null, keyId: null, keyPrefix: 'mnk_0123', latencyMs: 3 }),
        aRequest('req_2', { order: 7, statusCode: 500 }),
      ];
      expect(await putRecords(copy, 'request', ana, rows.slice(0, 2))).toBe(2);
      expect(await putRecords(copy, 'request', ana, rows)).toBe(1);
      const pages: RequestRecord[] = [];
      for (let after: RequestRecord | null = null; ; ) {
        const page: RequestRecord[] = await copy.page('request', ana, { after, limit: 2 });
        if (page.length === 0) break;
        pages.push(...page);
        after = page.at(-1) ?? null;
      }
      expect(pages.map(withoutOrder)).toEqual(rows.map(withoutOrder));
      const queries = [...rows, aRequest('req_9')];
      expect((await copy.find('request', ana, queries)).map(({ id }) => id).sort()).toEqual([
        'req_1',
        'req_2',
        'req_3',
      ]);
      expect(await copy.count(ana)).toEqual({ memories: 0, requests: 3 });
      const { requests } = await store();
      const listed = await requests.list({ accountId: ana, limit: 10, offset: 0 });
      expect(listed.rows).toEqual(rows.map(withoutOrder).toReversed());
    });

    it('keeps the larger counts of a month and the sums of more requests', async () => {
      const copy = await targetWithAna();
      const later = Date.UTC(2026, 1);
      await putRecords(copy, 'month', ana, [{ month, memoryWrites: 5, memorySearches: 7 }]);
      await putRecords(copy, 'month', ana, [
        { month, memoryWrites: 6, memorySearches: 2 },
        { month: later, memoryWrites: 0, memorySearches: 1 },
      ]);
      const months = [
        { month, memoryWrites: 6, memorySearches: 7 },
        { month: later, memoryWrites: 0, memorySearches: 1 },
      ];
      await putRecords(copy, 'month', ana, months);
      expect(await readAll(copy, 'month', ana)).toEqual(months);
      const [small, large] = [aDay(), aDay({ statuses: { 2: 9, 3: 0, 4: 0, 5: 1 }, memorySearches: 9 })];
      await putRecords(copy, 'day', ana, [small, aDay({ operation: 'other' })]);
      await putRecords(copy, 'day', ana, [large]);
      await putRecords(copy, 'day', ana, [small]);
      const days = await readAll(copy, 'day', ana);
      expect(days).toHaveLength(2);
      expect(days).toContainEqual(large);
      const { usage, requests } = await store();
      expect(await usage.usage(ana, month)).toMatchObject({ memoryWrites: 6, memorySearches: 7 });
      // Further counts continue from there.
      expect(await usage.countSearch(ana, month, 8)).toBe(true);
      expect(await usage.countSearch(ana, month, 8)).toBe(false);
      const sums = await requests.sums(ana, 20_000, 20_000);
      expect(sums.statusClasses).toEqual({ 2: 11, 3: 0, 4: 1, 5: 1 });
    });

    it('opens no store to read where there is none, and creates none', async () => {
      await expect(testStore.openSource()).rejects.toThrow(/no store/i);
      await expect(testStore.openSource()).rejects.toThrow(/no store/i);
    });
  });
}
