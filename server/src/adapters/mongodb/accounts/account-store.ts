import type { ClientSession, MongoClient } from 'mongodb';
import {
  type Account,
  type AccountStore,
  type ApiKey,
  type KeyCreation,
  type KeyPosition,
  keptEndedKeys,
  maxRemovedKeys,
} from '../../../ports/account-store.ts';
import { foldEmail } from '../../../ports/fold-email.ts';
import { isDuplicate } from '../connection/mongo-errors.ts';
import { inTransaction } from '../connection/sessions.ts';
import { findResponse, keepResponse } from '../memories/stored-responses.ts';
import { writeOnce } from '../memories/write-once.ts';
import type { Collections } from '../schema/documents.ts';
import { presentAccount, requireAccount } from './require-account.ts';
import { isOneOf, nameOf, toAccount, toDocument, toKey, toKeyDocument, toToken } from './stored-account.ts';

/**
 * Stores accounts, access tokens and API keys in MongoDB. Nothing is cached between calls, so a key that another
 * process revoked is rejected immediately.
 */
export function createMongodbAccountStore(client: MongoClient, collections: Collections): AccountStore {
  async function findAccount(id: string): Promise<Account | undefined> {
    const found = await collections.accounts.findOne({ _id: id });
    return found ? toAccount(found) : undefined;
  }
  return {
    ...accountMethods(client, collections),
    ...tokenMethods(client, collections, findAccount),
    ...keyMethods(client, collections, findAccount),
  };
}

function accountMethods(client: MongoClient, collections: Collections) {
  const { accounts, tokens, keys } = collections;
  return {
    async createAccount(account, passwordHash, first) {
      const document = toDocument(account, passwordHash);
      if (first) return createFirstAccount(client, collections, document, toKeyDocument(first.key, first.hash));
      try {
        await accounts.insertOne(document);
        return 'created';
      } catch (error) {
        if (isDuplicate(error)) return 'taken';
        throw error;
      }
    },

    async findAccounts(by) {
      const found = await accounts.find(filterOf(by)).sort({ createdAt: 1, _id: 1 }).toArray();
      return found.map((document) => ({ account: toAccount(document), passwordHash: document.passwordHash }));
    },

    async updateAccount(accountId, { plan, limits = {}, suspendedAt }) {
      const named = Object.entries(limits).map(([name, limit]) => [`limits.${name}`, limit] as const);
      const fields = [['plan', plan] as const, ['suspendedAt', suspendedAt] as const, ...named];
      const given = fields.filter(([, value]) => value !== undefined);
      await requireAccount(collections, accountId);
      if (given.length > 0) await accounts.updateOne({ _id: accountId }, { $set: Object.fromEntries(given) });
    },

    async changePassword(accountId, passwordHash, { replaces, keepTokenHash, revokeKeysAt } = {}) {
      await requireAccount(collections, accountId);
      return inTransaction(client, async (session) => {
        const filter = { _id: accountId, ...(replaces === undefined ? {} : { passwordHash: replaces }) };
        const { matchedCount } = await accounts.updateOne(filter, { $set: { passwordHash } }, { session });
        if (matchedCount === 0) {
          await session.abortTransaction();
          return 'stale';
        }
        const others = keepTokenHash ? { _id: { $ne: nameOf(keepTokenHash) } } : {};
        await tokens.deleteMany({ accountId, ...others }, { session });
        if (revokeKeysAt !== undefined) {
          await keys.updateMany({ accountId, revokedAt: null }, { $set: { revokedAt: revokeKeysAt } }, { session });
          await removeEndedKeys(collections, accountId, revokeKeysAt, session);
        }
        return 'changed';
      });
    },
  } satisfies Partial<AccountStore>;
}

function filterOf(by: Parameters<AccountStore['findAccounts']>[0]) {
  if (!by) return presentAccount;
  if ('id' in by) return { _id: by.id, ...presentAccount };
  return 'email' in by ? { emailFolded: isOneOf([foldEmail(by.email)]) } : { phone: isOneOf([by.phone]) };
}

