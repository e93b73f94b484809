import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { accountSteps, addAccount } from '../../../test/account-steps.ts';
import { createTestStore } from '../../../test/create-test-store.ts';
import { makeAccount } from '../../../test/make-account.ts';
import { emptyMetadataIndex } from '../../../test/make-index.ts';
import { ana, memory, noon, words } from '../../../test/memory-store-samples.ts';
import { changeMemory, insertMemory, removeMemory } from '../../../test/store-steps.ts';
import { makeWebhook } from '../../../test/webhooks/make-webhook.ts';
import { webhookSteps } from '../../../test/webhooks/webhook-steps.ts';
import type { SendResult } from '../../ports/webhook-sender.ts';
import type { Webhook } from '../events/kinds.ts';
import { startDeliveries } from './start-deliveries.ts';

const minute = 60_000;
const day = 24 * 60 * minute;
let now: number;
let stores: Awaited<ReturnType<typeof createTestStore>>;
let deliveries: ReturnType<typeof startDeliveries>;
/** The response of each receiver, by its URL. */
let responses: Map<string, () => Promise<SendResult> | SendResult>;
let sent: { url: string; type: string; memoryId: string; id: string | undefined }[];
let disabled: string[];

beforeEach(async () => {
  now = noon;
  stores = await createTestStore({ now: () => now });
  await addAccount(stores.records, makeAccount(ana));
  [responses, sent, disabled] = [new Map(), [], []];
  deliveries = start();
});
afterEach(async () => {
  await deliveries.stop();
  await stores.close();
});

function start(): ReturnType<typeof startDeliveries> {
  return startDeliveries({
    ...{ records: stores.records, memories: stores.memories, clock: { now: () => now }, random: () => 1, everyMs: 1e9 },
    sender: {
      async post(url, { headers, body }) {
        const { type, data } = JSON.parse(body);
        sent.push({ url, type, memoryId: data.memory_id, id: headers['webhook-id'] });
        return (await responses.get(url)?.()) ?? { status: 204 };
      },
      close() {},
    },
    events: {
      attempted() {},
      disabled: ({ id }, reason) => disabled.push(`${id} ${reason}`),
      stumbled(error) {
        throw error;
      },
    },
  });
}

const steps = () => webhookSteps(stores.records, { now: () => now });

async function hook(id: string): Promise<Webhook> {
  const webhook = makeWebhook(id, { url: `https://${id}.example.com/`, secret: 'whsec_AAAA' });
  await steps().create(webhook);
  return webhook;
}

async function end(): Promise<string> {
  const one = memory();
  await insertMemory(stores.memories, one, words('boat'));
  await removeMemory(stores.memories, ana, one.id);
  return one.id;
}

const read = async (id: string) => (await steps().deliveries(ana, id))[0];

it('tries again within a minute, then less and less often, with the same id', async () => {
  const { url } = await hook('whk_1');
  responses.set(url, () => ({ status: 503 }));
  await end();
  const delays = [];
  for (let attempt = 1; attempt <= 10; attempt++) {
    await deliveries.deliverDue();
    const delivery = await read('whk_1');
    expect(delivery).toMatchObject({ status: 'pending', attempts: attempt, responseStatus: 503, error: 'status' });
    delays.push((delivery?.nextAttemptAt ?? 0) - now);
    now += delays.at(-1) ?? 0;
  }
  expect(delays[0]).toBeLessThan(minute);
  expect(delays).toEqual(delays.toSorted((a, b) => a - b));
  responses.clear();
  await deliveries.deliverDue();
  const last = await read('whk_1');
  expect(last).toMatchObject({ status: 'delivered', attempts: 11, error: null });
  const { recentAttempts: recent = [] } = last ?? {};
  expect(recent?.map(({ error }) => error)).toEqual([null, ...Array(10).fill('status')]);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
});

