import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount } from '../../test/make-account.ts';
import { emptyMetadataIndex } from '../../test/make-index.ts';
import { ana, bo, embedderId, failure, memory, noon, record, vector, words } from '../../test/memory-store-samples.ts';
import {
  changeMemory,
  completeClaims,
  failClaims,
  insertMemory,
  removeMemory,
  unlimited,
} from '../../test/store-steps.ts';
import type { AccountStore } from './account-store.ts';
import type { Clock } from './clock.ts';
import { endedStatus } from './memory-rows.ts';
import type { Claim, Memory, MemoryStore } from './memory-store.ts';
import type { UsageStore } from './usage-store.ts';
import { type Webhook, type WebhookDelivery, type WebhookStore, webhookEventTypes } from './webhooks.ts';

interface Stores {
  webhooks: WebhookStore;
  accounts: AccountStore;
  memories: MemoryStore;
  usage: UsageStore;
  close(): Promise<void>;
}

const month = Date.UTC(2026, 10, 1);
const options = { leaseMs: 30_000, webhooks: 10, deliveries: 10 };

function aWebhook(id: string, changes: Partial<Webhook> = {}): Webhook {
  return {
    ...{ id, accountId: ana, url: `https://example.com/${id}`, events: webhookEventTypes, description: null },
    ...{ includeText: false, disabledReason: null, enabledAt: noon, secret: `secret of ${id}`, createdAt: noon },
    ...{ previousSecret: null, previousSecretEndsAt: null, updatedAt: noon },
    ...changes,
  };
}

