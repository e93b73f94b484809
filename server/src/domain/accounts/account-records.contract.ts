import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountSteps } from '../../../test/account-steps.ts';
import { makeKeyRecord } from '../../../test/copy/make-records.ts';
import { makeAccount } from '../../../test/make-account.ts';
import type { AccountRecords } from './account-records.ts';
import { keptEndedKeys, sessionIdOf } from './commands.ts';
import {
  type AccessToken,
  type Account,
  type ApiKey,
  type AuditEvent,
  auditEvents,
  type Identifier,
  type StoredAccount,
} from './kinds.ts';

const createdAt = Date.UTC(2026, 0, 15, 12, 30, 45, 678);
const day = 86_400_000;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const onceFor = (key: string) => ({ credential: 'acct_1', key, fingerprint: key });

function anAccount(id: string, values: Partial<Account> = {}): Account {
  return makeAccount(id, { email: `${id}@example.com`, createdAt, ...values });
}

/** Makes a key whose hash is that of its id. */
const aKey = (id: string, values: Partial<ApiKey> = {}) =>
  makeKeyRecord(id, 'acct_1', { createdAt, scopes: ['read', 'write'], ...values });

function aToken(text: string, values: Partial<AccessToken> = {}): AccessToken {
  return {
    ...{ hash: hashOf(text), accountId: 'acct_1', createdAt, expiresAt: createdAt + 30 * day },
    ...{ lastUsedAt: null, userAgent: null, address: null, ...values },
  };
}

/** Returns the fields of a key that authentication reads. */
function authenticating({ accountId, id, keyPrefix, scopes, restriction, expiresAt, revokedAt }: ApiKey) {
  return { accountId, id, keyPrefix, scopes, restriction, expiresAt, revokedAt };
}

