import { expect, it } from 'vitest';
import { createTestStore } from '../../../test/create-test-store.ts';
import { makeAccount } from '../../../test/make-account.ts';
import { describeUsageStore } from '../../ports/usage-store.contract.ts';
import { createAccountStore } from '../accounts/account-store.ts';
import { createWebhookStore } from '../webhooks/webhook-store.ts';
import { createUsageStore } from './usage-store.ts';

const ana = 'acct_ana';
const month = Date.UTC(2026, 10);

async function open() {
  const { records, close } = await createTestStore();
  return { records, usage: createUsageStore(records), accounts: createAccountStore(records), close };
}

describeUsageStore('records in SQLite', open);

it('counts the searches of an account that arrive together with one command, and later ones after a failure', async () => {
  const { records, accounts, close } = await open();
  try {
    await accounts.createAccount(makeAccount(ana), '$');
    let commands = 0;
    let fails = true;
    const run = async (...call: Parameters<typeof records.run>) => {
      commands++;
      if (fails) throw new Error('the disk is full');
      return records.run(...call);
    };
    const usage = createUsageStore({ ...records, run: run as typeof records.run });
    const search = () => usage.countSearch(ana, month, 8);
    const failed = await Promise.allSettled([search(), search()]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    fails = false;
    expect(await Promise.all([search(), search()])).toEqual([true, true]);
    expect(commands).toBe(2);
    const counted = await Promise.all(Array.from({ length: 9 }, search));
    expect(counted.map(Number).join('')).toBe('111111000');
    expect(commands).toBe(3);
    expect(await usage.searches(ana, month)).toBe(8);
  } finally {
    await close();
  }
});

it('queues the events of the thresholds that searches pass', async () => {
  const { records, usage, accounts, close } = await open();
  try {
    await accounts.createAccount(makeAccount(ana), '$');
    const webhooks = createWebhookStore(records);
    await webhooks.create(
      {
        ...{ id: 'whk_1', accountId: ana, url: 'https://example.com/', events: ['quota.near', 'quota.exceeded'] },
        ...{ description: null, includeText: false, disabledReason: null, enabledAt: 0, secret: 'x', createdAt: 0 },
        ...{ updatedAt: 0, previousSecret: null, previousSecretEndsAt: null },
      },
      { max: 1 },
    );
    for (let search = 0; search < 7; search++) await usage.countSearch(ana, month, 5);
    const queued = await webhooks.deliveries(ana, 'whk_1', { limit: 9 });
    expect(queued.map(({ type, detail }) => [type, detail['used']]).sort()).toEqual([
      ['quota.exceeded', 5],
      ['quota.near', 4],
    ]);
  } finally {
    await close();
  }
});
