import { expect, it, onTestFinished } from 'vitest';
import { accountSteps } from '../../../test/account-steps.ts';
import { makeKeyRecord } from '../../../test/copy/make-records.ts';
import { createTestStore } from '../../../test/create-test-store.ts';
import { makeAccount } from '../../../test/make-account.ts';
import type { SecurityEvent } from '../../ports/security-events.ts';
import { recordOperator } from './record-operator.ts';

const account = makeAccount('acct_1', { email: 'ada@example.com', createdAt: 1 });
const key = makeKeyRecord('key_1', 'acct_1', { keyPrefix: 'mnk_12345678' });

it('what the operator changes is done and recorded, and what is not there is not', async () => {
  const { records, close } = await createTestStore({ now: () => 5 });
  onTestFinished(close);
  const events: SecurityEvent[] = [];
  const store = accountSteps(recordOperator(records, { record: async (event) => void events.push(event) }));
  await store.createAccount(account, 'a hash');
  await store.changePassword(account.id, 'another hash');
  await store.updateAccount(account.id, { plan: 'growth' });
  await store.updateAccount(account.id, { suspendedAt: 5 });
  await store.updateAccount(account.id, { suspendedAt: null });
  await store.createKey(key, { maxLive: 1 });
  await store.createKey({ ...key, id: 'key_2', hash: 'another' }, { maxLive: 1 });
  expect(await store.revokeKey(account.id, key.id)).toBe(5);
  expect(await store.revokeKey(account.id, 'key_9')).toBeUndefined();
  await store.deleteTokens({ accountId: account.id });
  await store.changePassword(account.id, 'a third hash', { revokesKeys: true });

  expect(await store.find({ id: account.id })).toMatchObject({ passwordHash: 'a third hash', plan: 'growth' });
  const by = { outcome: 'ok', actor: 'operator', accountId: account.id };
  expect(events).toEqual([
    { ...by, action: 'password_changed' },
    { ...by, action: 'account_changed', detail: { changed: ['plan'] } },
    { ...by, action: 'account_changed', detail: { changed: ['suspended'] } },
    { ...by, action: 'account_changed', detail: { changed: ['resumed'] } },
    { ...by, action: 'key_created', detail: { key_id: 'key_1', key_prefix: 'mnk_12345678' } },
    { ...by, action: 'key_created', outcome: 'rejected' },
    { ...by, action: 'key_revoked', detail: { key_id: 'key_1' } },
    { ...by, action: 'session_ended' },
    { ...by, action: 'password_changed', detail: { changed: ['api_keys'] } },
  ]);
});
