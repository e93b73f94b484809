import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountSteps, addAccount } from '../../../test/account-steps.ts';
import { makeAccount } from '../../../test/make-account.ts';
import { emptyMetadataIndex } from '../../../test/make-index.ts';
import { ana, bo, embedderId, failure, memory, noon, vector, words } from '../../../test/memory-store-samples.ts';
import {
  changeMemory,
  completeClaims,
  failClaims,
  insertMemory,
  removeMemory,
  unlimited,
} from '../../../test/store-steps.ts';
import { makeWebhook } from '../../../test/webhooks/make-webhook.ts';
import { webhookSteps } from '../../../test/webhooks/webhook-steps.ts';
import type { StoreCommands, StoreQueries } from '../../app/store-commands.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Memory } from '../../ports/memory.ts';
import type { RecordStore } from '../../ports/record-store.ts';
import type { Webhook, WebhookDelivery } from '../events/kinds.ts';
import type { Claim } from '../memories/claim.ts';
import { toInsert } from '../memories/create-memory.ts';
import type { MemoryStore } from '../memories/memory-store.ts';
import { findResponse } from '../usage/idempotency.ts';
import type { WebhookClaim } from './commands.ts';

interface Stores {
  records: RecordStore<StoreCommands, StoreQueries>;
  memories: MemoryStore;
  close(): Promise<void>;
}

const month = Date.UTC(2026, 10, 1);
const onceFor = (key: string) => ({ credential: 'key_1', key, fingerprint: key });

