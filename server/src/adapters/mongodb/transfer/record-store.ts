import type { MongoClient } from 'mongodb';
import { foldEmail } from '../../../ports/fold-email.ts';
import { type AccountRecord, type RecordKind, type RecordStore, recordNames } from '../../../ports/records.ts';
import { isOneOf, toAccount, toDocument } from '../accounts/stored-account.ts';
import type { Connection } from '../connection/connect.ts';
import { isDuplicate } from '../connection/mongo-errors.ts';
import { inTransaction } from '../connection/sessions.ts';
import { deletionRecords } from '../deletions/deletion-records.ts';
import type { AccountDocument } from '../schema/documents.ts';
import { memoryRecords } from './memory-records.ts';
import {
  auditRecords,
  dayRecords,
  deliveryRecords,
  keyRecords,
  monthRecords,
  type RecordCollection,
  requestRecords,
  webhookRecords,
} from './record-kinds.ts';

type RecordCollections = { [Kind in RecordKind]: RecordCollection<Kind> };

export function createRecordStore(connection: Connection): Omit<RecordStore, 'close'> {
  const { client, collections } = connection;
  const { accounts, memories, requests } = collections;
  const records: RecordCollections = {
    memory: memoryRecords(connection),
    request: requestRecords(collections),
    month: monthRecords(collections),
    day: dayRecords(collections),
    key: keyRecords(collections),
    deletion: deletionRecords(collections),
    audit: auditRecords(collections),
    webhook: webhookRecords(collections),
    delivery: deliveryRecords(collections),
  };
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

    async addAccount({ account, passwordHash }) {
      const isPresent = async () => (await accounts.countDocuments({ _id: account.id })) > 0;
      if (await isPresent()) return 'present';
      const isCreated = await isUnique(() => accounts.insertOne(toDocument(account, passwordHash)));
      if (isCreated) return 'created';
      return (await isPresent()) ? 'present' : 'taken';
    },

    put: createPut(client, records),
  };
}

function createPut(client: MongoClient, collections: RecordCollections): RecordStore['put'] {
  return async (kind, accountId, given, merge) => {
    const [collection, nameOf] = [collections[kind], recordNames[kind]];
    const found = await collection.read(accountId, { like: given });
    const present = new Map(found.map((record) => [nameOf(record), record]));
    const missing = given.filter((record) => !present.has(nameOf(record)));
    // A killed process would leave a transaction open, which would block the next run for a minute.
    const isInserted = missing.length === 0 || (await isUnique(() => collection.insert(accountId, missing)));
    let written = isInserted ? missing.length : 0;
    const write = (record: (typeof given)[number], isMissing: boolean) =>
      inTransaction(client, async (session) => {
        const [current] = await collection.read(accountId, { like: [record] }, { session });
        const merged = current ? merge(record, current) : isMissing && record;
        if (!merged) return false;
        await collection.remove(accountId, merged, { session });
        await collection.insert(accountId, [merged], { session });
        return true;
      });
    for (const record of given) {
      const known = present.get(nameOf(record));
      // If another process writes the same records, some of the missing ones exist in the meantime.
      const mayChange = known ? merge(record, known) : !isInserted;
      if (mayChange && (await write(record, known === undefined))) written++;
    }
    return written;
  };
}

/** Resolves to false if the document already exists. */
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
