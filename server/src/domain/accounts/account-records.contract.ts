import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountSteps } from '../../../test/account-steps.ts';
import { makeAccount } from '../../../test/make-account.ts';
import type { Idempotency } from '../usage/idempotency.ts';
import type { AccountRecords } from './account-records.ts';
import { keptEndedKeys, sessionIdOf } from './commands.ts';
import type { AccessToken, Account, ApiKey, Identifier, StoredAccount } from './kinds.ts';

const createdAt = Date.UTC(2026, 0, 15, 12, 30, 45, 678);
const day = 86_400_000;

const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/** The number of tokens or keys that cases without a limit of their own never reach. */
const maxLive = 10;

function anAccount(id: string, values: Partial<Account> = {}): Account {
  return makeAccount(id, { email: `${id}@example.com`, createdAt, ...values });
}

function aKey(id: string, accountId: string, values: Partial<ApiKey> = {}): Omit<ApiKey, 'hash'> {
  return {
    id,
    accountId,
    label: `label of ${id}`,
    keyPrefix: 'mnk_01234567',
    scopes: ['read', 'write'],
    createdAt,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    replacedBy: null,
    restriction: null,
    ...values,
  };
}

function aToken(text: string, accountId: string, values: Partial<AccessToken> = {}): AccessToken {
  return {
    hash: hashOf(text),
    accountId,
    createdAt,
    expiresAt: createdAt + 30 * day,
    lastUsedAt: null,
    userAgent: null,
    address: null,
    ...values,
  };
}

function onceFor(key: string) {
  return { credential: 'acct_1', key, fingerprint: key };
}

/** The time of the store, which a revocation sets. */
const clock = { time: createdAt };

/** The hash of a key is a parameter of its own, as in most cases it does not matter. */
/** Returns the fields of a key that authentication reads. */
function authenticating({ accountId, id, keyPrefix, scopes, restriction, expiresAt, revokedAt }: Omit<ApiKey, 'hash'>) {
  return { accountId, id, keyPrefix, scopes, restriction, expiresAt, revokedAt };
}

function keySteps(records: AccountRecords) {
  const steps = accountSteps(records);
  type Options = Parameters<typeof steps.createKey>[1];
  const createKey = (key: Omit<ApiKey, 'hash'>, hash: string, options: Options) =>
    steps.createKey({ ...key, hash }, options);
  type Passwords = Parameters<typeof steps.changePassword>;
  return {
    ...steps,
    createKey,
    revokeKey(accountId: string, keyId: string, at: number, once?: Idempotency) {
      clock.time = at;
      return steps.revokeKey(accountId, keyId, once);
    },
    changePassword(
      accountId: string,
      hash: string,
      { revokeKeysAt, ...options }: Passwords[2] & { revokeKeysAt?: number } = {},
    ) {
      clock.time = revokeKeysAt ?? clock.time;
      return steps.changePassword(accountId, hash, { ...options, revokesKeys: revokeKeysAt !== undefined });
    },
  };
}