function createFirstAccount(
  client: MongoClient,
  { accounts, keys, probes }: Collections,
  account: ReturnType<typeof toDocument>,
  key: ReturnType<typeof toKeyDocument>,
): Promise<'created' | 'not_empty'> {
  return inTransaction(client, async (session) => {
    // Every attempt writes this document, so that concurrent attempts conflict and the later ones see the account.
    await probes.updateOne({ _id: 'first_account' }, { $inc: { beat: 1 } }, { upsert: true, session });
    if (await accounts.findOne({}, { session, projection: { _id: 1 } })) {
      await session.abortTransaction();
      return 'not_empty';
    }
    await accounts.insertOne(account, { session });
    await keys.insertOne(key, { session });
    return 'created';
  });
}

type FindAccount = (id: string) => Promise<Account | undefined>;

/**
 * Begins a change of the credentials of an account. Each change writes the account, so that concurrent ones conflict,
 * and the later one counts the credentials of the earlier one.
 * @throws {Error} when there is no such account
 */
async function beginCredentialChange(
  { accounts }: Collections,
  accountId: string,
  session: ClientSession,
): Promise<void> {
  const { matchedCount } = await accounts.updateOne(
    { _id: accountId, ...presentAccount },
    { $inc: { credentials: 1 } },
    { session },
  );
  if (matchedCount === 0) throw new Error(`there is no account ${accountId}`);
}

function tokenMethods(client: MongoClient, collections: Collections, findAccount: FindAccount) {
  const { tokens } = collections;
  return {
    createToken: ({ hash, ...token }, { maxLive }) =>
      inTransaction(client, async (session) => {
        const { accountId, createdAt } = token;
        await beginCredentialChange(collections, accountId, session);
        const live = tokens.find({ accountId, expiresAt: { $gt: createdAt } }, { session, projection: { _id: 1 } });
        const newest = await live.sort({ createdAt: -1, _id: 1 }).toArray();
        const kept = newest.slice(0, maxLive - 1).map(({ _id }) => _id);
        await tokens.deleteMany({ accountId, _id: { $nin: kept } }, { session });
        await tokens.insertOne({ _id: nameOf(hash), ...token }, { session });
      }),

    async findToken(hash) {
      const found = await tokens.findOne({ _id: nameOf(hash) });
      const account = found && (await findAccount(found.accountId));
      if (!account) return undefined;
      return { token: toToken(found), account };
    },

    async listTokens(accountId) {
      return (await tokens.find({ accountId }).sort({ createdAt: -1, _id: 1 }).toArray()).map(toToken);
    },

    async touchTokens(uses) {
      if (uses.length === 0) return;
      await tokens.bulkWrite(
        uses.map(({ hash, at }) => ({
          updateOne: { filter: { _id: nameOf(hash), ...usedBefore(at) }, update: { $set: { lastUsedAt: at } } },
        })),
      );
    },

    async deleteTokens(which) {
      // The driver retries only deletions of a single document.
      if ('hash' in which) return (await tokens.deleteOne({ _id: nameOf(which.hash) })).deletedCount;
      if ('expiredAt' in which) return (await tokens.deleteMany({ expiresAt: { $lte: which.expiredAt } })).deletedCount;
      return (await tokens.deleteMany({ accountId: which.accountId })).deletedCount;
    },

    endTokens: (accountId, which, { idempotencyRecord } = {}) =>
      writeOnce({ client, collections }, accountId, idempotencyRecord, async (session) => {
        if ('hash' in which && which.hash === null) return { result: 0, written: false };
        const _id = 'keepHash' in which ? { $ne: nameOf(which.keepHash) } : nameOf(which.hash as Buffer);
        const { deletedCount } = await tokens.deleteMany({ accountId, _id }, { session });
        return { result: deletedCount, written: 'keepHash' in which || deletedCount > 0 };
      }),
  } satisfies Partial<AccountStore>;
}

