import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  makeAccountRecord,
  makeDeliveryRecord,
  makeKeyRecord,
  makeMemoryCopy,
  makeWebhookRecord,
  testEmbedder,
  toMemoryCopy,
} from '../../../test/copy/make-records.ts';
import { putAll, readAll } from '../../../test/copy/use-records.ts';
import { emptyMetadataIndex, makeIndex } from '../../../test/make-index.ts';
import { makePendingMemory } from '../../../test/make-memory.ts';
import { makeSample } from '../../../test/record-store/sample-records.ts';
import { changeMemory, claimAll, completeClaims, emptyQuery, insertMemory } from '../../../test/store-steps.ts';
import { webhookSteps } from '../../../test/webhooks/webhook-steps.ts';
import type { Stores } from '../../app/services/open-store.ts';
import type { Memory, MemoryIndex, MemoryVersion } from '../../ports/memory.ts';
import type { Reader } from '../../ports/record-store.ts';
import { accounts, type StoredAccount } from '../accounts/kinds.ts';
import { createAccount } from '../accounts/register-account.ts';
import type { Webhook, WebhookDelivery } from '../events/kinds.ts';
import { deletionItems, deletions, type StoredDeletion } from '../memories/deletion-kinds.ts';
import { memories as memoryKind, memoryVectors } from '../memories/kinds.ts';
import { type LoggedRequest, requests } from '../usage/kinds.ts';
import type { WebhookClaim } from '../webhooks/commands.ts';
import { type CopyRule, copyRules, findCopies, isSame, type MemoryCopy } from './copy-records.ts';
import type { CopyTarget } from './copy-store.ts';

interface Open {
  close(): Promise<void>;
}

interface TestStore {
  /** One store is open at a time. */
  openTarget(): Promise<Open & { records: CopyTarget }>;
  openSource(): Promise<Open & { records: Reader }>;
  openStore(): Promise<Stores & Open>;
  remove(): Promise<void>;
}

const ana = 'acct_ana';
const bo = 'acct_bo';
const noon = Date.UTC(2026, 0, 15, 12);

function anAccount(id: string, changes: Partial<StoredAccount> = {}): StoredAccount {
  return makeAccountRecord(id, {
    ...{ email: `${id}@Example.com`, plan: 'enterprise', suspendedAt: Date.UTC(2026, 1), createdAt: noon },
    limits: { memoryWrites: 5, memorySearches: null, endUsers: 0 },
    ...changes,
  });
}

let made = 0;

function aVersion(version: number, changes: Partial<MemoryVersion> = {}): MemoryVersion {
  const [changedAt, replacedAt] = [noon + version, noon + version + 1];
  const content = { text: `version ${version}`, messages: null, metadata: { b: 1, a: [null] } };
  const changedBy = { kind: 'api_key', keyPrefix: 'mnk_01234567' } as const;
  return { version, ...content, changedAt, changedBy, replacedAt, ...changes };
}

interface Changes extends Partial<Pick<MemoryCopy, 'versions' | 'vectors' | 'tokens'>> {
  index?: Partial<MemoryIndex>;
  embedderId?: string;
  pendingSince?: number;
  more?: Partial<MemoryCopy['memory']>;
}

/** Makes a ready memory with two former versions, two vectors, filter keys and entities, apart from the changes. */
function aMemory(memoryChanges: Partial<Memory> = {}, { index, ...changes }: Changes = {}): MemoryCopy {
  const memory: Memory = {
    ...{ id: `mem_${String(++made).padStart(26, '0')}`, accountId: ana, text: 'The boat is “blue”.\nLänge läve!' },
    ...{ messages: null, userId: ana, endUserId: null, agentId: null, runId: null },
    metadata: { b: 1, a: ['x', null], 2: 'two' },
    ...{ status: 'ready', outcome: 'stored', failure: null, infer: false, isArchived: false, extraction: null },
    ...{ sourceMemoryId: null, entities: [{ name: 'Ada', kind: 'name' }], version: 3, revision: 4 },
    changedBy: { kind: 'api_key', keyPrefix: 'mnk_0123' },
    ...{ occurredAt: noon - 1, createdAt: noon, updatedAt: noon + 2, expiresAt: Date.UTC(2999, 0) },
    ...{ textChangedAt: noon + 1, attempts: 2, nextAttemptAt: null, ...memoryChanges },
  };
  return toMemoryCopy({
    memory,
    index: {
      ...{ words: 'boat blue boat', wordCount: 3, identifiers: '§kx4410b §v2beta', tagWords: 'harbour' },
      ...{ speaker: null, characters: 20, ending: '.', copyHash: 4_123_456_789 },
      ...{ filterKeys: ['["a","x"]', '["b",1]'], projects: ['p', 'q'], ...index },
    },
    versions: [
      aVersion(1, { messages: [{ role: 'user', content: 'hi' }] }),
      aVersion(2, { changedBy: { kind: 'session', keyPrefix: null } }),
    ],
    vectors: [aVector(1), aVector(2)],
    tokens: Int8Array.of(7, -7),
    ...changes,
  });
}