/** Specifies the commands of accounts, tokens and keys. @param create opens a new, empty store */
export function describeAccounts(
  name: string,
  create: (options: { now: () => number }) => Promise<{ records: AccountRecords; close(): Promise<void> }>,
): void {
  describe(`accounts: ${name}`, () => {
    let records: AccountRecords;
    let store: ReturnType<typeof keySteps>;
    let close: () => Promise<void>;

    beforeEach(async () => {
      clock.time = createdAt;
      ({ records, close } = await create({ now: () => clock.time }));
      store = keySteps(records);
    });
    afterEach(() => close());
    const find = (by: { id: string } | Identifier): Promise<StoredAccount | undefined> => store.find(by);

    describe('accounts', () => {
      it('returns an account exactly as it was created', async () => {
        const account = anAccount('acct_1', { email: 'Åsa.Öberg+x@Example.COM', plan: 'enterprise' });
        expect(await store.createAccount(account, '$hash$1')).toBe('created');
        expect(await find({ id: 'acct_1' })).toMatchObject(account);
      });

      it('finds nothing for an unknown id, email or phone', async () => {
        await store.createAccount(anAccount('acct_1'), '$hash$1');
        expect(await find({ id: 'acct_2' })).toBeUndefined();
        expect(await find({ email: 'nobody@example.com' })).toBeUndefined();
        expect(await find({ phone: '+4670000000' })).toBeUndefined();
      });

      it('finds credentials by email regardless of case, beyond ASCII too', async () => {
        const account = anAccount('acct_1', { email: 'Åsa@Example.com' });
        await store.createAccount(account, '$hash$1');
        expect(await find({ email: 'åSA@eXAMPLE.COM' })).toMatchObject({ ...account, passwordHash: '$hash$1' });
      });

      it('finds credentials by phone', async () => {
        const account = anAccount('acct_1', { email: null, phone: '+46700000000' });
        await store.createAccount(account, '$hash$1');
        expect(await find({ phone: '+46700000000' })).toMatchObject({ ...account, passwordHash: '$hash$1' });
      });

      it('compares an email literally, not as a pattern', async () => {
        await store.createAccount(anAccount('acct_1', { email: 'ada@example.com' }), '$hash$1');
        expect(await find({ email: 'ada@example_com' })).toBeUndefined();
        expect(await find({ email: '%' })).toBeUndefined();
        expect(await find({ email: '.*' })).toBeUndefined();
      });

      it('rejects an email that is taken in a different case and leaves the first account alone', async () => {
        const first = anAccount('acct_1', { email: 'ada@example.com' });
        await store.createAccount(first, '$hash$1');
        expect(await store.createAccount(anAccount('acct_2', { email: 'ADA@Example.com' }), '$hash$2')).toBe('taken');
        expect(await find({ email: 'ada@example.com' })).toMatchObject({ ...first, passwordHash: '$hash$1' });
        expect(await find({ id: 'acct_2' })).toBeUndefined();
      });

      it('rejects a phone that is taken', async () => {
        await store.createAccount(anAccount('acct_1', { email: null, phone: '+46700000000' }), '$hash$1');
        const second = anAccount('acct_2', { email: null, phone: '+46700000000' });
        expect(await store.createAccount(second, '$hash$2')).toBe('taken');
      });

      it('keeps many accounts without an email or without a phone apart', async () => {
        expect(await store.createAccount(anAccount('acct_1'), '$')).toBe('created');
        expect(await store.createAccount(anAccount('acct_2'), '$')).toBe('created');
        expect(await store.createAccount(anAccount('acct_3', { email: null, phone: '+4611111111' }), '$')).toBe(
          'created',
        );
        expect(await store.createAccount(anAccount('acct_4', { email: null, phone: '+4622222222' }), '$')).toBe(
          'created',
        );
      });

      it('admits exactly one of simultaneous accounts with the same email in different case', async () => {
        const emails = ['ada@example.com', 'ADA@example.com', 'Ada@Example.com', 'aDa@example.COM'];
        const outcomes = await Promise.all(
          emails.map((email, index) => store.createAccount(anAccount(`acct_${index}`, { email }), '$')),
        );
        expect(outcomes.toSorted()).toEqual(['created', 'taken', 'taken', 'taken']);
        expect(await store.list()).toHaveLength(1);
      });

      it('lists accounts oldest first', async () => {
        await store.createAccount(anAccount('acct_b', { createdAt: createdAt + 2 }), '$');
        await store.createAccount(anAccount('acct_c', { createdAt }), '$');
        await store.createAccount(anAccount('acct_a', { createdAt: createdAt + 1 }), '$');
        expect((await store.list()).map(({ id }) => id)).toEqual(['acct_c', 'acct_a', 'acct_b']);
      });
    });

    describe('plan and limits', () => {
      it('changes the plan and nothing else', async () => {
        const account = anAccount('acct_1');
        await store.createAccount(account, '$hash$1');
        await store.updateAccount('acct_1', { plan: 'growth' });
        expect(await find({ id: 'acct_1' })).toMatchObject({ ...account, plan: 'growth' });
      });

      it('sets the limits that are given and leaves the others', async () => {
        await store.createAccount(anAccount('acct_1'), '$hash$1');
        await store.updateAccount('acct_1', { limits: { memoryWrites: 10_000, endUsers: 0 } });
        await store.updateAccount('acct_1', { limits: { memoryWrites: null, memorySearches: 5 } });
        const limits = { memoryWrites: null, memorySearches: 5, endUsers: 0 };
        expect(await find({ id: 'acct_1' })).toMatchObject({ limits });
      });

      it('suspends and resumes an account, and changes nothing else', async () => {
        const account = anAccount('acct_1', { plan: 'growth' });
        await store.createAccount(account, '$hash$1');
        await store.updateAccount('acct_1', { suspendedAt: createdAt + 5 });
        expect(await find({ id: 'acct_1' })).toMatchObject({ ...account, suspendedAt: createdAt + 5 });
        await store.updateAccount('acct_1', { plan: 'free' });
        expect(await find({ id: 'acct_1' })).toMatchObject({ plan: 'free', suspendedAt: createdAt + 5 });
        await store.updateAccount('acct_1', { suspendedAt: null });
        expect(await find({ id: 'acct_1' })).toMatchObject({ ...account, plan: 'free' });
      });

      it('finds tokens and keys with the suspension of their account, at once', async () => {
        await store.createAccount(anAccount('acct_1'), '$');
        await store.createToken(aToken('t', 'acct_1'), { maxLive });
        await store.createKey(aKey('key_1', 'acct_1'), hashOf('k'), { maxLive });
        expect((await store.findKey(hashOf('k')))?.account.suspendedAt).toBeNull();
        await store.updateAccount('acct_1', { suspendedAt: createdAt + 5 });
        expect((await store.findToken(hashOf('t')))?.account.suspendedAt).toBe(createdAt + 5);
        expect((await store.findKey(hashOf('k')))?.account.suspendedAt).toBe(createdAt + 5);
      });

      it('rejects a change of an account that does not exist', async () => {
        await expect(store.updateAccount('acct_1', { plan: 'growth' })).rejects.toThrow();
        await expect(store.updateAccount('acct_1', { limits: { endUsers: 1 } })).rejects.toThrow();
      });
    });

    describe('the first account', () => {
      it('comes with its key', async () => {
        const account = anAccount('acct_1', { plan: 'enterprise' });
        const key = aKey('key_1', 'acct_1');
        expect(await store.createAccount(account, '$hash$1', { ...key, hash: hashOf('k') })).toBe('created');
        expect(await store.findKey(hashOf('k'))).toMatchObject({ credential: authenticating(key), account });
        expect((await find({ email: 'acct_1@example.com' }))?.passwordHash).toBe('$hash$1');
      });

      it('is not created, nor its key, in a store that has an account', async () => {
        await store.createAccount(anAccount('acct_1'), '$');
        const first = { ...aKey('key_2', 'acct_2'), hash: hashOf('second') };
        const outcome = await store.createAccount(anAccount('acct_2'), '$', first);
        expect(outcome).toBe('not_empty');
        expect(await find({ id: 'acct_2' })).toBeUndefined();
        expect(await store.findKey(hashOf('second'))).toBeUndefined();
      });

      it('is created once when several processes create it at the same time', async () => {
        const outcomes = await Promise.all(
          ['1', '2', '3'].map((n) =>
            store.createAccount(anAccount(`acct_${n}`), '$', { ...aKey(`key_${n}`, `acct_${n}`), hash: hashOf(n) }),
          ),
        );
        expect(outcomes.toSorted()).toEqual(['created', 'not_empty', 'not_empty']);
        expect(await store.list()).toHaveLength(1);
      });
    });

    describe('access tokens', () => {
      beforeEach(async () => {
        await store.createAccount(anAccount('acct_1'), '$hash$1');
        await store.createAccount(anAccount('acct_2'), '$hash$2');
      });

      it('finds a token with its account', async () => {
        const token = aToken('t', 'acct_1');
        await store.createToken(token, { maxLive });
        const found = await store.findToken(hashOf('t'));
        expect(found).toMatchObject({ credential: token, account: anAccount('acct_1') });
      });

      it('finds no token for another hash', async () => {
        await store.createToken(aToken('t', 'acct_1'), { maxLive });
        expect(await store.findToken(hashOf('u'))).toBeUndefined();
      });

      it('rejects a token for an account that does not exist', async () => {
        await expect(store.createToken(aToken('t', 'acct_9'), { maxLive })).rejects.toThrow();
        expect(await store.findToken(hashOf('t'))).toBeUndefined();
      });

      it('does not find a deleted token, and deleting it again is harmless', async () => {
        await store.createToken(aToken('t', 'acct_1'), { maxLive });
        await store.createToken(aToken('other', 'acct_1'), { maxLive });
        expect(await store.deleteTokens({ hash: hashOf('t') })).toBe(1);
        expect(await store.deleteTokens({ hash: hashOf('t') })).toBe(0);
        expect(await store.findToken(hashOf('t'))).toBeUndefined();
        expect(await store.findToken(hashOf('other'))).toBeDefined();
      });

      it('purges exactly the tokens that have expired', async () => {
        await store.createToken(aToken('past', 'acct_1', { expiresAt: createdAt + 9 }), { maxLive });
        await store.createToken(aToken('now', 'acct_1', { expiresAt: createdAt + 10 }), { maxLive });
        await store.createToken(aToken('future', 'acct_1', { expiresAt: createdAt + 11 }), { maxLive });
        expect(await store.deleteTokens({ expiredAt: createdAt + 10 })).toBe(2);
        expect(await store.findToken(hashOf('now'))).toBeUndefined();
        expect(await store.findToken(hashOf('future'))).toBeDefined();
        expect(await store.deleteTokens({ expiredAt: createdAt + 10 })).toBe(0);
      });

      it('a changed password ends the other tokens of the account, but not the given one nor those of other accounts', async () => {
        await store.createToken(aToken('mine', 'acct_1'), { maxLive });
        await store.createToken(aToken('my phone', 'acct_1'), { maxLive });
        await store.createToken(aToken('theirs', 'acct_2'), { maxLive });
        expect(
          await store.changePassword('acct_1', '$hash$new', { replaces: '$hash$1', keepTokenHash: hashOf('mine') }),
        ).toBe('changed');
        expect((await find({ email: 'acct_1@example.com' }))?.passwordHash).toBe('$hash$new');
        expect((await find({ email: 'acct_2@example.com' }))?.passwordHash).toBe('$hash$2');
        expect(await store.findToken(hashOf('mine'))).toBeDefined();
        expect(await store.findToken(hashOf('my phone'))).toBeUndefined();
        expect(await store.findToken(hashOf('theirs'))).toBeDefined();
      });

      it('changes nothing when the password to replace has been changed meanwhile', async () => {
        await store.createToken(aToken('mine', 'acct_1'), { maxLive });
        const keepTokenHash = hashOf('mine');
        await store.changePassword('acct_1', '$hash$new', { replaces: '$hash$1', keepTokenHash });
        const late = { replaces: '$hash$1', keepTokenHash: hashOf('another') };
        expect(await store.changePassword('acct_1', '$hash$late', late)).toBe('stale');
        expect((await find({ email: 'acct_1@example.com' }))?.passwordHash).toBe('$hash$new');
        expect(await store.findToken(hashOf('mine'))).toBeDefined();
      });

      it('a changed password ends every token of the account when none is kept', async () => {
        await store.createToken(aToken('mine', 'acct_1'), { maxLive });
        await store.createToken(aToken('theirs', 'acct_2'), { maxLive });
        await store.changePassword('acct_1', '$hash$new');
        expect(await store.findToken(hashOf('mine'))).toBeUndefined();
        expect(await store.findToken(hashOf('theirs'))).toBeDefined();
      });

      it('a changed password revokes the keys of the account on request, and keeps earlier times', async () => {
        await store.createKey(aKey('key_1', 'acct_1'), hashOf('1'), { maxLive });
        await store.createKey(aKey('key_2', 'acct_1'), hashOf('2'), { maxLive });
        await store.createKey(aKey('key_3', 'acct_2'), hashOf('3'), { maxLive });
        await store.revokeKey('acct_1', 'key_2', createdAt + 1);
        await store.changePassword('acct_1', '$hash$new', { revokeKeysAt: createdAt + 9 });
        expect((await store.findKey(hashOf('1')))?.credential.revokedAt).toBe(createdAt + 9);
        expect((await store.findKey(hashOf('2')))?.credential.revokedAt).toBe(createdAt + 1);
        expect((await store.findKey(hashOf('3')))?.credential.revokedAt).toBeNull();
      });

      it('a password that is not changed revokes no keys', async () => {
        await store.createKey(aKey('key_1', 'acct_1'), hashOf('1'), { maxLive });
        const late = { replaces: '$another', revokeKeysAt: createdAt + 9 };
        expect(await store.changePassword('acct_1', '$hash$new', late)).toBe('stale');
        expect((await store.findKey(hashOf('1')))?.credential.revokedAt).toBeNull();
      });

      it('the oldest token of an account ends when one more than the limit is created', async () => {
        await store.createToken(aToken('theirs', 'acct_2'), { maxLive: 3 });
        for (const [index, name] of ['c', 'a', 'b', 'd'].entries()) {
          await store.createToken(aToken(name, 'acct_1', { createdAt: createdAt + index }), { maxLive: 3 });
        }
        const found = await Promise.all(['c', 'a', 'b', 'd', 'theirs'].map((name) => store.findToken(hashOf(name))));
        expect(found.map((one) => one !== undefined)).toEqual([false, true, true, true, true]);
      });

      it('an expired token does not count among those of the limit', async () => {
        await store.createToken(aToken('old', 'acct_1'), { maxLive: 2 });
        const short = { createdAt: createdAt + 1, expiresAt: createdAt + 5 };
        await store.createToken(aToken('short', 'acct_1', short), { maxLive: 2 });
        await store.createToken(aToken('new', 'acct_1', { createdAt: createdAt + 5 }), { maxLive: 2 });
        expect(await store.findToken(hashOf('old'))).toBeDefined();
      });

      it('has no more tokens than the limit when many are created at once', async () => {
        await Promise.all(
          Array.from({ length: 6 }, (_, number) =>
            store.createToken(aToken(`t${number}`, 'acct_1', { createdAt: createdAt + number }), { maxLive: 2 }),
          ),
        );
        expect(await store.deleteTokens({ accountId: 'acct_1' })).toBe(2);
      });

      it('lists the tokens of one account exactly as they were created, newest first', async () => {
        const origin = { lastUsedAt: createdAt + 5, userAgent: 'Mozilla/5.0 "x"', address: '192.0.2.7' };
        const [older, newer] = [aToken('a', 'acct_1'), aToken('b', 'acct_1', { createdAt: createdAt + 1, ...origin })];
        for (const token of [older, newer, aToken('theirs', 'acct_2')]) await store.createToken(token, { maxLive });
        expect(await store.listTokens('acct_1')).toEqual([newer, older]);
        expect((await store.findToken(newer.hash))?.credential).toEqual(newer);
        expect(await store.listTokens('acct_9')).toEqual([]);
      });

      it('keeps the last use of a token and never moves it back', async () => {
        await store.createToken(aToken('a', 'acct_1'), { maxLive });
        await store.recordUses({ [hashOf('a')]: createdAt + 20, [hashOf('none')]: createdAt });
        await store.recordUses({ [hashOf('a')]: createdAt + 10 });
        expect((await store.findToken(hashOf('a')))?.credential.lastUsedAt).toBe(createdAt + 20);
      });

      const endOthers = (name: string, key?: string) => {
        const idempotency = key === undefined ? undefined : onceFor(key);
        return records.run('acct_1', 'endOtherSessions', { accountId: 'acct_1', tokenHash: hashOf(name), idempotency });
      };
      const end = (accountId: string, name: string, key?: string) =>
        records.run(accountId, 'endSession', {
          ...{ accountId, sessionId: sessionIdOf(hashOf(name)) },
          idempotency: key === undefined ? undefined : onceFor(key),
        });

      it('deletes the tokens of one account but one', async () => {
        for (const name of ['mine', 'my phone']) await store.createToken(aToken(name, 'acct_1'), { maxLive });
        await store.createToken(aToken('theirs', 'acct_2'), { maxLive });
        expect(await endOthers('mine')).toEqual({ value: 1, isReplay: false });
        expect((await store.listTokens('acct_1')).map(({ hash }) => hash)).toEqual([hashOf('mine')]);
        expect(await store.findToken(hashOf('theirs'))).toBeDefined();
      });

      it('ends a session only in its account, and none that has expired', async () => {
        await store.createToken(aToken('theirs', 'acct_2'), { maxLive });
        await store.createToken(aToken('old', 'acct_2', { expiresAt: createdAt }), { maxLive });
        await expect(end('acct_1', 'theirs')).rejects.toMatchObject({ code: 'not_found' });
        await expect(end('acct_2', 'old')).rejects.toMatchObject({ code: 'not_found' });
        expect(await end('acct_2', 'theirs')).toEqual({ value: null, isReplay: false });
        expect(await store.findToken(hashOf('theirs'))).toBeUndefined();
      });

      it('ends sessions once for an Idempotency-Key, whose result is kept unless there was no such session', async () => {
        for (const name of ['mine', 'phone']) await store.createToken(aToken(name, 'acct_1'), { maxLive });
        await expect(end('acct_1', 'none', 'one')).rejects.toMatchObject({ code: 'not_found' });
        expect(await end('acct_1', 'phone', 'one')).toEqual({ value: null, isReplay: false });
        for (const name of ['none', 'mine']) {
          expect(await end('acct_1', name, 'one')).toEqual({ value: null, isReplay: true });
        }
        expect(await endOthers('mine', 'others')).toEqual({ value: 0, isReplay: false });
        await store.createToken(aToken('tablet', 'acct_1'), { maxLive });
        expect(await endOthers('mine', 'others')).toEqual({ value: 0, isReplay: true });
        expect((await store.listTokens('acct_1')).map(({ hash }) => hash)).toHaveLength(2);
      });

      it('deletes the tokens of one account', async () => {
        await store.createToken(aToken('mine', 'acct_1'), { maxLive });
        await store.createToken(aToken('my phone', 'acct_1'), { maxLive });
        await store.createToken(aToken('theirs', 'acct_2'), { maxLive });
        expect(await store.deleteTokens({ accountId: 'acct_1' })).toBe(2);
        expect(await store.findToken(hashOf('mine'))).toBeUndefined();
        expect(await store.findToken(hashOf('theirs'))).toBeDefined();
      });

      it('rejects a changed password of an account that does not exist', async () => {
        await expect(store.changePassword('acct_9', '$')).rejects.toThrow();
      });
    });

    describe('API keys', () => {
      beforeEach(async () => {
        await store.createAccount(anAccount('acct_1'), '$');
        await store.createAccount(anAccount('acct_2'), '$');
      });

      it('finds a key exactly as it was created, with its account', async () => {
        const key = aKey('key_1', 'acct_1', { scopes: ['read'], label: '🔑 "ci"; --', expiresAt: createdAt + day });
        await store.createKey(key, hashOf('k'), { maxLive });
        expect(await store.findKey(hashOf('k'))).toMatchObject({
          credential: authenticating(key),
          account: anAccount('acct_1'),
        });
        expect(await store.findKey(hashOf('K'))).toBeUndefined();
      });

      it('keeps what a key is restricted to, in each way of reading it', async () => {
        const restriction = { userId: 'alice', agentId: null, project: 'apollo "x"' };
        const key = aKey('key_1', 'acct_1', { restriction });
        await store.createKey(key, hashOf('1'), { maxLive });
        expect((await store.findKey(hashOf('1')))?.credential).toMatchObject(authenticating(key));
        expect(await store.findKeyById('acct_1', 'key_1')).toMatchObject(key);
        expect(await store.listKeys('acct_1', { limit: 10 })).toMatchObject([key]);
      });

      it('rejects a key for an account that does not exist', async () => {
        await expect(store.createKey(aKey('key_1', 'acct_9'), hashOf('k'), { maxLive })).rejects.toThrow();
        expect(await store.findKey(hashOf('k'))).toBeUndefined();
      });

      it('lists the keys of one account, newest first, revoked ones included', async () => {
        await store.createKey(aKey('key_b', 'acct_1', { createdAt: createdAt + 1 }), hashOf('b'), { maxLive });
        await store.createKey(aKey('key_c', 'acct_1', { createdAt: createdAt + 2 }), hashOf('c'), { maxLive });
        await store.createKey(aKey('key_a', 'acct_1', { createdAt }), hashOf('a'), { maxLive });
        await store.createKey(aKey('key_x', 'acct_2'), hashOf('x'), { maxLive });
        await store.revokeKey('acct_1', 'key_b', createdAt + 5);
        const keys = await store.listKeys('acct_1', { limit: 10 });
        expect(keys.map(({ id, revokedAt }) => [id, revokedAt])).toEqual([
          ['key_c', null],
          ['key_b', createdAt + 5],
          ['key_a', null],
        ]);
      });

      it('lists the keys page by page, those of the same time in the order of their ids', async () => {
        for (const id of ['key_b', 'key_a', 'key_d', 'key_c']) {
          const values = id === 'key_a' ? { createdAt: createdAt + 1 } : {};
          await store.createKey(aKey(id, 'acct_1', values), hashOf(id), { maxLive });
        }
        const ids = [];
        let after: ApiKey | undefined;
        for (let page = 0; page < 3; page++) {
          const keys = await store.listKeys('acct_1', { limit: 2, after });
          ids.push(keys.map(({ id }) => id));
          after = keys.at(-1) ?? after;
        }
        expect(ids).toEqual([['key_a', 'key_d'], ['key_c', 'key_b'], []]);
      });

      it('admits as many live keys as the limit, and counts neither revoked nor expired ones', async () => {
        const create = (id: string, values: Partial<ApiKey> = {}) =>
          store.createKey(aKey(id, 'acct_1', values), hashOf(id), { maxLive: 2 });
        expect(await create('key_1', { expiresAt: createdAt + 5 })).toBe('created');
        expect(await create('key_2')).toBe('created');
        expect(await create('key_3')).toBe('full');
        expect(await store.findKey(hashOf('key_3'))).toBeUndefined();
        expect(await create('key_4', { createdAt: createdAt + 5 })).toBe('created');
        expect(await create('key_5', { createdAt: createdAt + 5 })).toBe('full');
        await store.revokeKey('acct_1', 'key_2', createdAt + 6);
        expect(await create('key_6', { createdAt: createdAt + 6 })).toBe('created');
        expect(await store.createKey(aKey('key_x', 'acct_2'), hashOf('x'), { maxLive: 2 })).toBe('created');
      });

      it('admits exactly one of simultaneous keys when one is left', async () => {
        await store.createKey(aKey('key_0', 'acct_1'), hashOf('0'), { maxLive: 2 });
        const outcomes = await Promise.all(
          ['1', '2', '3', '4'].map((n) => store.createKey(aKey(`key_${n}`, 'acct_1'), hashOf(n), { maxLive: 2 })),
        );
        expect(outcomes.toSorted()).toEqual(['created', 'full', 'full', 'full']);
      });

      it('does not create a key for a token that has ended', async () => {
        await store.createToken(aToken('t', 'acct_1'), { maxLive });
        const options = { maxLive, tokenHash: hashOf('t') };
        expect(await store.createKey(aKey('key_1', 'acct_1'), hashOf('1'), options)).toBe('created');
        await store.changePassword('acct_1', '$new');
        expect(await store.createKey(aKey('key_2', 'acct_1'), hashOf('2'), options)).toBe('signed_out');
        expect(await store.findKey(hashOf('2'))).toBeUndefined();
      });

      describe('that replace another', () => {
        const replacement = { createdAt: createdAt + 10 };
        const replace = (id: string, options: Partial<Parameters<typeof store.createKey>[2]> = {}) =>
          store.createKey(aKey(id, 'acct_1', replacement), hashOf(id), {
            ...{ maxLive, replaces: { keyId: 'key_old', endsAt: createdAt + 50 } },
            ...options,
          });

        beforeEach(async () => {
          await store.createKey(aKey('key_old', 'acct_1'), hashOf('old'), { maxLive });
        });

        it('leave it valid until its end, and name the new key in it', async () => {
          expect(await replace('key_new')).toBe('created');
          const old = { ...aKey('key_old', 'acct_1'), expiresAt: createdAt + 50, replacedBy: 'key_new' };
          expect(await store.findKeyById('acct_1', 'key_old')).toMatchObject(old);
          expect((await store.findKey(hashOf('old')))?.credential).toMatchObject(authenticating(old));
          expect((await store.findKey(hashOf('key_new')))?.credential).toMatchObject(
            authenticating(aKey('key_new', 'acct_1', replacement)),
          );
        });

        it('revoke it when there is no overlap', async () => {
          expect(await replace('key_new', { replaces: { keyId: 'key_old', endsAt: createdAt + 10 } })).toBe('created');
          expect(await store.findKeyById('acct_1', 'key_old')).toMatchObject({
            ...{ revokedAt: createdAt + 10, expiresAt: null, replacedBy: 'key_new' },
          });
        });

        it('never prolong it', async () => {
          await store.createKey(aKey('key_short', 'acct_1', { expiresAt: createdAt + 20 }), hashOf('s'), { maxLive });
          await replace('key_new', { replaces: { keyId: 'key_short', endsAt: createdAt + 50 } });
          expect((await store.findKeyById('acct_1', 'key_short'))?.expiresAt).toBe(createdAt + 20);
        });

        it('count both during the overlap, and one without an overlap', async () => {
          expect(await replace('key_new', { maxLive: 1 })).toBe('full');
          expect(await store.findKeyById('acct_1', 'key_old')).toMatchObject(aKey('key_old', 'acct_1'));
          const atOnce = { keyId: 'key_old', endsAt: createdAt + 10 };
          expect(await replace('key_new', { maxLive: 1, replaces: atOnce })).toBe('created');
        });

        it('are created once: for a key that is live, not replaced yet, and of the account', async () => {
          const outcomes = await Promise.all([replace('key_a'), replace('key_b')]);
          expect(outcomes.toSorted()).toEqual(['created', 'ended']);
          await store.createKey(aKey('key_over', 'acct_1', { expiresAt: createdAt + 10 }), hashOf('o'), { maxLive });
          await store.createKey(aKey('key_revoked', 'acct_1'), hashOf('r'), { maxLive });
          await store.revokeKey('acct_1', 'key_revoked', createdAt + 1);
          await store.createKey(aKey('key_theirs', 'acct_2'), hashOf('t'), { maxLive });
          for (const keyId of ['key_over', 'key_revoked', 'key_theirs', 'key_none']) {
            expect(await replace('key_c', { replaces: { keyId, endsAt: createdAt + 50 } })).toBe('ended');
          }
          expect(await store.findKey(hashOf('key_c'))).toBeUndefined();
        });

        it('are created once for an Idempotency-Key, whose result is kept without the hash', async () => {
          const once = { idempotency: onceFor('k') };
          expect(await replace('key_new', once)).toBe('created');
          expect(await replace('key_again', once)).toBe('replayed');
          const key = { ...aKey('key_again', 'acct_1', replacement), hash: hashOf('key_again') };
          const { value } = await records.run('acct_1', 'createKey', { key, maxLive, ...once });
          expect(value).toEqual({
            key: { ...aKey('key_new', 'acct_1', replacement), hash: '' },
            replaced: { id: 'key_old', endsAt: createdAt + 50 },
          });
          expect(await store.findKey(hashOf('key_again'))).toBeUndefined();
        });
      });

      it('finds a key by its id only in its account', async () => {
        await store.createKey(aKey('key_1', 'acct_1'), hashOf('1'), { maxLive });
        expect(await store.findKeyById('acct_1', 'key_1')).toMatchObject(aKey('key_1', 'acct_1'));
        expect(await store.findKeyById('acct_2', 'key_1')).toBeUndefined();
        expect(await store.findKeyById('acct_1', 'key_9')).toBeUndefined();
      });

      it('still finds a revoked key, marked as revoked', async () => {
        await store.createKey(aKey('key_1', 'acct_1'), hashOf('k'), { maxLive });
        expect(await store.revokeKey('acct_1', 'key_1', createdAt + 5)).toBe(createdAt + 5);
        expect((await store.findKey(hashOf('k')))?.credential.revokedAt).toBe(createdAt + 5);
      });

      it('returns the time of the first revocation for a second one', async () => {
        await store.createKey(aKey('key_1', 'acct_1'), hashOf('k'), { maxLive });
        await store.revokeKey('acct_1', 'key_1', createdAt + 5);
        expect(await store.revokeKey('acct_1', 'key_1', createdAt + 9)).toBe(createdAt + 5);
        expect((await store.findKey(hashOf('k')))?.credential.revokedAt).toBe(createdAt + 5);
      });

      it('revokes a key once for an Idempotency-Key, whose response is kept unless there was no such key', async () => {
        const once = onceFor('once');
        expect(await store.revokeKey('acct_1', 'key_1', createdAt + 5, once)).toBeUndefined();
        for (const id of ['key_1', 'key_2']) await store.createKey(aKey(id, 'acct_1'), hashOf(id), { maxLive });
        expect(await store.revokeKey('acct_1', 'key_1', createdAt + 5, once)).toBe(createdAt + 5);
        expect(await store.revokeKey('acct_1', 'key_2', createdAt + 6, once)).toBe(createdAt + 5);
        expect((await store.findKeyById('acct_1', 'key_2'))?.revokedAt).toBeNull();
      });

      describe('that have ended', () => {
        const ended = Array.from({ length: keptEndedKeys }, (_, n) => `ended_${String(n).padStart(3, '0')}`);
        const create = (id: string, values: Partial<ApiKey> = {}, accountId = 'acct_1') =>
          store.createKey(aKey(id, accountId, values), hashOf(id), { maxLive: 1_000 });
        const keysOf = async (accountId: string) =>
          (await store.listKeys(accountId, { limit: 1_000 })).map(({ id }) => id).toSorted();

        // As many as are kept, each of which ended later than the one before. Every second one expired.
        beforeEach(async () => {
          for (const [n, id] of ended.entries()) {
            const end = createdAt + n;
            await create(id, n % 2 === 0 ? { revokedAt: end } : { expiresAt: end });
          }
        });

        it('make room for one that ends later, when a key is created; live ones stay', async () => {
          await create('live_1');
          await create('live_2', { expiresAt: createdAt + 2 * day });
          expect(await keysOf('acct_1')).toEqual([...ended, 'live_1', 'live_2']);
          await create('revoked', { createdAt: createdAt + day, revokedAt: createdAt + day });
          expect(await keysOf('acct_1')).toEqual([...ended.slice(1), 'live_1', 'live_2', 'revoked']);
          expect(await store.findKey(hashOf('ended_000'))).toBeUndefined();
          expect((await store.findKey(hashOf('ended_002')))?.credential.revokedAt).toBe(createdAt + 2);
        });

        it('make room for one that is revoked, however old it is; those of other accounts stay', async () => {
          await create('live', { createdAt: createdAt - day });
          await create('other', { revokedAt: createdAt - day }, 'acct_2');
          expect(await store.revokeKey('acct_1', 'live', createdAt + day)).toBe(createdAt + day);
          expect(await keysOf('acct_1')).toEqual([...ended.slice(1), 'live']);
          expect(await store.revokeKey('acct_1', 'ended_000', createdAt + day)).toBeUndefined();
          expect(await keysOf('acct_2')).toEqual(['other']);
        });

        it('make room for those that a changed password revokes', async () => {
          for (const id of ['live_1', 'live_2']) await create(id);
          await store.changePassword('acct_1', '$new', { revokeKeysAt: createdAt + 2 * day });
          // The expired ones are revoked now, too, so those that were revoked first go.
          const kept = ended.filter((id) => id !== 'ended_000' && id !== 'ended_002');
          expect(await keysOf('acct_1')).toEqual([...kept, 'live_1', 'live_2']);
        });
      });

      it('does not revoke the key of another account, nor one that does not exist', async () => {
        await store.createKey(aKey('key_1', 'acct_1'), hashOf('k'), { maxLive });
        expect(await store.revokeKey('acct_2', 'key_1', createdAt + 5)).toBeUndefined();
        expect(await store.revokeKey('acct_1', 'key_9', createdAt + 5)).toBeUndefined();
        expect((await store.findKey(hashOf('k')))?.credential.revokedAt).toBeNull();
      });

      it('keeps the last use and never moves it back', async () => {
        await store.createKey(aKey('key_1', 'acct_1'), hashOf('1'), { maxLive });
        await store.createKey(aKey('key_2', 'acct_1'), hashOf('2'), { maxLive });
        await store.recordUses({ key_1: createdAt + 20, key_9: createdAt + 20, key_2: createdAt + 5 });
        await store.recordUses({ key_1: createdAt + 10, key_2: createdAt + 6 });
        const lastUses = [createdAt + 20, createdAt + 6].map((lastUsedAt) => ({ lastUsedAt }));
        expect(await store.listKeys('acct_1', { limit: 10 })).toMatchObject(lastUses.toReversed());
      });
    });
  });
}
