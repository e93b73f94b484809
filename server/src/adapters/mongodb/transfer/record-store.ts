import { foldEmail } from '../../../ports/fold-email.ts';
import type { AccountRecord, RecordKind, RecordReader, RecordWriter } from '../../../ports/records.ts';
import { isOneOf, toAccount, toDocument } from '../accounts/account-documents.ts';
import type { Connection } from '../connection/connect.ts';
import { isDuplicate } from '../connection/mongo-errors.ts';
import { inTransaction } from '../connection/sessions.ts';
import type { AccountDocument } from '../schema/documents.ts';
import { memoryRecords } from './memory-records.ts';
import { dayRecords, keyRecords, monthRecords, type RecordCollection, requestRecords } from './record-collections.ts';

export function createRecordReader(connection: Connection): Omit<RecordReader, 'close'> {
  const { accounts, memories, requests } = connection.collections;
  const records = recordCollections(connection);
  return {
    async accounts() {
      return (await accounts.find().sort({ createdAt: 1, _id: 1 }).toArray()).map(toAccountRecord);
    },

    async accountsLike({ id, email, phone }) {
      const emailFolded = isOneOf(email === null ? [] : [foldEmail(email)]);
      const $or = [{ _id: id }, { emailFolded }, { phone: isOneOf(phone === null ? [] : [phone]) }];
      return (await accounts.find({ $or }).toArray()).map(toAccountRecord);
    },

    async count(accountId) {
      const [memoryCount, requestCount] = await Promise.all([
        memories.countDocuments({ _id: { $gt: `${accountId}/`, $lt: `${accountId}0` } }),
        requests.countDocuments({ ownerId: accountId }),
      ]);
      return { memories: memoryCount, requests: requestCount };
    },

    page: (kind, accountId, page) => records[kind].read(accountId, page),
    find: (kind, accountId, like) => records[kind].read(accountId, { like }),
  };
}

export function createRecordWriter(connection: Connection): RecordWriter {
  const { client, collections } = connection;
  const records = recordCollections(connection);
  return {
    async addAccount({ account, passwordHash }) {
      const isPresent = async () => (await collections.accounts.countDocuments({ _id: account.id })) > 0;
      if (await isPresent()) return 'present';
      const isCreated = await isUnique(() => collections.accounts.insertOne(toDocument(account, passwordHash)));
      if (isCreated) return 'created';
      return (await isPresent()) ? 'present' : 'taken';
    },

    insert: (kind, accountId, given) => isUnique(() => records[kind].insert(accountId, given)),

    replace: (kind, accountId, like, merge) =>
      inTransaction(client, async (session) => {
        const [present] = await records[kind].read(accountId, { like: [like] }, { session });
        const merged = present && merge(present);
        if (merged) await records[kind].replace(accountId, merged, { session });
        return merged !== undefined;
      }),
  };
}

/** Resolves to false when the document exists already. */
async function isUnique(write: () => Promise<unknown>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

function toAccountRecord(document: AccountDocument): AccountRecord {
  return { account: toAccount(document), passwordHash: document.passwordHash };
}

function recordCollections(connection: Connection): { [Kind in RecordKind]: RecordCollection<Kind> } {
  const { collections } = connection;
  return {
    memory: memoryRecords(connection),
    request: requestRecords(collections),
    month: monthRecords(collections),
    day: dayRecords(collections),
    key: keyRecords(collections),
  };
}
