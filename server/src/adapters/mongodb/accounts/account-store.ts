import type { MongoClient } from 'mongodb';
import type { Account, AccountStore } from '../../../ports/account-store.ts';
import { foldEmail } from '../../../ports/fold-email.ts';
import { isDuplicate } from '../connection/mongo-errors.ts';
import { inTransaction } from '../connection/sessions.ts';
import type { Collections } from '../schema/documents.ts';
import { requireAccount } from './require-account.ts';
import { isOneOf, nameOf, toAccount, toDocument, toKey, toKeyDocument } from './stored-account.ts';

/**
 * Keeps accounts, access tokens and API keys in MongoDB. Nothing is cached between calls: a key that another process
 * revoked is rejected at once.
 */
export function createMongodbAccountStore(client: MongoClient, collections: Collections): AccountStore {
  async function findAccount(id: string): Promise<Account | undefined> {
    const found = await collections.accounts.findOne({ _id: id });
    return found ? toAccount(found) : undefined;
  }
  return {
    ...accountMethods(client, collections),
    ...tokenMethods(collections, findAccount),
    ...keyMethods(collections, findAccount),
  };
}

function accountMethods(client: MongoClient, collections: Collections) {
  const { accounts, tokens } = collections;
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

    async updateAccount(accountId, { plan, limits = {} }) {
      const named = Object.entries(limits).map(([name, limit]) => [`limits.${name}`, limit] as const);
      const given = [['plan', plan] as const, ...named].filter(([, value]) => value !== undefined);
      await requireAccount(collections, accountId);
      if (given.length > 0) await accounts.updateOne({ _id: accountId }, { $set: Object.fromEntries(given) });
    },

    async changePassword(accountId, passwordHash, options) {
      await requireAccount(collections, accountId);
      return inTransaction(client, async (session) => {
        const filter = { _id: accountId, ...(options ? { passwordHash: options.replaces } : {}) };
        const { matchedCount } = await accounts.updateOne(filter, { $set: { passwordHash } }, { session });
        if (matchedCount === 0) {
          await session.abortTransaction();
          return 'stale';
        }
        const others = options ? { _id: { $ne: nameOf(options.keepTokenHash) } } : {};
        await tokens.deleteMany({ accountId, ...others }, { session });
        return 'changed';
      });
    },
  } satisfies Partial<AccountStore>;
}

function filterOf(by: Parameters<AccountStore['findAccounts']>[0]) {
  if (!by) return {};
  if ('id' in by) return { _id: by.id };
  return 'email' in by ? { emailFolded: isOneOf([foldEmail(by.email)]) } : { phone: isOneOf([by.phone]) };
}

function createFirstAccount(
  client: MongoClient,
  { accounts, keys, probes }: Collections,
  account: ReturnType<typeof toDocument>,
  key: ReturnType<typeof toKeyDocument>,
): Promise<'created' | 'not_empty'> {
  return inTransaction(client, async (session) => {
    // Every attempt writes this document, so that simultaneous attempts conflict: the later ones see the account.
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

function tokenMethods(collections: Collections, findAccount: FindAccount) {
  const { tokens } = collections;
  return {
    async createToken({ hash, ...token }) {
      await requireAccount(collections, token.accountId);
      await tokens.insertOne({ _id: nameOf(hash), ...token });
    },

    async findToken(hash) {
      const found = await tokens.findOne({ _id: nameOf(hash) });
      const account = found && (await findAccount(found.accountId));
      if (!account) return undefined;
      const { _id, ...token } = found;
      return { token: { hash, ...token }, account };
    },

    async deleteTokens(which) {
      // The driver retries a deletion of one document only.
      const { deletedCount } =
        'hash' in which
          ? await tokens.deleteOne({ _id: nameOf(which.hash) })
          : await tokens.deleteMany({ expiresAt: { $lte: which.expiredAt } });
      return deletedCount;
    },
  } satisfies Partial<AccountStore>;
}

function keyMethods(collections: Collections, findAccount: FindAccount) {
  const { keys } = collections;
  return {
    async createKey(key, hash) {
      await requireAccount(collections, key.accountId);
      await keys.insertOne(toKeyDocument(key, hash));
    },

    async findKey(hash) {
      const found = await keys.findOne({ hash: nameOf(hash) });
      const account = found && (await findAccount(found.accountId));
      return account ? { key: toKey(found), account } : undefined;
    },

    async listKeys(accountId) {
      return (await keys.find({ accountId }).sort({ createdAt: -1, _id: -1 }).toArray()).map(toKey);
    },

    async revokeKey(accountId, keyId, at) {
      await keys.updateOne({ _id: keyId, accountId, revokedAt: null }, { $set: { revokedAt: at } });
      return (await keys.findOne({ _id: keyId, accountId }))?.revokedAt ?? undefined;
    },

    async touchKeys(uses) {
      if (uses.length === 0) return;
      await keys.bulkWrite(
        uses.map(({ keyId, at }) => ({
          updateOne: {
            filter: { _id: keyId, $or: [{ lastUsedAt: null }, { lastUsedAt: { $lt: at } }] },
            update: { $set: { lastUsedAt: at } },
          },
        })),
      );
    },
  } satisfies Partial<AccountStore>;
}
