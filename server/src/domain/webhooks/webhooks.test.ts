import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createTestStore } from '../../../test/create-test-store.ts';
import { makeAccount } from '../../../test/make-account.ts';
import { ana, bo, noon } from '../../../test/memory-store-samples.ts';
import { makeWebhook } from '../../../test/webhooks/make-webhook.ts';
import { webhookSteps } from '../../../test/webhooks/webhook-steps.ts';
import { sqliteDomain } from '../../app/store-commands.ts';
import { deliveries, type Webhook, type WebhookEvent } from '../events/kinds.ts';
import { keptResponses } from '../usage/kinds.ts';
import type { WebhookClaim } from './commands.ts';
import { createClaims } from './start-deliveries.ts';
import { describeWebhooks } from './webhooks.contract.ts';
import { createWebhookService, webhookUrlProblem } from './webhooks.ts';

const writer = new URL('../../../test/webhooks/event-writer.ts', import.meta.url);
const workers = { ...sqliteDomain.workers, writer };
const open = (now: () => number) => createTestStore({ now, workers });

describeWebhooks('SQLite', ({ now }) => createTestStore({ now }));

describe('webhooks over records', () => {
  let now: number;
  let stores: Awaited<ReturnType<typeof open>>;
  let webhooks: ReturnType<typeof webhookSteps>;
  beforeEach(async () => {
    now = noon;
    stores = await open(() => now);
    webhooks = webhookSteps(stores.records, { now: () => now });
    for (const id of [ana, bo]) await addAccount(id);
  });
  afterEach(() => stores.close());

  const addAccount = (id: string) =>
    stores.records.run(id, 'createAccount', { account: makeAccount(id), passwordHash: '$' });
  const hook = (id: string, changes: Partial<Webhook> = {}) =>
    webhooks.create(makeWebhook(id, { events: ['memory.ready'], ...changes }), { max: 100 });
  const queue = (accountId: string, memoryIds: readonly string[], first = 0) => {
    const events = memoryIds.map((memoryId, at): WebhookEvent => {
      return { type: 'memory.ready', memoryId, version: 1, detail: {}, order: first + at };
    });
    return stores.records.run(accountId, 'queueEvents' as never, { accountId, events } as never);
  };
  const names = (count: number, prefix: string) => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
  const claim = (limit = 10) => webhooks.claim(limit);
  const claimEach = (deliveries: number) => createClaims(stores.records, { now: () => now }, deliveries);
  const complete = (one: WebhookClaim, retryAt: number | null = null) => {
    const state = { status: retryAt === null ? 'delivered' : 'pending', nextAttemptAt: retryAt } as const;
    const results = one.deliveries.map(({ id }) => ({ id, ...state, responseStatus: 500, error: null }));
    return webhooks.complete(one, results, { at: now });
  };
  const ids = (claims: readonly WebhookClaim[]) => claims.map(({ webhook }) => webhook.id);
  const countAll = () => stores.records.count(deliveries, 'queue', { of: [] });

  it('serves a webhook with a long queue in turn with others', async () => {
    await hook('whk_long');
    await hook('whk_short', { accountId: bo });
    await queue(ana, names(700, 'mem_'));
    await queue(bo, names(3, 'mem_'));
    const served: string[] = [];
    const claimOne = claimEach(1);
    for (let round = 0; round < 6; round++) {
      now += 1;
      const [one] = await claimOne(1);
      if (one) await complete(one);
      served.push(one?.webhook.id ?? 'none');
    }
    expect(served).toEqual(Array.from({ length: 3 }, () => ['whk_long', 'whk_short']).flat());
  });

  it('lets a webhook rest in whose long queue nothing is due, so that it is not read all the time', async () => {
    await hook('whk_1');
    await queue(ana, names(600, 'mem_'));
    const [one] = await claimEach(600)(10);
    expect(one?.deliveries).toHaveLength(500);
    if (one) await complete(one, now + 60_000);
    expect(await claim()).toEqual([]);
    await queue(ana, ['mem_new']);
    now += 4_999;
    expect(await stores.records.query('', 'dueWebhooks', { now, limit: 9, after: '' })).toEqual({ due: [], last: '' });
    now += 1;
    expect((await stores.records.query('', 'dueWebhooks', { now, limit: 9, after: '' })).due).toHaveLength(1);
  });

  it('keeps the order of the events of a memory that were queued in the same millisecond', async () => {
    await hook('whk_1');
    for (let event = 0; event < 250; event += 50) await queue(ana, Array(50).fill('mem_1'), event);
    const orders: (number | undefined)[] = [];
    for (let round = 0; round < 200; round++) {
      const [one] = await claim();
      if (!one) break;
      const [delivery, ...none] = one.deliveries;
      expect(none).toEqual([]);
      const stored = await stores.records.get(deliveries, { accountId: ana, id: delivery?.id ?? '' });
      orders.push(stored?.order);
      await complete(one);
    }
    expect(orders).toEqual(Array.from({ length: 200 }, (_, at) => at));
  });

  it('serves all webhooks in turn, even if they are more than a claim considers', async () => {
    const accountIds = names(11, 'acct_');
    await Promise.all(accountIds.map(addAccount));
    await Promise.all(
      accountIds.flatMap((accountId) => names(100, `whk_${accountId}_`).map((id) => hook(id, { accountId }))),
    );
    await Promise.all(accountIds.map((accountId) => queue(accountId, ['mem_1'])));
    const served = new Set<string>();
    for (let round = 0; round < 4; round++) {
      for (const id of ids(await claim(400))) served.add(id);
    }
    expect(served.size).toBe(1_100);
    expect(await claim()).toEqual([]);
  });

  it('ends all leases at a start', async () => {
    await hook('whk_1');
    await queue(ana, ['mem_1']);
    const [crashed] = await claim();
    expect(await claim()).toEqual([]);
    await stores.records.run('', 'endWebhookLeases', undefined);
    expect(ids(await claim())).toEqual(['whk_1']);
    if (crashed) await complete(crashed);
    expect((await webhooks.deliveries(ana, 'whk_1'))[0]?.status).toBe('pending');
  });

  it('removes a webhook with a long queue and many bodies that show it, and purges what a crash has left', async () => {
    for (const id of ['whk_1', 'whk_2', 'whk_3']) await hook(id);
    await queue(ana, names(1_300, 'mem_'));
    await Promise.all(
      names(1_100, 'key_').map((key) =>
        webhooks.update(ana, 'whk_1', {}, { idempotency: { credential: 'key_1', key, fingerprint: key } }),
      ),
    );
    const clock = { now: () => now };
    const service = createWebhookService({
      records: stores.records,
      clock,
      identifiers: {} as never,
      allowPrivate: true,
    });
    expect(await service.remove({ accountId: ana, id: 'whk_1' })).toEqual({ value: now, isReplay: false });
    expect(await countAll()).toBe(2_600);
    const bodies = { of: [ana, 'whk_1'], where: { body: { not: '' } } };
    expect(await stores.records.count(keptResponses, 'subject', bodies)).toBe(0);
    await webhooks.remove(ana, 'whk_2');
    expect(await webhooks.purge(now)).toBe(0);
    expect(await webhooks.purge(now + 1)).toBe(800);
    expect(await countAll()).toBe(1_300);
  });
});