/** Specifies the commands of accounts, tokens and keys, and the audit log. @param create opens a new, empty store */
export function describeAccounts(
  name: string,
  create: (options: { now: () => number }) => Promise<{ records: AccountRecords; close(): Promise<void> }>,
): void {
  describe(`accounts: ${name}`, () => {
    let records: AccountRecords;
    let store: ReturnType<typeof accountSteps>;
    let close: () => Promise<void>;
    /** The time of the store, which a revocation sets. */
    let now: number;

    beforeEach(async () => {
      now = createdAt;
      ({ records, close } = await create({ now: () => now }));
      store = accountSteps(records);
    });
    afterEach(() => close());

    const find = (by: { id: string } | Identifier): Promise<StoredAccount | undefined> => store.find(by);
    const addToken = (text: string, values: Partial<AccessToken> = {}, maxLive = 10) =>
      store.createToken(aToken(text, values), { maxLive });
    type KeyOptions = Partial<Parameters<typeof store.createKey>[1]>;
    const addKey = (id: string, values: Partial<ApiKey> = {}, options: KeyOptions = {}) =>
      store.createKey(aKey(id, values), { maxLive: 10, ...options });
    const findToken = (text: string) => store.findToken(hashOf(text));
    const findKey = async (id: string) => (await store.findKey(hashOf(id)))?.credential;
    /** Returns those of the tokens that are found. */
    async function live(...texts: string[]): Promise<string[]> {
      const found = await Promise.all(texts.map(findToken));
      return texts.filter((_, at) => found[at] !== undefined);
    }
    function revoke(id: string, at: number, accountId = 'acct_1', key?: string) {
      now = at;
      return store.revokeKey(accountId, id, key === undefined ? undefined : onceFor(key));
    }

    describe('accounts', () => {
      it('are found exactly as they were created: by id, by email in any case and by phone, and by nothing else', async () => {
        const one = anAccount('acct_1', { email: 'Åsa.Öberg+x@Example.COM', plan: 'enterprise' });
        const two = anAccount('acct_2', { email: null, phone: '+46700000000' });
        expect(await store.createAccount(one, '$hash$1')).toBe('created');
        expect(await store.createAccount(two, '$hash$2')).toBe('created');
        expect(await find({ id: 'acct_1' })).toMatchObject(one);
        expect(await find({ email: 'åsa.öBERG+X@eXAMPLE.COM' })).toMatchObject({ ...one, passwordHash: '$hash$1' });
        expect(await find({ phone: '+46700000000' })).toMatchObject({ ...two, passwordHash: '$hash$2' });
        const others = ['nobody@example.com', 'åsa.öberg+x@example_com', '%', '.*'].map((email) => ({ email }));
        for (const by of [{ id: 'acct_3' }, { phone: '+4670000000' }, ...others])
          expect(await find(by)).toBeUndefined();
      });

      it('have an email, in any case, and a phone that no other has, or none of them', async () => {
        const first = anAccount('acct_1', { email: 'ada@example.com' });
        const byPhone = (phone: string) => ({ email: null, phone });
        expect(await store.createAccount(first, '$hash$1')).toBe('created');
        expect(await store.createAccount(anAccount('acct_2'), '$')).toBe('created');
        expect(await store.createAccount(anAccount('acct_3', byPhone('+4611111111')), '$')).toBe('created');
        expect(await store.createAccount(anAccount('acct_4', byPhone('+4622222222')), '$')).toBe('created');
        expect(await store.createAccount(anAccount('acct_5', { email: 'ADA@Example.com' }), '$hash$2')).toBe('taken');
        expect(await store.createAccount(anAccount('acct_5', byPhone('+4611111111')), '$hash$2')).toBe('taken');
        expect(await find({ email: 'ada@example.com' })).toMatchObject({ ...first, passwordHash: '$hash$1' });
        expect(await find({ id: 'acct_5' })).toBeUndefined();
      });

      it('are one of simultaneous ones with the same email in different case', async () => {
        const emails = ['ada@example.com', 'ADA@example.com', 'Ada@Example.com', 'aDa@example.COM'];
        const outcomes = await Promise.all(
          emails.map((email, index) => store.createAccount(anAccount(`acct_${index}`, { email }), '$')),
        );
        expect(outcomes.toSorted()).toEqual(['created', 'taken', 'taken', 'taken']);
        expect(await store.list()).toHaveLength(1);
      });

      it('that do not exist get no change, password, token or key', async () => {
        for (const change of [
          () => store.updateAccount('acct_1', { plan: 'growth' }),
          () => store.updateAccount('acct_1', { limits: { endUsers: 1 } }),
          () => store.changePassword('acct_1', '$'),
          () => addToken('t'),
          () => addKey('key_1'),
        ]) {
          await expect(change()).rejects.toThrow();
        }
        expect([await findToken('t'), await findKey('key_1')]).toEqual([undefined, undefined]);
      });
    });

    it('the first account is created once, with its key, also when several processes create it at the same time', async () => {
      const names = ['1', '2', '3'];
      const outcomes = await Promise.all(
        names.map((n) =>
          store.createAccount(anAccount(`acct_${n}`), '$', aKey(`key_${n}`, { accountId: `acct_${n}` })),
        ),
      );
      expect(outcomes.toSorted()).toEqual(['created', 'not_empty', 'not_empty']);
      expect(await store.list()).toHaveLength(1);
      const keys = await Promise.all(names.map((n) => findKey(`key_${n}`)));
      expect(keys.filter((key) => key !== undefined)).toHaveLength(1);
    });

    describe('access tokens', () => {
      const theirs = { accountId: 'acct_2' };
      beforeEach(async () => {
        await store.createAccount(anAccount('acct_1'), '$hash$1');
        await store.createAccount(anAccount('acct_2'), '$hash$2');
      });

      it('are found and listed exactly as they were created, newest first, in their account', async () => {
        const origin = { lastUsedAt: createdAt + 5, userAgent: 'Mozilla/5.0 "x"', address: '192.0.2.7' };
        await addToken('a');
        await addToken('b', { createdAt: createdAt + 1, ...origin });
        await addToken('theirs', theirs);
        const [older, newer] = [aToken('a'), aToken('b', { createdAt: createdAt + 1, ...origin })];
        expect(await store.listTokens('acct_1')).toEqual([newer, older]);
        expect(await findToken('b')).toMatchObject({ credential: newer, account: anAccount('acct_1') });
        expect([await findToken('c'), await store.listTokens('acct_9')]).toEqual([undefined, []]);
      });

      it('are deleted by their hash, their end or their account, once, and no others', async () => {
        for (const name of ['one', 'mine']) await addToken(name);
        for (const [name, after] of Object.entries({ past: 9, now: 10, future: 11 }))
          await addToken(name, { expiresAt: createdAt + after });
        await addToken('theirs', theirs);
        const left = () => live('one', 'mine', 'past', 'now', 'future', 'theirs');
        for (const [which, count, rest] of [
          [{ hash: hashOf('one') }, 1, ['mine', 'past', 'now', 'future', 'theirs']],
          [{ expiredAt: createdAt + 10 }, 2, ['mine', 'future', 'theirs']],
          [{ accountId: 'acct_1' }, 2, ['theirs']],
        ] as const) {
          expect([await store.deleteTokens(which), await store.deleteTokens(which)]).toEqual([count, 0]);
          expect(await left()).toEqual(rest);
        }
      });

      it('end when the password of their account changes, but the given one', async () => {
        for (const name of ['mine', 'phone']) await addToken(name);
        await addToken('theirs', theirs);
        const keep = { replaces: '$hash$1', keepTokenHash: hashOf('mine') };
        expect(await store.changePassword('acct_1', '$hash$new', keep)).toBe('changed');
        expect((await find({ id: 'acct_1' }))?.passwordHash).toBe('$hash$new');
        expect((await find({ id: 'acct_2' }))?.passwordHash).toBe('$hash$2');
        expect(await live('mine', 'phone', 'theirs')).toEqual(['mine', 'theirs']);
        await store.changePassword('acct_1', '$hash$newer');
        expect(await live('mine', 'theirs')).toEqual(['theirs']);
      });

      it('stay, with the keys, when the password to replace has been changed meanwhile', async () => {
        await addToken('mine');
        await addKey('key_1');
        now = createdAt + 9;
        const late = { replaces: '$another', keepTokenHash: hashOf('another'), revokesKeys: true };
        expect(await store.changePassword('acct_1', '$hash$late', late)).toBe('stale');
        expect((await find({ id: 'acct_1' }))?.passwordHash).toBe('$hash$1');
        expect([await live('mine'), (await findKey('key_1'))?.revokedAt]).toEqual([['mine'], null]);
      });

      it('are no more than the limit: the oldest ends, and an expired one does not count', async () => {
        await addToken('theirs', theirs, 3);
        const names = ['c', 'a', 'b', 'd'];
        for (const [index, name] of names.entries()) await addToken(name, { createdAt: createdAt + index }, 3);
        expect(await live(...names, 'theirs')).toEqual(['a', 'b', 'd', 'theirs']);
        await store.deleteTokens({ accountId: 'acct_1' });
        await addToken('old', {}, 2);
        await addToken('short', { createdAt: createdAt + 1, expiresAt: createdAt + 5 }, 2);
        await addToken('new', { createdAt: createdAt + 5 }, 2);
        expect(await live('old', 'new')).toEqual(['old', 'new']);
        await Promise.all([1, 2, 3, 4, 5, 6].map((n) => addToken(`t${n}`, { createdAt: createdAt + 10 + n }, 2)));
        expect(await store.deleteTokens({ accountId: 'acct_1' })).toBe(2);
      });

      it('and keys keep their last use, which never moves back', async () => {
        await addToken('a');
        for (const id of ['key_1', 'key_2']) await addKey(id);
        const first = { [hashOf('a')]: createdAt + 20, key_1: createdAt + 20, key_9: 1, key_2: createdAt + 5 };
        await store.recordUses(first);
        await store.recordUses({ [hashOf('a')]: createdAt + 10, key_1: createdAt + 10, key_2: createdAt + 6 });
        expect((await findToken('a'))?.credential.lastUsedAt).toBe(createdAt + 20);
        const keys = await store.listKeys('acct_1', { limit: 10 });
        expect(keys.map(({ lastUsedAt }) => lastUsedAt)).toEqual([createdAt + 6, createdAt + 20]);
      });

      const end = (accountId: string, name: string) => {
        const sessionId = sessionIdOf(hashOf(name));
        return records.run(accountId, 'endSession', { accountId, sessionId, idempotency: undefined });
      };

      it('are sessions that end only in their account, and not when they have expired', async () => {
        await addToken('theirs', theirs);
        await addToken('old', { ...theirs, expiresAt: createdAt });
        await expect(end('acct_1', 'theirs')).rejects.toMatchObject({ code: 'not_found' });
        await expect(end('acct_2', 'old')).rejects.toMatchObject({ code: 'not_found' });
        expect(await end('acct_2', 'theirs')).toEqual({ value: null, isReplay: false });
        expect(await live('theirs')).toEqual([]);
      });
    });

    describe('API keys', () => {
      beforeEach(async () => {
        await store.createAccount(anAccount('acct_1'), '$');
        await store.createAccount(anAccount('acct_2'), '$');
      });

      it('are found and listed exactly as they were created, with their restriction, in their account', async () => {
        const restriction = { userId: 'alice', agentId: null, project: 'apollo "x"' };
        const values = { scopes: ['read' as const], label: '🔑 "ci"; --', expiresAt: createdAt + day, restriction };
        const key = aKey('key_1', values);
        await addKey('key_1', values);
        const expected = { credential: authenticating(key), account: anAccount('acct_1') };
        expect(await store.findKey(hashOf('key_1'))).toMatchObject(expected);
        expect(await store.findKeyById('acct_1', 'key_1')).toMatchObject(key);
        expect(await store.listKeys('acct_1', { limit: 10 })).toMatchObject([key]);
        expect(await findKey('KEY_1')).toBeUndefined();
        expect(await store.findKeyById('acct_2', 'key_1')).toBeUndefined();
        expect(await store.findKeyById('acct_1', 'key_9')).toBeUndefined();
      });

      it('are admitted up to the limit of live ones, which counts neither revoked nor expired ones', async () => {
        const add = (id: string, values: Partial<ApiKey> = {}) => addKey(id, values, { maxLive: 2 });
        expect(await add('key_1', { expiresAt: createdAt + 5 })).toBe('created');
        expect(await add('key_2')).toBe('created');
        expect(await add('key_3')).toBe('full');
        expect(await findKey('key_3')).toBeUndefined();
        expect(await add('key_4', { createdAt: createdAt + 5 })).toBe('created');
        expect(await add('key_5', { createdAt: createdAt + 5 })).toBe('full');
        await revoke('key_2', createdAt + 6);
        expect(await add('key_6', { createdAt: createdAt + 6 })).toBe('created');
        expect(await add('key_x', { accountId: 'acct_2' })).toBe('created');
      });

      it('are one of simultaneous ones when one is left', async () => {
        await addKey('key_0');
        const outcomes = await Promise.all(['1', '2', '3', '4'].map((n) => addKey(`key_${n}`, {}, { maxLive: 2 })));
        expect(outcomes.toSorted()).toEqual(['created', 'full', 'full', 'full']);
      });

      it('are not created for a token that has ended', async () => {
        await addToken('t');
        const options = { tokenHash: hashOf('t') };
        expect(await addKey('key_1', {}, options)).toBe('created');
        await store.changePassword('acct_1', '$new');
        expect(await addKey('key_2', {}, options)).toBe('signed_out');
        expect(await findKey('key_2')).toBeUndefined();
      });

      describe('that replace another', () => {
        const replacement = { createdAt: createdAt + 10 };
        const replace = (id: string, options: KeyOptions = {}) =>
          addKey(id, replacement, { replaces: { keyId: 'key_old', endsAt: createdAt + 50 }, ...options });

        beforeEach(async () => {
          await addKey('key_old');
        });

        it('leave it valid until its end, and name the new key in it', async () => {
          expect(await replace('key_new')).toBe('created');
          const old = aKey('key_old', { expiresAt: createdAt + 50, replacedBy: 'key_new' });
          expect(await store.findKeyById('acct_1', 'key_old')).toMatchObject(old);
          expect(await findKey('key_old')).toMatchObject(authenticating(old));
          expect(await findKey('key_new')).toMatchObject(authenticating(aKey('key_new', replacement)));
        });

        it('revoke it when there is no overlap, and never prolong it', async () => {
          await addKey('key_short', { expiresAt: createdAt + 20 });
          await replace('key_newer', { replaces: { keyId: 'key_short', endsAt: createdAt + 50 } });
          expect((await findKey('key_short'))?.expiresAt).toBe(createdAt + 20);
          expect(await replace('key_new', { replaces: { keyId: 'key_old', endsAt: createdAt + 10 } })).toBe('created');
          const old = { revokedAt: createdAt + 10, expiresAt: null, replacedBy: 'key_new' };
          expect(await store.findKeyById('acct_1', 'key_old')).toMatchObject(old);
        });

        it('count both during the overlap, and one without an overlap', async () => {
          expect(await replace('key_new', { maxLive: 1 })).toBe('full');
          expect(await store.findKeyById('acct_1', 'key_old')).toMatchObject(aKey('key_old'));
          const atOnce = { keyId: 'key_old', endsAt: createdAt + 10 };
          expect(await replace('key_new', { maxLive: 1, replaces: atOnce })).toBe('created');
        });

        it('are created once: for a key that is live, not replaced yet, and of the account', async () => {
          const outcomes = await Promise.all([replace('key_a'), replace('key_b')]);
          expect(outcomes.toSorted()).toEqual(['created', 'ended']);
          await addKey('key_over', { expiresAt: createdAt + 10 });
          await addKey('key_revoked');
          await revoke('key_revoked', createdAt + 1);
          await addKey('key_theirs', { accountId: 'acct_2' });
          for (const keyId of ['key_over', 'key_revoked', 'key_theirs', 'key_none']) {
            expect(await replace('key_c', { replaces: { keyId, endsAt: createdAt + 50 } })).toBe('ended');
          }
          expect(await findKey('key_c')).toBeUndefined();
        });

        it('are created once for an Idempotency-Key, whose result is kept without the hash', async () => {
          const once = { idempotency: onceFor('k') };
          expect(await replace('key_new', once)).toBe('created');
          expect(await replace('key_again', once)).toBe('replayed');
          const key = aKey('key_again', replacement);
          const { value } = await records.run('acct_1', 'createKey', { key, maxLive: 10, ...once });
          expect(value).toEqual({
            key: { ...aKey('key_new', replacement), hash: '' },
            replaced: { id: 'key_old', endsAt: createdAt + 50 },
          });
          expect(await findKey('key_again')).toBeUndefined();
        });
      });

      it('are revoked once, in their account, and still found; a response is kept unless there was no such key', async () => {
        expect(await revoke('key_1', createdAt + 5, 'acct_1', 'once')).toBeUndefined();
        for (const id of ['key_1', 'key_2']) await addKey(id);
        expect(await revoke('key_1', createdAt + 5, 'acct_2')).toBeUndefined();
        expect((await findKey('key_1'))?.revokedAt).toBeNull();
        expect(await revoke('key_1', createdAt + 5, 'acct_1', 'once')).toBe(createdAt + 5);
        expect(await revoke('key_1', createdAt + 9)).toBe(createdAt + 5);
        expect((await findKey('key_1'))?.revokedAt).toBe(createdAt + 5);
        expect(await revoke('key_2', createdAt + 6, 'acct_1', 'once')).toBe(createdAt + 5);
        expect((await findKey('key_2'))?.revokedAt).toBeNull();
      });

      describe('that have ended', () => {
        const ended = Array.from({ length: keptEndedKeys }, (_, n) => `ended_${String(n).padStart(3, '0')}`);
        const add = (id: string, values: Partial<ApiKey> = {}) => addKey(id, values, { maxLive: 1_000 });
        const keysOf = async (accountId: string) =>
          (await store.listKeys(accountId, { limit: 1_000 })).map(({ id }) => id).toSorted();

        // As many as are kept, each of which ended later than the one before. Every second one expired.
        beforeEach(async () => {
          for (const [n, id] of ended.entries()) {
            const end = createdAt + n;
            await add(id, n % 2 === 0 ? { revokedAt: end } : { expiresAt: end });
          }
        });

        it('make room for one that is created or revoked later; live ones and those of other accounts stay', async () => {
          await add('live_1', { createdAt: createdAt - day });
          await add('live_2', { expiresAt: createdAt + 2 * day });
          await add('other', { revokedAt: createdAt - day, accountId: 'acct_2' });
          expect(await keysOf('acct_1')).toEqual([...ended, 'live_1', 'live_2']);
          await add('revoked', { createdAt: createdAt + day, revokedAt: createdAt + day });
          expect(await keysOf('acct_1')).toEqual([...ended.slice(1), 'live_1', 'live_2', 'revoked']);
          expect(await findKey('ended_000')).toBeUndefined();
          expect((await findKey('ended_002'))?.revokedAt).toBe(createdAt + 2);
          // One that is older than all of them has ended last, too.
          expect(await revoke('live_1', createdAt + day + 1)).toBe(createdAt + day + 1);
          expect(await keysOf('acct_1')).toEqual([...ended.slice(2), 'live_1', 'live_2', 'revoked']);
          expect(await revoke('ended_000', createdAt + day + 1)).toBeUndefined();
          expect(await keysOf('acct_2')).toEqual(['other']);
        });

        it('make room for those that a changed password revokes', async () => {
          for (const id of ['live_1', 'live_2']) await add(id);
          now = createdAt + 2 * day;
          await store.changePassword('acct_1', '$new', { revokesKeys: true });
          // The expired ones are revoked now, too, so those that were revoked first go.
          const kept = ended.filter((id) => id !== 'ended_000' && id !== 'ended_002');
          expect(await keysOf('acct_1')).toEqual([...kept, 'live_1', 'live_2']);
        });
      });
    });

    it('the audit log has events as they were appended, newest first, until a purge of those from before a time', async () => {
      for (const id of ['acct_1', 'acct_2']) await store.createAccount(anAccount(id), '$');
      const event = (id: string, changes: Partial<AuditEvent> = {}): AuditEvent => ({
        ...{ id, accountId: 'acct_1', time: createdAt, action: 'key_created', outcome: 'ok', address: '192.0.2.7' },
        actor: { kind: 'session', keyPrefix: null, sessionId: 'ses_1' },
        detail: { key_id: 'key_1', changed: ['plan'], 'a.b': null, $set: 1 },
        ...changes,
      });
      const actor = { kind: 'operator', keyPrefix: 'mnk_01234567', sessionId: null } as const;
      const events = [
        event('evt_1'),
        event('evt_2', { time: createdAt + 1, actor, address: null, detail: {}, outcome: 'failed' }),
        event('evt_3', { time: createdAt + 2 }),
      ];
      for (const one of [...events, event('evt_4', { accountId: 'acct_2' })]) {
        await records.run(one.accountId, 'appendAuditEvent', one);
      }
      const list = () => records.scan(auditEvents, 'time', { of: ['acct_1'], descending: true, limit: 10 });
      const purge = () => records.run('', 'purgeAuditEvents', { before: createdAt + 1 });
      expect(await list()).toEqual(events.toReversed());
      expect([await purge(), await purge()]).toEqual([2, 0]);
      expect(await list()).toEqual(events.slice(1).toReversed());
    });
  });
}