function aVector(first: number) {
  return { scale: 0.1 + 0.2, values: Int8Array.of(first, -128, 127, 0, 1, 2, 3, 4) };
}

const pendingMemory: Partial<Memory> = {
  ...{ status: 'pending', outcome: null, entities: [], attempts: 0, nextAttemptAt: noon + 9 },
};
const unembedded = { vectors: [], tokens: undefined };

/** Makes memories in every state. */
function allKinds(): MemoryCopy[] {
  const extraction = { duplicateOf: null, extractedIds: ['mem_x'], originalText: 'Boats!' };
  const pending = { pendingSince: noon + 3, ...unembedded };
  return [
    aMemory(),
    aMemory(pendingMemory, pending),
    aMemory({ ...pendingMemory, infer: true }, pending),
    // A fact replaced the written text, and is not embedded yet.
    aMemory({ ...pendingMemory, extraction, outcome: 'extracted' }, pending),
    aMemory(
      { ...pendingMemory, failure: { code: 'later', message: 'again' } },
      { ...pending, more: { crashCount: 2 } },
    ),
    aMemory({ status: 'failed', outcome: null, failure: { code: 'gone', message: 'no' } }, unembedded),
    aMemory(
      { isArchived: true, outcome: 'duplicate', extraction: { ...extraction, duplicateOf: 'mem_y' } },
      unembedded,
    ),
    aMemory(
      { runId: 'r', agentId: 'a', userId: 'u', messages: [{ role: 'user', content: 'hi', name: 'Bo' }] },
      { index: { speaker: 'Bo', copyHash: null, words: '', wordCount: 0, identifiers: '', tagWords: '' } },
    ),
    aMemory(
      { sourceMemoryId: 'mem_z', textChangedAt: null, endUserId: 'u' },
      { vectors: [aVector(3), aVector(4)], embedderId: 'other@2', more: { importKey: 'key' } },
    ),
  ];
}