it('disables a webhook after 24 hours without success, and after a 410 at once', async () => {
  const [failing, gone] = [await hook('whk_1'), await hook('whk_2')];
  responses.set(failing.url, () => ({ error: 'connection_failed' }));
  responses.set(gone.url, () => ({ status: 410 }));
  await end();
  await deliveries.deliverDue();
  expect(disabled).toEqual(['whk_2 gone']);
  while (now - noon < day) {
    now = (await read('whk_1'))?.nextAttemptAt ?? Number.NaN;
    await deliveries.deliverDue();
    expect(disabled.length).toBe(now - noon < day ? 1 : 2);
  }
  expect(disabled).toEqual(['whk_2 gone', 'whk_1 deliveries_failed']);
  expect(await read('whk_1')).toMatchObject({ status: 'failed', nextAttemptAt: null, error: 'connection_failed' });
  // Enabled again, it has 24 hours once more.
  await steps().update(ana, 'whk_1', { enabled: true });
  await end();
  await deliveries.deliverDue();
  expect(await read('whk_1')).toMatchObject({ status: 'pending' });
});

it('does not disable a webhook at its first failure after the account was suspended for days', async () => {
  const { url } = await hook('whk_1');
  responses.set(url, () => ({ status: 503 }));
  await end();
  await deliveries.deliverDue();
  await accountSteps(stores.records).updateAccount(ana, { suspendedAt: now });
  now += 3 * day;
  await deliveries.deliverDue();
  expect(sent).toHaveLength(1);
  await accountSteps(stores.records).updateAccount(ana, { suspendedAt: null });
  await deliveries.deliverDue();
  expect(await read('whk_1')).toMatchObject({ status: 'pending', attempts: 2 });
  expect(disabled).toEqual([]);
});

it('serves other webhooks and other memories while a receiver hangs', async () => {
  const [hanging, other] = [await hook('whk_1'), await hook('whk_2')];
  const { promise, resolve } = Promise.withResolvers<SendResult>();
  responses.set(hanging.url, () => promise);
  await end();
  const all = deliveries.deliverDue();
  await expect.poll(() => sent.map(({ url }) => url).toSorted()).toEqual([hanging.url, other.url]);
  await end();
  await expect.poll(() => sent.filter(({ url }) => url === other.url)).toHaveLength(1);
  resolve({ error: 'timeout' });
  await all;
  expect(sent.filter(({ url }) => url === other.url)).toHaveLength(2);
});

it('delivers all events of a memory, also when a round ends while another run looks for what is due', async () => {
  const { url } = await hook('whk_1');
  responses.set(url, () => pause(5, { status: 204 }));
  const { query } = stores.records;
  const later = async (...given: Parameters<typeof query>) => pause(20, await query(...given));
  Object.assign(stores.records, { query: later });
  const one = memory();
  await insertMemory(stores.memories, one, words('boat'));
  for (const expectedVersion of [1, 2, 3]) {
    const change = { accountId: ana, id: one.id, expectedVersion, at: noon, metadata: {}, index: emptyMetadataIndex };
    await changeMemory(stores.memories, { ...change, text: null });
  }
  void deliveries.deliverDue();
  // The first run has begun.
  await pause(1);
  await deliveries.deliverDue();
  expect(sent).toHaveLength(3);
});

it('begins few deliveries in a tick of the event loop, however many webhooks are due', async () => {
  await Promise.all(['whk_1', 'whk_2', 'whk_3'].map(hook));
  for (let event = 0; event < 10; event++) await end();
  let tick = 0;
  let last = setImmediate(function count() {
    tick++;
    last = setImmediate(count);
  });
  const ticks: number[] = [];
  for (const id of ['whk_1', 'whk_2', 'whk_3']) {
    responses.set(`https://${id}.example.com/`, () => {
      ticks.push(tick);
      return { status: 204 };
    });
  }
  await deliveries.deliverDue();
  clearImmediate(last);
  expect(ticks).toHaveLength(30);
  const begun = Object.values(Object.groupBy(ticks, String)).map((some) => some?.length ?? 0);
  expect(Math.max(...begun)).toBeLessThanOrEqual(8);
});

it('leaves interrupted deliveries due for the next start, without an attempt', async () => {
  const { url } = await hook('whk_1');
  const { promise, resolve } = Promise.withResolvers<SendResult>();
  responses.set(url, () => promise);
  await end();
  void deliveries.deliverDue();
  await expect.poll(() => sent.length).toBe(1);
  const stopped = deliveries.stop();
  resolve({ error: 'connection_failed' });
  await stopped;
  expect(await read('whk_1')).toMatchObject({ status: 'pending', attempts: 0 });
  responses.clear();
  deliveries = start();
  await deliveries.deliverDue();
  expect(await read('whk_1')).toMatchObject({ status: 'delivered', attempts: 1 });
});
