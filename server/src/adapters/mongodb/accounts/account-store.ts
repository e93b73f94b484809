import type { MongoClient, WithoutId } from 'mongodb';
import type { Account, AccountStore } from '../../../ports/account-store.ts';
import { foldEmail } from '../../../ports/fold-email.ts';
import { isDuplicate } from '../connection/mongo-errors.ts';
import { inTransaction } from '../connection/sessions.ts';
import type { Collections, TokenDocument } from '../schema/documents.ts';
import { isOneOf, nameOf, toAccount, toDocument, toKey, toKeyDocument } from './account-documents.ts';

/** Stands in the way of a second first account: no other document has this name. */
const firstAccountBeat = 'first_account';

/**
 * Accounts, access tokens and API keys in MongoDB. Nothing is remembered between calls: a key that another process
 * revoked is rejected at once.
 */
export function createMongodbAccountStore(client: MongoClient, collections: Collections): AccountStore {
  const { accounts, tokens, keys, probes } = collections;

  async function accountOf(id: string): Promise<Account | undefined> {
    const found = await accounts.findOne({ _id: id });
    return found ? toAccount(found) : undefined;
  }

  async function requireAccount(id: string): Promise<void> {
    if (!(await accounts.findOne({ _id: id }, { projection: { _id: 1 } })))
      throw new Error(`there is no account ${id}`);
  }

  return {
    async createAccount(account, passwordHash) {
      try {
        await accounts.insertOne(toDocument(account, passwordHash));
        return 'created';
      } catch (error) {
        if (isDuplicate(error)) return 'taken';
        throw error;
      }
    },

    createFirstAccount: (account, passwordHash, key, hash) =>
      inTransaction(client, async (session) => {
        // Written by everyone who tries: of several at the same time one gets through, and the others see its account.
        await probes.updateOne({ _id: firstAccountBeat }, { $inc: { beat: 1 } }, { upsert: true, session });
        if (await accounts.findOne({}, { session, projection: { _id: 1 } })) {
          await session.abortTransaction();
          return 'not_empty';
        }
        await accounts.insertOne(toDocument(account, passwordHash), { session });
        await keys.insertOne(toKeyDocument(key, hash), { session });
        return 'created';
      }),

    findAccount: accountOf,

    async findCredentials(identifier) {
      const found = await accounts.findOne(
        'email' in identifier
          ? { emailFolded: isOneOf([foldEmail(identifier.email)]) }
          : { phone: isOneOf([identifier.phone]) },
      );
      return found ? { account: toAccount(found), passwordHash: found.passwordHash } : undefined;
    },

    async listAccounts() {
      return (await accounts.find().sort({ createdAt: 1, _id: 1 }).toArray()).map(toAccount);
    },

    async setPlan(accountId, plan) {
      const { matchedCount } = await accounts.updateOne({ _id: accountId }, { $set: { plan } });
      if (matchedCount === 0) throw new Error(`there is no account ${accountId}`);
    },

    async setLimits(accountId, limits) {
      const given = Object.entries(limits).filter(([, value]) => value !== undefined);
      const set = Object.fromEntries(given.map(([name, value]) => [`limits.${name}`, value]));
      await requireAccount(accountId);
      if (given.length > 0) await accounts.updateOne({ _id: accountId }, { $set: set });
    },

    async changePassword(accountId, passwordHash, options) {
      await requireAccount(accountId);
      return inTransaction(client, async (session) => {
        const { matchedCount } = await accounts.updateOne(
          { _id: accountId, ...(options ? { passwordHash: options.replaces } : {}) },
          { $set: { passwordHash } },
          { session },
        );
        if (matchedCount === 0) {
          await session.abortTransaction();
          return 'stale';
        }
        const others = options ? { _id: { $ne: nameOf(options.keepTokenHash) } } : {};
        await tokens.deleteMany({ accountId, ...others }, { session });
        return 'changed';
      });
    },

    async createToken({ hash, accountId, createdAt, expiresAt }) {
      await requireAccount(accountId);
      await tokens.insertOne({ _id: nameOf(hash), accountId, createdAt, expiresAt });
    },

    async findToken(hash) {
      const found = await tokens.findOne({ _id: nameOf(hash) });
      const account = found && (await accountOf(found.accountId));
      return found && account ? { token: toToken(hash, found), account } : undefined;
    },

    async deleteToken(hash) {
      await tokens.deleteOne({ _id: nameOf(hash) });
    },

    async purgeTokens(now) {
      return (await tokens.deleteMany({ expiresAt: { $lte: now } })).deletedCount;
    },

    async createKey(key, hash) {
      await requireAccount(key.accountId);
      await keys.insertOne(toKeyDocument(key, hash));
    },

    async findKey(hash) {
      const found = await keys.findOne({ hash: nameOf(hash) });
      const account = found && (await accountOf(found.accountId));
      return found && account ? { key: toKey(found), account } : undefined;
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
  };
}

function toToken(hash: Buffer, { accountId, createdAt, expiresAt }: WithoutId<TokenDocument>) {
  return { hash, accountId, createdAt, expiresAt };
}