const strict = { allowPrivate: false };

it('accepts an https URL of the internet', () => {
  for (const url of ['https://example.com/hook', 'https://example.com:8443/?a=b', 'https://[2606:4700::1]/']) {
    expect([url, webhookUrlProblem(url, strict)]).toEqual([url, undefined]);
  }
});

it('rejects private hosts, in any form of their addresses', () => {
  const hosts = [
    ...['127.0.0.1', '2130706433', '0x7f.1', '0177.0.0.1', '127.1', '10.0.0.8', '169.254.169.254', '0'],
    ...['[::1]', '[::ffff:127.0.0.1]', '[::127.0.0.1]', '[fd00:ec2::254]', '[64:ff9b::7f00:1]'],
    ...['localhost', 'a.localhost', 'LOCALHOST.', 'intranet', 'metadata.google.internal', 'printer.local'],
  ];
  for (const host of hosts) {
    expect([host, webhookUrlProblem(`https://${host}/`, strict)]).toEqual([host, expect.stringContaining('private')]);
    expect(webhookUrlProblem(`http://${host}/`, { allowPrivate: true })).toBeUndefined();
  }
});

it('rejects other protocols, credentials and fragments', () => {
  const urls = [
    'http://example.com/',
    'ftp://example.com/',
    'example.com',
    '',
    `https://example.com/${'a'.repeat(2_048)}`,
  ];
  for (const url of urls) expect(webhookUrlProblem(url, strict)).toContain('https');
  for (const url of ['https://ada@example.com/', 'https://example.com/#a']) {
    expect(webhookUrlProblem(url, { allowPrivate: true })).toContain('neither');
  }
});