function keyMethods(client: MongoClient, collections: Collections, findAccount: FindAccount) {
  const { keys } = collections;
  return {
    createKey: (key, hash, options) =>
      inTransaction(client, async (session) => {
        await beginCredentialChange(collections, key.accountId, session);
        const creation = await insertKey(collections, session, { key, hash, ...options });
        if (creation !== 'created') await session.abortTransaction();
        return creation;
      }),

    async findKeyById(accountId, keyId) {
      const found = await keys.findOne({ _id: keyId, accountId });
      return found ? toKey(found) : undefined;
    },

    async findKey(hash) {
      const found = await keys.findOne({ hash: nameOf(hash) });
      const account = found && (await findAccount(found.accountId));
      return account ? { key: toKey(found), account } : undefined;
    },

    async listKeys(accountId, { limit, after }) {
      const filter = after ? { accountId, $or: positionsAfter(after) } : { accountId };
      return (await keys.find(filter).sort({ createdAt: -1, _id: -1 }).limit(limit).toArray()).map(toKey);
    },

    revokeKey: (accountId, keyId, at, { idempotencyRecord } = {}) =>
      writeOnce({ client, collections }, accountId, idempotencyRecord, async (session) => {
        await keys.updateOne({ _id: keyId, accountId, revokedAt: null }, { $set: { revokedAt: at } }, { session });
        const revoked = await keys.findOne({ _id: keyId, accountId }, { session });
        if (revoked) await removeEndedKeys(collections, accountId, at, session);
        return { result: revoked?.revokedAt ?? undefined, written: revoked !== null };
      }),

    async touchKeys(uses) {
      if (uses.length === 0) return;
      await keys.bulkWrite(
        uses.map(({ keyId, at }) => ({
          updateOne: {
            filter: { _id: keyId, ...usedBefore(at) },
            update: { $set: { lastUsedAt: at } },
          },
        })),
      );
    },
  } satisfies Partial<AccountStore>;
}

function usedBefore(at: number) {
  return { $or: [{ lastUsedAt: null }, { lastUsedAt: { $lt: at } }] };
}

type KeyInsert = { key: ApiKey; hash: Buffer } & Parameters<AccountStore['createKey']>[2];

async function insertKey(
  collections: Collections,
  session: ClientSession,
  { key, hash, maxLive, tokenHash, replaces, idempotencyRecord: record }: KeyInsert,
): Promise<KeyCreation> {
  const { keys, tokens } = collections;
  const { id, accountId, createdAt } = key;
  if (tokenHash && !(await tokens.findOne({ _id: nameOf(tokenHash) }, { session }))) return 'signed_out';
  const replayed = record && (await findResponse(collections, accountId, record, record.createdAt, { session }));
  if (replayed) return { replayed };
  const live = { accountId, revokedAt: null, $or: [{ expiresAt: null }, { expiresAt: { $gt: createdAt } }] };
  const old = replaces && (await keys.findOne({ ...live, _id: replaces.keyId, replacedBy: null }, { session }));
  if (replaces && !old) return 'ended';
  const isOver = replaces !== undefined && replaces.endsAt <= createdAt;
  const max = maxLive + Number(isOver);
  if ((await keys.countDocuments(live, { session, limit: max })) === max) return 'full';
  if (replaces && old) {
    const end = isOver
      ? { revokedAt: replaces.endsAt }
      : { expiresAt: Math.min(old.expiresAt ?? replaces.endsAt, replaces.endsAt) };
    await keys.updateOne({ _id: old._id }, { $set: { replacedBy: id, ...end } }, { session });
  }
  await keys.insertOne(toKeyDocument(key, hash), { session });
  await removeEndedKeys(collections, accountId, createdAt, session);
  if (record) await keepResponse(collections, accountId, record, session);
  return 'created';
}

/** Removes the keys that had ended by this time, except the most recent ones. */
async function removeEndedKeys(
  { keys }: Collections,
  accountId: string,
  at: number,
  session: ClientSession,
): Promise<void> {
  const ended = { accountId, $or: [{ revokedAt: { $ne: null } }, { expiresAt: { $ne: null, $lte: at } }] };
  const old = await keys
    .aggregate<{ _id: string }>(
      [
        { $match: ended },
        { $project: { endedAt: { $ifNull: ['$revokedAt', '$expiresAt'] } } },
        { $sort: { endedAt: -1, _id: -1 } },
        { $skip: keptEndedKeys },
        { $limit: maxRemovedKeys },
      ],
      { session },
    )
    .toArray();
  if (old.length > 0) await keys.deleteMany({ _id: { $in: old.map(({ _id }) => _id) } }, { session });
}

function positionsAfter({ createdAt, id }: KeyPosition) {
  return [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }];
}