/** The contract of copies from and to a kind of store. `create` returns a location without a store. */
export function describeCopies(name: string, create: () => Promise<TestStore>): void {
  describe(`copies: ${name}`, () => {
    let testStore: TestStore;
    let open: Open | undefined;

    beforeEach(async () => {
      testStore = await create();
    });
    afterEach(async () => {
      await close();
      await testStore.remove();
    });

    /** Closes the open store first. */
    async function use<Store extends Open>(opening: () => Promise<Store>): Promise<Store> {
      await close();
      const store = await opening();
      open = store;
      return store;
    }
    async function close(): Promise<void> {
      await open?.close();
      open = undefined;
    }
    const target = async () => (await use(testStore.openTarget)).records;
    const source = async () => (await use(testStore.openSource)).records;
    const store = () => use(testStore.openStore);
    const add = (copy: CopyTarget, account: StoredAccount) =>
      createAccount(copy, { account, passwordHash: account.passwordHash });
    const addAna = (copy: CopyTarget, changes: Partial<StoredAccount> = {}) => add(copy, anAccount(ana, changes));
    const idsOf = (records: readonly MemoryCopy[]) => records.map(({ memory }) => memory.id);
    const ruleOf = (kind: string) => copyRules.find((one) => one.kind.name === kind) as CopyRule;
    const find = async (copy: Reader, records: readonly MemoryCopy[]) =>
      (await findCopies(copy, ruleOf('memories'), records)).flatMap((one) => one ?? []) as MemoryCopy[];

    it('returns accounts and records of every kind exactly as they were put, and none of another account', async () => {
      const copy = await target();
      const given = [anAccount(bo, { email: null, phone: '+4670', createdAt: noon - 1, plan: 'free' }), anAccount(ana)];
      // Other tests cover memories, items of deletions, and requests.
      const samples = copyRules
        .filter(({ kind }) => !['memories', 'deletion_items', 'requests'].includes(kind.name))
        .map(({ kind, own }) => [kind.name as 'webhooks', makeSample(kind, ana, own) as unknown as Webhook] as const);
      expect(samples.length).toBeGreaterThan(5);
      for (const [name, sample] of samples) await putAll(copy, name, ana, [sample]);
      for (const account of given) expect(await add(copy, account)).toBe('created');
      const found = await source();
      expect(await found.scan(accounts, 'created', { of: [], limit: 9 })).toEqual(given);
      for (const [name, sample] of samples) {
        expect([name, await readAll(found, name, ana), await readAll(found, name, bo)]).toEqual([name, [sample], []]);
      }
    });

    it('leaves an existing account and its records as they are, and rejects the email of another one', async () => {
      const copy = await target();
      await addAna(copy);
      expect(await add(copy, anAccount(ana, { plan: 'free', passwordHash: '$other' }))).toBe('taken');
      expect(await add(copy, anAccount(bo, { email: `${ana}@example.COM` }))).toBe('taken');
      expect(await copy.scan(accounts, 'created', { of: [], limit: 9 })).toEqual([anAccount(ana)]);
      const keys = [makeKeyRecord('key_1', ana)];
      await expect(putAll(copy, 'api_keys', ana, keys)).rejects.toMatchObject({ code: 'conflict' });
      expect(await copy.run(ana, 'removeOfAccount', { accountId: ana, id: undefined })).toBe(0);
    });

    it('delivers the events of a memory in their order, those that were copied first', async () => {
      const copy = await target();
      const one = aMemory({ version: 1 }, { versions: [] });
      await putAll(copy, 'memories', ana, [one]);
      await putAll(copy, 'webhooks', ana, [makeWebhookRecord('whk_1', ana, { events: ['memory.updated'] })]);
      const memoryId = one.memory.id;
      // The second event has the smaller id.
      const copied = ['dlv_b', 'dlv_a'].map((id, order) => makeDeliveryRecord(id, ana, { memoryId, order }));
      await putAll(copy, 'webhook_deliveries', ana, copied);
      await addAna(copy, { suspendedAt: null });
      const { memories, records } = await store();
      const change = { metadata: {}, index: emptyMetadataIndex, text: null };
      await changeMemory(memories, { accountId: ana, id: memoryId, expectedVersion: 1, at: noon, ...change });
      const delivered: string[] = [];
      // The store of the test may have the clock of this machine.
      let now = Date.UTC(2099, 0);
      const webhooks = webhookSteps(records, { now: () => now });
      for (; delivered.length < 3; now += 60_000) {
        const [claim] = (await webhooks.claim(1)) as [WebhookClaim];
        const [{ id, type }] = claim.deliveries as [WebhookDelivery];
        delivered.push(copied.some((other) => other.id === id) ? id : type);
        const done = { id, status: 'delivered', nextAttemptAt: null, responseStatus: 204, error: null } as const;
        await webhooks.complete(claim, [done], { at: now });
      }
      expect(delivered).toEqual(['dlv_b', 'dlv_a', 'memory.updated']);
    });

    it('keeps deletions that have begun, with their memories by the numbers that those have in the target', async () => {
      const copy = await target();
      const gone = makeMemoryCopy(ana, 'a harbour');
      await putAll(copy, 'memories', ana, [gone]);
      const running = makeSample(deletions, ana, { id: 'del_2', state: 'running' }) as unknown as StoredDeletion;
      const item = { accountId: ana, deletionId: 'del_2', id: gone.memory.id, seq: 77 };
      await putAll(copy, 'deletion_items', ana, [item, { ...item, deletionId: 'del_1' }, { ...item, id: 'mem_none' }]);
      await putAll(copy, 'deletions', ana, [{ ...running, id: 'del_1', state: 'preparing' }, running]);
      const seq = (await copy.get(memoryKind, { accountId: ana, id: gone.memory.id }))?.seq;
      const found = await source();
      const stored = await found.scan(deletionItems, 'key', { of: [ana, 'del_2'], limit: 9 });
      expect(stored).toEqual([{ ...item, seq }]);
      expect((await readAll(found, 'deletion_items', ana)).map(({ deletionId }) => deletionId)).toEqual(['del_2']);
      expect(await readAll(found, 'deletions', ana)).toEqual([running]);
    });

    it('returns memories in every state exactly as they were put', async () => {
      const copy = await target();
      const records = allKinds();
      await putAll(copy, 'memories', ana, records);
      const found = await source();
      expect(await find(found, records)).toEqual(records);
      expect(await find(found, [aMemory(), ...records.slice(1, 3)])).toEqual(records.slice(1, 3));
      const stored = await found.getMany(
        memoryKind,
        records.map(({ memory }) => memory),
      );
      const keys = stored.flatMap((one) => (one?.vectorCount ? { accountId: ana, seq: one.seq, chunk: 1 } : []));
      expect((await found.getMany(memoryVectors, keys)).map((one) => one?.vector[0])).toEqual([2, 2, 4]);
    });

    it('accepts what a worker at the target has done with a memory in the meantime, and nothing else', () => {
      const isSameMemory = (original: MemoryCopy, copy: MemoryCopy) => isSame(ruleOf('memories'), original, copy);
      const ready = aMemory();
      const { id } = ready.memory;
      const pending = aMemory({ ...pendingMemory, id }, { ...unembedded, pendingSince: noon });
      expect(isSameMemory(pending, ready)).toBe(true);
      expect(isSameMemory(ready, pending)).toBe(false);
      const embedded = (embedderId: string | null) => ({ ...ready, memory: { ...ready.memory, embedderId } });
      expect(isSameMemory(ready, embedded('other@1'))).toBe(true);
      expect(isSameMemory(ready, embedded(null))).toBe(false);
      for (const [changes, more] of [
        [{ text: 'other' }, {}],
        [{}, { versions: [aVersion(1)] }],
        [{}, { vectors: [aVector(8)] }],
        [{}, { tokens: Int8Array.of(1) }],
      ] as const) {
        expect(isSameMemory(ready, aMemory({ id, ...changes }, more as Changes))).toBe(false);
      }
    });

    it('leaves a store that lists, finds and counts the records', async () => {
      const copy = await target();
      const records = allKinds();
      await putAll(copy, 'memories', ana, records);
      await addAna(copy);
      const [first] = records as [MemoryCopy];
      const { memories, records: written } = await store();
      const visible = records.filter(({ memory }) => memory.visibleTo !== null);
      const { memories: listed } = await memories.list({ scope: { accountId: ana }, limit: 100 });
      expect(listed.map(({ id }) => id)).toEqual(idsOf(visible).toReversed());
      const archived = await memories.get(ana, (records[6] as MemoryCopy).memory.id);
      expect(archived).toMatchObject({ isArchived: true, outcome: 'duplicate', version: 3 });
      const query = { ...emptyQuery, scope: { accountId: ana }, limit: 20 };
      const byWord = async (word: string) =>
        (await memories.candidates({ ...query, words: [word] })).candidates.map(({ id }) => id).sort();
      expect(await byWord('harbour')).toContain(first.memory.id);
      expect(await byWord('boat')).toEqual(idsOf(visible.filter(({ memory }) => memory.words !== '')));
      const values = Float32Array.from(Int8Array.of(1, -128, 127, 0, 1, 2, 3, 4), (value) => value / 182);
      const near = await memories.candidates({ ...query, vector: { embedderId: testEmbedder, values } });
      const withVectors = visible.filter(({ memory }) => memory.embedderId === testEmbedder);
      expect(near.candidates.map(({ id }) => id).sort()).toEqual(idsOf(withVectors));
      expect(near.candidates.find(({ id }) => id === first.memory.id)?.cosine).toBeGreaterThan(0.9);
      const scope = { accountId: ana, filterKeys: [['["b",1]']] };
      expect((await memories.list({ scope, limit: 100 })).memories).toHaveLength(visible.length);
      const usage = { memoryWrites: 0, memorySearches: 0, endUsers: 1, projects: 2 };
      expect(await written.query(ana, 'usage', { accountId: ana, month: 0 })).toEqual(usage);
    });

    it('lets ingest continue with pending memories, and no others', async () => {
      const copy = await target();
      const records = allKinds();
      await putAll(copy, 'memories', ana, records);
      await addAna(copy);
      const { memories } = await store();
      expect(await claimAll(memories, { now: noon })).toEqual([]);
      const claims = await claimAll(memories, { now: noon + 10 });
      const pending = records.filter(({ memory }) => memory.status === 'pending');
      expect(claims.map(({ id, revision, infer }) => [id, revision, infer]).sort()).toEqual(
        pending.map(({ memory }) => [memory.id, memory.revision, memory.infer]),
      );
      const results = claims.map((claim) => ({
        ...{ claim, embedderId: testEmbedder, vectors: [Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0)], entities: [] },
      }));
      expect((await completeClaims(memories, results)).sort()).toEqual(idsOf(pending));
      const outcomes = await memories.getMany(ana, idsOf(pending));
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(['stored', 'stored', 'extracted', 'stored']);
      expect(await memories.backlog()).toMatchObject({ pending: 0, failed: 1 });
    });

    it('copies memories that the store itself has written, with and without a lease', async () => {
      await addAna(await target());
      const { memories } = await store();
      for (const id of ['mem_1', 'mem_2']) {
        await insertMemory(memories, makePendingMemory('boat', noon, { id }), makeIndex(['boat']));
      }
      const one = { limit: 1, now: noon + 10 };
      const result = { vectors: [Float32Array.of(1, 0, 0, 0, 0, 0, 0, 0.5)], entities: [], embedderId: testEmbedder };
      const claims = await claimAll(memories, one);
      await completeClaims(
        memories,
        claims.map((claim) => ({ claim, ...result })),
      );
      await claimAll(memories, one);
      const found = await readAll(await source(), 'memories', ana);
      expect(found.map(({ memory, vectors }) => [memory.status, memory.revision, vectors.length])).toEqual([
        ['ready', 1, 1],
        ['pending', 1, 0],
      ]);
      expect(found[0]?.vectors).toEqual([{ scale: 1 / 127, values: Int8Array.of(127, 0, 0, 0, 0, 0, 0, 64) }]);
      expect(found[1]?.memory).toMatchObject({ nextAttemptAt: noon, leasedBy: null, ingestOf: ana });
    });

    it('returns requests in their order', async () => {
      const copy = await target();
      const sample = { ...makeSample(requests, ana), order: 0, limitedMinute: null } as unknown as LoggedRequest;
      const rows = ['req_1', 'req_3', 'req_2'].map((id, at) => ({
        ...sample,
        id,
        createdAt: noon + at,
        order: 5 + at,
      }));
      await putAll(copy, 'requests', ana, rows);
      const ofTarget = await readAll(copy, 'requests', ana);
      expect(ofTarget.map((row) => ({ ...row, order: 0 }))).toEqual(rows.map((row) => ({ ...row, order: 0 })));
      const reversed = ofTarget.toReversed();
      const missing = { ...sample, id: 'req_4' };
      expect(await findCopies(copy, ruleOf('requests'), [...reversed, missing])).toEqual([...reversed, undefined]);
      await addAna(copy);
      const found = (await store()).records;
      const listed = await found.query(ana, 'listRequests', { accountId: ana, limit: 10, offset: 0 });
      expect(listed.rows.map(({ id }) => id)).toEqual(['req_2', 'req_3', 'req_1']);
    });

    it('continues the counts of months and days', async () => {
      const copy = await target();
      const month = Date.UTC(2026, 0);
      await putAll(copy, 'usage_months', ana, [{ accountId: ana, month, memoryWrites: 6, memorySearches: 7 }]);
      const day = { accountId: ana, day: 20_000, memoryWrites: 0, memorySearches: 2, latencies: { 7: 3 } };
      await putAll(copy, 'request_days', ana, [
        { ...day, operation: 'other', statuses: { 2: 2, 4: 1 } },
        { ...day, operation: 'search', statuses: { 2: 9, 4: 1, 5: 1 } },
      ]);
      await addAna(copy);
      const found = (await store()).records;
      const used = { memoryWrites: 6, memorySearches: 7 };
      expect(await found.query(ana, 'usage', { accountId: ana, month })).toMatchObject(used);
      const count = { accountId: ana, month, limit: 8, searches: 1 };
      expect(await found.run(ana, 'countSearches', count)).toBe(1);
      expect(await found.run(ana, 'countSearches', count)).toBe(0);
      const sums = await found.query(ana, 'requestSums', { accountId: ana, firstDay: 20_000, lastDay: 20_000 });
      expect(sums.statusClasses).toEqual({ 2: 11, 3: 0, 4: 2, 5: 1 });
    });

    it('opens no store to read where there is none, and creates none', async () => {
      for (let time = 0; time < 2; time++) await expect(testStore.openSource()).rejects.toThrow(/no store/i);
    });
  });
}
