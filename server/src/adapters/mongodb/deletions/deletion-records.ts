import type { Filter } from 'mongodb';
import { type Collections, type DeletionDocument, memoryKey } from '../schema/documents.ts';
import type { RecordCollection } from '../transfer/record-kinds.ts';
import { itemsOf, keyOf, toDeletion } from './stored-deletion.ts';

/** The deletions that have begun, with the ids of their memories. */
export function deletionRecords({ deletions, deletionItems }: Collections): RecordCollection<'deletion'> {
  return {
    async read(accountId, which, options) {
      const conditions: Filter<DeletionDocument>[] = [{ accountId, state: { $ne: 'preparing' } }];
      if ('like' in which) {
        conditions.push({ _id: { $in: which.like.map(({ deletion }) => memoryKey(accountId, deletion.id)) } });
      } else if (which.after) {
        const { startedAt, id } = which.after.deletion;
        const _id = { $gt: memoryKey(accountId, id) };
        conditions.push({ $or: [{ startedAt: { $gt: startedAt } }, { startedAt, _id }] });
      }
      const found = deletions.find({ $and: conditions }, options).sort({ startedAt: 1, _id: 1 });
      const documents = await found.limit('limit' in which ? which.limit : 0).toArray();
      const records = [];
      for (const document of documents) {
        const deletion = toDeletion(document);
        const items = await deletionItems.find(itemsOf(deletion), options).sort({ _id: 1 }).toArray();
        const start = keyOf(deletion).length + 1;
        records.push({ deletion, items: items.map(({ _id }) => _id.slice(start)) });
      }
      return records;
    },

    /** Writes the items first. Without their deletion nothing finds them, and the next run replaces them. */
    async insert(accountId, records, options) {
      for (const { deletion, items } of records) {
        const { id: _, parameters, ...fields } = deletion;
        const name = { accountId, id: deletion.id };
        await deletionItems.deleteMany(itemsOf(name), options);
        const documents = items.map((item) => ({ _id: `${keyOf(name)}/${item}` }));
        if (documents.length > 0) await deletionItems.insertMany(documents, { ...options, ordered: false });
        const document = { ...fields, accountId, _id: keyOf(name), parameters: JSON.stringify(parameters) };
        await deletions.insertOne(document, options);
      }
    },

    remove: (accountId, { deletion }, options) =>
      deletions.deleteOne({ _id: keyOf({ accountId, id: deletion.id }) }, options),
  };
}