/** Holds the cases that every {@link WebhookStore} must pass. @param create opens a new, empty store */
export function describeWebhookStore(name: string, create: (clock: Clock) => Promise<Stores>): void {
  describe(`webhooks: ${name}`, () => {
    let stores: Stores;
    let now: number;
    let memories = 0;
    beforeEach(async () => {
      now = noon;
      stores = await create({ now: () => now });
      for (const id of [ana, bo]) await stores.accounts.createAccount(makeAccount(id), '$');
    });
    afterEach(() => stores.close());

    async function hook(id = 'whk_1', changes: Partial<Webhook> = {}): Promise<Webhook> {
      const webhook = aWebhook(id, changes);
      expect(await stores.webhooks.create(webhook, { max: 10 })).toBe('created');
      return webhook;
    }
    async function add(accountId = ana): Promise<Memory> {
      const one = memory({ accountId, id: `mem_${String(++memories).padStart(4, '0')}`, userId: accountId });
      await insertMemory(stores.memories, one, words('boat'));
      return one;
    }
    const update = (id: string) =>
      changeMemory(stores.memories, {
        ...{ accountId: ana, id, expectedVersion: 1, at: now, metadata: {}, index: emptyMetadataIndex, text: null },
      });
    async function due(): Promise<Claim[]> {
      const limits = { limit: 100, characters: 1e6, extractions: 0, quarantined: true, quarantineAfter: 9 };
      return stores.memories.claim({ purpose: 'ingest', ...limits, now, leaseMs: 1_000 });
    }
    const complete = async (claims: readonly Claim[]) =>
      completeClaims(
        stores.memories,
        claims.map((claim) => ({ claim, embedderId, vectors: [vector(0)], entities: [] })),
      );
    const queued = async (webhookId = 'whk_1', accountId = ana): Promise<WebhookDelivery[]> =>
      (await stores.webhooks.deliveries(accountId, webhookId, { limit: 100 })).toReversed();
    const typesOf = (deliveries: readonly WebhookDelivery[]) => deliveries.map(({ type }) => type).toSorted();
    const claim = () => stores.webhooks.claim({ ...options, now });
    const delivered = { status: 'delivered', nextAttemptAt: null, responseStatus: 204, error: null } as const;
    const later = (ms: number) =>
      ({ status: 'pending', nextAttemptAt: now + ms, responseStatus: 500, error: 'status' }) as const;

    it('lists a webhook exactly as it was created, newest first, and only to its account', async () => {
      const first = await hook('whk_1', { description: 'a', includeText: true, events: ['memory.ready'] });
      const second = await hook('whk_2', { createdAt: noon + 1, disabledReason: 'by_request' });
      await hook('whk_3', { accountId: bo });
      expect(await stores.webhooks.list(ana)).toEqual([second, first]);
      expect(await stores.webhooks.list('acct_none')).toEqual([]);
    });

    it('rejects a webhook beyond the maximum, also of simultaneous ones', async () => {
      const create = (id: string) => stores.webhooks.create(aWebhook(id), { max: 2 });
      const outcomes = await Promise.all(['whk_1', 'whk_2', 'whk_3', 'whk_4'].map(create));
      expect(outcomes.toSorted()).toEqual(['created', 'created', 'full', 'full']);
      expect(await stores.webhooks.create(aWebhook('whk_9', { accountId: bo }), { max: 2 })).toBe('created');
    });

    it('changes what is given, keeps the old secret of a rotation, and finds nothing of another account', async () => {
      const webhook = await hook();
      const rotated = { secret: 'new', previousSecretEndsAt: noon + 5, updatedAt: noon + 1 };
      const changed = { ...webhook, ...rotated, previousSecret: webhook.secret };
      expect(await stores.webhooks.update(ana, 'whk_1', rotated)).toEqual(changed);
      const changes = { events: ['quota.near'], description: 'b', includeText: true, updatedAt: noon + 2 } as const;
      expect(await stores.webhooks.update(ana, 'whk_1', changes)).toEqual({ ...changed, ...changes });
      expect(await stores.webhooks.update(bo, 'whk_1', changes)).toBeUndefined();
      expect(await stores.webhooks.list(ana)).toEqual([{ ...changed, ...changes }]);
    });

    it('removes a webhook with its queue, once', async () => {
      await hook();
      const one = await add();
      await removeMemory(stores.memories, ana, one.id);
      expect(await stores.webhooks.remove(bo, 'whk_1')).toBe(false);
      expect(await queued()).toHaveLength(1);
      expect(await stores.webhooks.remove(ana, 'whk_1')).toBe(true);
      expect(await stores.webhooks.remove(ana, 'whk_1')).toBe(false);
      expect(await queued()).toEqual([]);
      expect(await claim()).toEqual([]);
    });

    it('repeats the stored response of each write', async () => {
      const idempotencyRecord = record('one');
      await stores.webhooks.create(aWebhook('whk_1'), { max: 10, idempotencyRecord });
      const replayed = { replayed: idempotencyRecord.response };
      const again = { idempotencyRecord };
      expect(await stores.webhooks.create(aWebhook('whk_2'), { max: 10, ...again })).toEqual(replayed);
      expect(await stores.webhooks.update(ana, 'whk_1', { updatedAt: 1 }, again)).toEqual(replayed);
      expect(await stores.webhooks.remove(ana, 'whk_1', again)).toEqual(replayed);
      expect(await stores.webhooks.replay(ana, 'whk_1', 'dlv_1', { at: 1, ...again })).toEqual(replayed);
      expect(await stores.webhooks.list(ana)).toEqual([aWebhook('whk_1')]);
      await stores.webhooks.remove(ana, 'whk_1', { idempotencyRecord: record('two') });
      expect(await stores.memories.findResponse(ana, record('two').key, noon)).toBeDefined();
    });

    it('deletes the bodies that show a webhook with the webhook, and keeps the fingerprints', async () => {
      const showing = (key: string, subjectId: string | null) =>
        record(key, { response: { ...record('').response, location: null, subjectId } });
      const created = showing('created', 'whk_1');
      const changed = showing('changed', 'whk_1');
      const others = [showing('another', 'whk_2'), showing('removed', null)] as const;
      await stores.webhooks.create(aWebhook('whk_1'), { max: 10, idempotencyRecord: created });
      await stores.webhooks.update(ana, 'whk_1', { updatedAt: 1 }, { idempotencyRecord: changed });
      await stores.webhooks.create(aWebhook('whk_2'), { max: 10, idempotencyRecord: others[0] });
      const ofBo = showing('created', 'whk_3');
      await stores.webhooks.create(aWebhook('whk_3', { accountId: bo }), { max: 10, idempotencyRecord: ofBo });
      expect(await stores.webhooks.remove(ana, 'whk_1', { idempotencyRecord: others[1] })).toBe(true);
      for (const one of [created, changed]) {
        const ended = { ...one.response, status: endedStatus, body: '' };
        expect(await stores.memories.findResponse(ana, one.key, noon)).toEqual(ended);
      }
      for (const one of others) expect(await stores.memories.findResponse(ana, one.key, noon)).toEqual(one.response);
      expect(await stores.memories.findResponse(bo, ofBo.key, noon)).toEqual(ofBo.response);
    });

    it('queues the events of a memory with its changes, in their order, for each webhook that wants them', async () => {
      await hook();
      await hook('whk_2', { events: ['memory.updated'] });
      await hook('whk_3', { disabledReason: 'by_request' });
      await hook('whk_4', { accountId: bo });
      const [good, bad] = [await add(), await add()];
      expect(await queued()).toEqual([]);
      const claims = await due();
      await failClaims(
        stores.memories,
        claims.map((one) => ({ claim: one, failure, rejected: false, retryAt: now })),
      );
      expect(await queued()).toEqual([]);
      const [first, second] = await due();
      if (!first || !second) throw new Error('no memory is due');
      now += 1;
      await complete([first]);
      await failClaims(stores.memories, [{ claim: second, failure, rejected: false, retryAt: null }]);
      now += 1;
      await update(good.id);
      now += 1;
      await removeMemory(stores.memories, ana, bad.id);
      const events = (await queued()).map(({ type, memoryId, version, detail, createdAt, status }) => {
        return { type, memoryId, version, detail, createdAt: createdAt - noon, status };
      });
      const pending = { status: 'pending', detail: {} };
      expect(events.toSorted((a, b) => a.type.localeCompare(b.type))).toEqual([
        { ...pending, type: 'memory.deleted', memoryId: bad.id, version: null, createdAt: 3 },
        {
          ...pending,
          type: 'memory.failed',
          memoryId: bad.id,
          version: 1,
          detail: { failure_code: failure.code },
          createdAt: 1,
        },
        {
          ...pending,
          type: 'memory.ready',
          memoryId: good.id,
          version: 1,
          detail: { outcome: 'stored' },
          createdAt: 1,
        },
        { ...pending, type: 'memory.updated', memoryId: good.id, version: 2, createdAt: 2 },
      ]);
      expect(typesOf(await queued('whk_2'))).toEqual(['memory.updated']);
      expect([await queued('whk_3'), await queued('whk_4', bo), await queued('whk_1', bo)]).toEqual([[], [], []]);
    });

    it('queues the end of a memory that has expired', async () => {
      await hook();
      const one = memory({ accountId: ana, id: 'mem_ending', userId: ana, expiresAt: noon + 1 });
      await insertMemory(stores.memories, one, words('boat'));
      now = noon + 1;
      await stores.memories.commit([{ accountId: ana, changes: [{ kind: 'remove', id: one.id, expired: true }] }]);
      expect((await queued()).map(({ type, memoryId }) => [type, memoryId])).toEqual([['memory.expired', one.id]]);
    });

    it('queues nothing for a commit that is rejected', async () => {
      await hook();
      const one = await add();
      const remove = { kind: 'remove', id: one.id } as const;
      const lost = await stores.memories.commit([
        { accountId: ana, changes: [remove, { kind: 'remove', id: 'mem_none' }] },
        { accountId: ana, guards: [{ id: one.id, version: 9 }], changes: [remove] },
      ]);
      expect(lost.map(({ kind }) => kind)).toEqual(['missing', 'stale']);
      expect(await queued()).toEqual([]);
    });

    it('queues the thresholds of both quotas once', async () => {
      await hook();
      const quota = { ...unlimited, month, memoryWrites: 5 };
      for (let write = 0; write < 7; write++) {
        const one = memory({ accountId: ana, id: `mem_q${write}`, userId: ana });
        await stores.memories.commit([
          { accountId: ana, quota, changes: [{ kind: 'insert', memory: one, index: words('boat') }] },
        ]);
      }
      for (let search = 0; search < 7; search++) await stores.usage.countSearch(ana, month, 5);
      for (let search = 0; search < 7; search++) await stores.usage.countSearch(bo, month, 5);
      const events = (await queued()).map(({ type, memoryId, detail }) => ({ type, memoryId, ...detail }));
      const expected = ['memory_write', 'memory_search'].flatMap((metric) => [
        { type: 'quota.near', memoryId: null, metric, used: 4, limit: 5, month },
        { type: 'quota.exceeded', memoryId: null, metric, used: 5, limit: 5, month },
      ]);
      expect(events).toHaveLength(4);
      expect(events).toEqual(expect.arrayContaining(expected));
    });

    it('claims due deliveries for one process, of each memory the first', async () => {
      const webhook = await hook();
      const [one, other] = [await add(), await add()];
      await complete(await due());
      await update(one.id);
      await removeMemory(stores.memories, ana, one.id);
      const [first, ...none] = await claim();
      expect(none).toEqual([]);
      expect(first?.webhook).toEqual(webhook);
      const seen = (deliveries: readonly WebhookDelivery[] = []) =>
        deliveries.map(({ type, memoryId }) => `${type} ${memoryId}`).toSorted();
      expect(seen(first?.deliveries)).toEqual([`memory.ready ${one.id}`, `memory.ready ${other.id}`]);
      expect(await claim()).toEqual([]);
      if (!first) throw new Error('nothing was claimed');
      const results = first.deliveries.map(({ id }) => ({ id, ...delivered }));
      await stores.webhooks.complete(first, results, { at: now, disabledReason: null });
      const [second] = await claim();
      expect(seen(second?.deliveries)).toEqual([`memory.updated ${one.id}`]);
      // Another process takes over when the lease has ended, and the late result counts no more.
      now += options.leaseMs;
      const [again] = await claim();
      if (!second || !again) throw new Error('nothing was claimed');
      const late = second.deliveries.map(({ id }) => ({ id, ...delivered }));
      await stores.webhooks.complete(second, late, { at: now, disabledReason: null });
      expect((await queued()).filter(({ status }) => status === 'pending')).toHaveLength(2);
      await stores.webhooks.complete(again, late, { at: now, disabledReason: null });
      expect(seen((await claim())[0]?.deliveries)).toEqual([`memory.deleted ${one.id}`]);
    });

    it('claims nothing of an account while it is suspended', async () => {
      await hook();
      await hook('whk_2', { accountId: bo });
      await Promise.all([add(), add(bo)]);
      await complete(await due());
      await stores.accounts.updateAccount(ana, { suspendedAt: now });
      expect((await claim()).map(({ webhook }) => webhook.accountId)).toEqual([bo]);
      await stores.accounts.updateAccount(ana, { suspendedAt: null });
      expect((await claim()).map(({ webhook }) => webhook.accountId)).toEqual([ana]);
    });

    it('postpones what waits for a delivery that failed, and nothing else', async () => {
      await hook();
      const [one, other] = [await add(), await add()];
      await removeMemory(stores.memories, ana, one.id);
      const [first] = await claim();
      const [failing] = first?.deliveries ?? [];
      if (!first || !failing) throw new Error('nothing was claimed');
      await stores.webhooks.complete(first, [{ id: failing.id, ...later(1_000) }], { at: now, disabledReason: null });
      expect(await claim()).toEqual([]);
      await removeMemory(stores.memories, ana, other.id);
      const [second] = await claim();
      expect(second?.deliveries.map(({ memoryId }) => memoryId)).toEqual([other.id]);
      if (second) await stores.webhooks.complete(second, [], { at: now, disabledReason: null });
      now += 1_000;
      expect((await claim())[0]?.deliveries).toHaveLength(2);
      const { attempts, firstAttemptAt, lastAttemptAt, responseStatus, error } = (await stores.webhooks.findDelivery(
        ana,
        'whk_1',
        failing.id,
      )) as WebhookDelivery;
      expect({ attempts, firstAttemptAt, lastAttemptAt, responseStatus, error }).toEqual({
        ...{ attempts: 1, firstAttemptAt: noon, lastAttemptAt: noon, responseStatus: 500, error: 'status' },
      });
    });

    it('disables a webhook, whose queue waits until it is enabled again', async () => {
      const webhook = await hook();
      const [one, other] = [await add(), await add()];
      await removeMemory(stores.memories, ana, one.id);
      const [first] = await claim();
      if (!first) throw new Error('nothing was claimed');
      await stores.webhooks.complete(first, [], { at: noon + 5, disabledReason: 'deliveries_failed' });
      const disabled = { ...webhook, disabledReason: 'deliveries_failed', updatedAt: noon + 5 };
      expect(await stores.webhooks.list(ana)).toEqual([disabled]);
      now = noon + 10;
      await removeMemory(stores.memories, ana, other.id);
      expect(await claim()).toEqual([]);
      await stores.webhooks.update(ana, 'whk_1', { disabledReason: null, enabledAt: now, updatedAt: now });
      expect((await claim()).flatMap(({ deliveries }) => deliveries.map(({ memoryId }) => memoryId))).toEqual([one.id]);
    });

    it('queues a completed delivery again, and no other', async () => {
      await hook();
      await removeMemory(stores.memories, ana, (await add()).id);
      const [first] = await claim();
      const [delivery] = first?.deliveries ?? [];
      if (!first || !delivery) throw new Error('nothing was claimed');
      const replay = (accountId = ana) => stores.webhooks.replay(accountId, 'whk_1', delivery.id, { at: now });
      expect(await replay()).toBe('pending');
      await stores.webhooks.complete(first, [{ id: delivery.id, ...delivered }], { at: now, disabledReason: null });
      expect(await replay(bo)).toBe('missing');
      expect(await stores.webhooks.replay(ana, 'whk_2', delivery.id, { at: now })).toBe('missing');
      now += 5;
      expect(await replay()).toBe('queued');
      const again = await stores.webhooks.findDelivery(ana, 'whk_1', delivery.id);
      expect(again).toMatchObject({ status: 'pending', attempts: 1, firstAttemptAt: null, nextAttemptAt: now });
      expect((await claim())[0]?.deliveries.map(({ id }) => id)).toEqual([delivery.id]);
    });

    it('lists deliveries page by page, and purges old ones that are completed or whose webhook is disabled', async () => {
      await hook();
      await hook('whk_2');
      for (let n = 0; n < 3; n++) {
        now += 1;
        await removeMemory(stores.memories, ana, (await add()).id);
      }
      const all = (await queued()).toReversed();
      const page = await stores.webhooks.deliveries(ana, 'whk_1', { limit: 2 });
      const rest = await stores.webhooks.deliveries(ana, 'whk_1', { limit: 2, after: page.at(-1) });
      expect([...page, ...rest]).toEqual(all);
      const [oldest] = page.length > 0 ? rest : [];
      const taken = (await claim()).find(({ webhook }) => webhook.id === 'whk_1');
      if (!taken || !oldest) throw new Error('nothing was claimed');
      await stores.webhooks.complete(taken, [{ id: oldest.id, ...delivered }], { at: now, disabledReason: null });
      await stores.webhooks.update(ana, 'whk_2', { disabledReason: 'by_request', updatedAt: now });
      expect(await stores.webhooks.purge(now)).toBe(3);
      expect([(await queued()).length, (await queued('whk_2')).length]).toEqual([2, 1]);
    });
  });
}