/** Specifies webhooks and the queue of their events. @param create opens a new, empty store */
export function describeWebhooks(name: string, create: (clock: Clock) => Promise<Stores>): void {
  describe(`webhooks: ${name}`, () => {
    let stores: Stores;
    let webhooks: ReturnType<typeof webhookSteps>;
    let now: number;
    let memories = 0;
    beforeEach(async () => {
      now = noon;
      stores = await create({ now: () => now });
      webhooks = webhookSteps(stores.records, { now: () => now });
      for (const id of [ana, bo]) await addAccount(stores.records, makeAccount(id));
    });
    afterEach(() => stores.close());

    async function hook(id = 'whk_1', changes: Partial<Webhook> = {}): Promise<Webhook> {
      const webhook = makeWebhook(id, changes);
      expect(await webhooks.create(webhook)).toEqual({ value: webhook, isReplay: false });
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
      (await webhooks.deliveries(accountId, webhookId)).toReversed();
    const typesOf = (deliveries: readonly WebhookDelivery[]) => deliveries.map(({ type }) => type).toSorted();
    const claim = () => webhooks.claim();
    /** Claims deliveries of a webhook, of which some must be due. */
    async function claimOne() {
      const [first] = await claim();
      if (!first) throw new Error('nothing was claimed');
      return { first, delivery: first.deliveries[0] as WebhookDelivery };
    }
    async function removeNew(): Promise<string> {
      const { id } = await add();
      await removeMemory(stores.memories, ana, id);
      return id;
    }
    const delivered = { status: 'delivered', nextAttemptAt: null, responseStatus: 204, error: null } as const;
    const later = (ms: number) =>
      ({ status: 'pending', nextAttemptAt: now + ms, responseStatus: 500, error: 'status' }) as const;

    it('rejects a webhook beyond the maximum, also of simultaneous ones', async () => {
      const create = (id: string) => webhooks.create(makeWebhook(id), { max: 2 });
      const outcomes = await Promise.allSettled(['whk_1', 'whk_2', 'whk_3', 'whk_4'].map(create));
      const rejected = outcomes.flatMap((one) => (one.status === 'rejected' ? one.reason : []));
      expect(rejected).toMatchObject([{ code: 'conflict' }, { code: 'conflict' }]);
      expect(await webhooks.create(makeWebhook('whk_9', { accountId: bo }), { max: 2 })).toBeDefined();
    });

    it('changes what is given, keeps the old secret of a rotation, and finds nothing of another account', async () => {
      const webhook = await hook();
      const rotated = {
        ...{ ...webhook, secret: 'new', previousSecret: webhook.secret },
        ...{ previousSecretEndsAt: noon + 5, updatedAt: noon },
      };
      expect(await webhooks.rotate('whk_1', { secret: 'new', overlapMs: 5 })).toMatchObject({ value: rotated });
      now += 2;
      const changes = { events: ['quota.near'], description: 'b', includeText: true } as const;
      const changed = { ...rotated, ...changes, updatedAt: now };
      expect(await webhooks.update(ana, 'whk_1', changes)).toMatchObject({ value: changed });
      await expect(webhooks.update(bo, 'whk_1', changes)).rejects.toMatchObject({ code: 'not_found' });
      expect(await webhooks.list(ana)).toEqual([changed]);
    });

    it('removes a webhook with its queue, once', async () => {
      await hook();
      await removeNew();
      await expect(webhooks.remove(bo, 'whk_1')).rejects.toMatchObject({ code: 'not_found' });
      expect(await queued()).toHaveLength(1);
      expect(await webhooks.remove(ana, 'whk_1')).toEqual({ value: now, isReplay: false });
      await expect(webhooks.remove(ana, 'whk_1')).rejects.toMatchObject({ code: 'not_found' });
      expect(await queued()).toEqual([]);
      expect(await claim()).toEqual([]);
    });

    it('deletes the bodies that show a webhook with the webhook, and keeps the fingerprints', async () => {
      const responseOf = (key: string, accountId = ana) => findResponse(stores.records, accountId, `key_1 ${key}`);
      const created = { idempotency: onceFor('created') };
      const changed = { idempotency: onceFor('changed') };
      await webhooks.create(makeWebhook('whk_1'), created);
      await webhooks.update(ana, 'whk_1', { description: 'b' }, changed);
      await webhooks.create(makeWebhook('whk_2'), { idempotency: onceFor('another') });
      await webhooks.create(makeWebhook('whk_3', { accountId: bo }), created);
      const others = () => Promise.all([responseOf('another'), responseOf('created', bo)]);
      const before = await others();
      await webhooks.remove(ana, 'whk_1', { idempotency: onceFor('removed') });
      for (const key of ['created', 'changed']) {
        expect(await responseOf(key)).toMatchObject({ fingerprint: key, body: '' });
      }
      expect(await responseOf('removed')).toMatchObject({ body: String(now) });
      expect(before).toMatchObject([{ subjectId: 'whk_2' }, { subjectId: 'whk_3' }]);
      expect(await others()).toEqual(before);
      await expect(webhooks.create(makeWebhook('whk_4'), created)).rejects.toMatchObject({ code: 'not_found' });
    });

    it('queues the events of a memory with its changes, in their order, for each webhook that wants them', async () => {
      await hook();
      await hook('whk_2', { events: ['memory.updated'] });
      await hook('whk_3', { disabledReason: 'by_request' });
      await hook('whk_4', { accountId: bo });
      const [good, bad] = [await add(), await add()];
      expect(await queued()).toEqual([]);
      const claims = await due();
      await failClaims(stores.memories, claims, { failure, rejected: false, retryAt: now });
      expect(await queued()).toEqual([]);
      const [first, second] = (await due()) as [Claim, Claim];
      now += 1;
      await complete([first]);
      await failClaims(stores.memories, [second], { failure, rejected: false, retryAt: null });
      now += 1;
      await update(good.id);
      now += 1;
      await removeMemory(stores.memories, ana, bad.id);
      const events = (await queued()).toSorted((a, b) => a.type.localeCompare(b.type));
      expect(new Set(events.map(({ status }) => status))).toEqual(new Set(['pending']));
      expect(
        events.map((event) => [event.type, event.memoryId, event.version, event.createdAt - noon, event.detail]),
      ).toEqual([
        ['memory.deleted', bad.id, null, 3, {}],
        ['memory.failed', bad.id, 1, 1, { failure_code: failure.code }],
        ['memory.ready', good.id, 1, 1, { outcome: 'stored' }],
        ['memory.updated', good.id, 2, 2, {}],
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
        await stores.memories.commit([{ accountId: ana, quota, changes: [toInsert(one, words('boat'))] }]);
      }
      for (const accountId of [ana, bo]) {
        for (let search = 0; search < 7; search++) {
          await stores.records.run(accountId, 'countSearches', { accountId, month, limit: 5, searches: 1 });
        }
      }
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
      const { first } = await claimOne();
      expect(first.webhook).toEqual(webhook);
      const seen = (deliveries: readonly WebhookDelivery[]) =>
        deliveries.map(({ type, memoryId }) => `${type} ${memoryId}`).toSorted();
      expect(seen(first.deliveries)).toEqual([`memory.ready ${one.id}`, `memory.ready ${other.id}`]);
      expect(await claim()).toEqual([]);
      const results = first.deliveries.map(({ id }) => ({ id, ...delivered }));
      await webhooks.complete(first, results, { at: now });
      const { first: second } = await claimOne();
      expect(seen(second.deliveries)).toEqual([`memory.updated ${one.id}`]);
      // Another process takes over when the lease has ended, and the late result counts no more.
      now += 60_000;
      const { first: again } = await claimOne();
      const late = second.deliveries.map(({ id }) => ({ id, ...delivered }));
      await webhooks.complete(second, late, { at: now });
      expect((await queued()).filter(({ status }) => status === 'pending')).toHaveLength(2);
      await webhooks.complete(again, late, { at: now });
      expect(seen((await claimOne()).first.deliveries)).toEqual([`memory.deleted ${one.id}`]);
    });

    it('claims nothing of an account while it is suspended', async () => {
      await hook();
      await hook('whk_2', { accountId: bo });
      await Promise.all([add(), add(bo)]);
      await complete(await due());
      await accountSteps(stores.records).updateAccount(ana, { suspendedAt: now });
      expect((await claim()).map(({ webhook }) => webhook.accountId)).toEqual([bo]);
      await accountSteps(stores.records).updateAccount(ana, { suspendedAt: null });
      expect((await claim()).map(({ webhook }) => webhook.accountId)).toEqual([ana]);
    });

    it('postpones what waits for a delivery that failed, and nothing else', async () => {
      await hook();
      const [one, other] = [await add(), await add()];
      await removeMemory(stores.memories, ana, one.id);
      const { first, delivery: failing } = await claimOne();
      await webhooks.complete(first, [{ id: failing.id, ...later(1_000) }], { at: now });
      expect(await claim()).toEqual([]);
      await removeMemory(stores.memories, ana, other.id);
      const { first: second } = await claimOne();
      expect(second.deliveries.map(({ memoryId }) => memoryId)).toEqual([other.id]);
      await webhooks.complete(second, [], { at: now });
      now += 1_000;
      expect((await claimOne()).first.deliveries).toHaveLength(2);
      expect(await webhooks.findDelivery(failing.id)).toMatchObject({
        ...{ attempts: 1, firstAttemptAt: noon, lastAttemptAt: noon, responseStatus: 500, error: 'status' },
      });
    });

    it('keeps the last attempts of a delivery, newest first', async () => {
      await hook();
      await removeNew();
      for (let attempt = 1; attempt <= 22; attempt++) {
        now += 1;
        const { first, delivery } = await claimOne();
        await webhooks.complete(first, [{ id: delivery.id, ...later(0) }], { at: now });
      }
      const [{ attempts, recentAttempts } = { attempts: 0 }] = await queued();
      expect([attempts, recentAttempts?.length]).toEqual([22, 20]);
      expect(recentAttempts?.[0]).toEqual({ at: now, responseStatus: 500, error: 'status' });
      expect(recentAttempts?.[19]?.at).toBe(now - 19);
    });

    it('disables a webhook, whose queue waits until it is enabled again', async () => {
      const webhook = await hook();
      const gone = await removeNew();
      const { first } = await claimOne();
      await webhooks.complete(first, [], { at: noon + 5, disabledReason: 'deliveries_failed' });
      const disabled = { ...webhook, disabledReason: 'deliveries_failed', updatedAt: noon + 5, leasedUntil: noon + 5 };
      expect(await webhooks.list(ana)).toEqual([disabled]);
      now = noon + 10;
      await removeNew();
      expect(await claim()).toEqual([]);
      await webhooks.update(ana, 'whk_1', { enabled: true });
      expect(await webhooks.list(ana)).toMatchObject([{ disabledReason: null, enabledAt: now, updatedAt: now }]);
      expect((await claim()).flatMap(({ deliveries }) => deliveries.map(({ memoryId }) => memoryId))).toEqual([gone]);
    });

    it('queues a completed delivery again, and no other', async () => {
      await hook();
      await removeNew();
      const { first, delivery } = await claimOne();
      const replay = (accountId = ana) => webhooks.replay(accountId, 'whk_1', delivery.id);
      await expect(replay()).rejects.toMatchObject({ code: 'conflict' });
      await webhooks.complete(first, [{ id: delivery.id, ...delivered }], { at: now });
      await expect(replay(bo)).rejects.toMatchObject({ code: 'not_found' });
      await expect(webhooks.replay(ana, 'whk_2', delivery.id)).rejects.toMatchObject({ code: 'not_found' });
      await webhooks.update(ana, 'whk_1', { enabled: false });
      await expect(replay()).rejects.toMatchObject({ code: 'conflict' });
      await webhooks.update(ana, 'whk_1', { enabled: true });
      now += 5;
      expect(await replay()).toMatchObject({ value: { id: delivery.id, status: 'pending' }, isReplay: false });
      const again = await webhooks.findDelivery(delivery.id);
      expect(again).toMatchObject({ status: 'pending', attempts: 1, firstAttemptAt: null, nextAttemptAt: now });
      expect((await claimOne()).first.deliveries.map(({ id }) => id)).toEqual([delivery.id]);
    });

    it('lists deliveries page by page, and purges old ones that are completed or whose webhook is disabled', async () => {
      await hook();
      await hook('whk_2');
      for (let n = 0; n < 3; n++) {
        now += 1;
        await removeNew();
      }
      const all = (await queued()).toReversed();
      const page = await webhooks.deliveries(ana, 'whk_1', { limit: 2 });
      const rest = await webhooks.deliveries(ana, 'whk_1', { limit: 2, after: page.at(-1) });
      expect([...page, ...rest]).toEqual(all);
      const [oldest] = rest as [WebhookDelivery];
      const taken = (await claim()).find(({ webhook }) => webhook.id === 'whk_1') as WebhookClaim;
      await webhooks.complete(taken, [{ id: oldest.id, ...delivered }], { at: now });
      await webhooks.update(ana, 'whk_2', { enabled: false });
      expect(await webhooks.purge(now)).toBe(3);
      expect([(await queued()).length, (await queued('whk_2')).length]).toEqual([2, 1]);
    });
  });
}
