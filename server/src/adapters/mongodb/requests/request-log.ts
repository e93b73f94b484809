import type { AnyBulkWriteOperation, Filter, MongoClient } from 'mongodb';
import type { RequestLog, RequestSums } from '../../../ports/request-log.ts';
import { type AppendedRequest, buildRequestSums, noStatuses, sumByDay } from '../../store-kit/request-sums.ts';
import { inTransaction } from '../connection/sessions.ts';
import type { Collections, RequestDayDocument, RequestDocument } from '../schema/documents.ts';

/** The number of documents with the sums of a day and operation, so that processes do not wait for each other. */
const shares = 16;
/** The `order` of the last row of this process, because several rows may come in the same microsecond. */
let lastOrder = 0;

/** Keeps the request log in MongoDB: rows, and documents of sums for each day and operation. */
export function createMongodbRequestLog(client: MongoClient, collections: Collections): RequestLog {
  const { requests, requestDays, accounts } = collections;
  const share = Math.floor(Math.random() * shares);
  return {
    async append(rows) {
      if (rows.length === 0) return;
      const accountIds = new Set(rows.map(({ accountId }) => accountId));
      const accountsKnown = await accounts.countDocuments({ _id: { $in: [...accountIds] } });
      if (accountsKnown < accountIds.size) throw new Error('there is no account for one of these requests');
      const documents = rows.map(({ id, accountId, latencyStep: _, ...row }): RequestDocument => {
        lastOrder = Math.max(lastOrder + 1, Date.now() * 1_000);
        return { _id: `${accountId}/${id}`, ownerId: accountId, ...row, order: lastOrder };
      });
      const keys = documents.map(({ _id }) => _id);
      await inTransaction(client, async (session) => {
        // When the response to a commit was lost, stored rows come again.
        const known = await requests.find({ _id: { $in: keys } }, { session, projection: { _id: 1 } }).toArray();
        const there = new Set(known.map(({ _id }) => _id));
        const isNew = (_: unknown, at: number) => !there.has(keys[at] as string);
        const added = documents.filter(isNew);
        if (added.length === 0) return;
        await requests.insertMany(added, { session });
        await requestDays.bulkWrite(toSums(rows.filter(isNew), share), { session });
      });
    },

    async list({ accountId, limit, offset, from, to, statusCode, operation, keyId }) {
      const filter: Filter<RequestDocument> = { ownerId: accountId };
      if (from !== undefined || to !== undefined) {
        filter.createdAt = { ...(from === undefined ? {} : { $gte: from }), ...(to === undefined ? {} : { $lt: to }) };
      }
      if (statusCode !== undefined) filter.statusCode = statusCode;
      if (operation !== undefined) filter.operation = operation;
      if (keyId !== undefined) filter.keyId = keyId;
      const [total, found] = await Promise.all([
        requests.countDocuments(filter),
        requests.find(filter).sort({ createdAt: -1, order: -1 }).skip(offset).limit(limit).toArray(),
      ]);
      const rows = found.map(({ _id, ownerId: accountId, order: _, ...row }) => ({
        id: _id.slice(accountId.length + 1),
        accountId,
        ...row,
      }));
      return { rows, total };
    },

    sums: (accountId, firstDay, lastDay) =>
      addUp(requestDays.find({ ownerId: accountId, day: { $gte: firstDay, $lte: lastDay } })),

    async purge({ rowsBefore, sumsBeforeDay }) {
      await requestDays.deleteMany({ day: { $lt: sumsBeforeDay } });
      return (await requests.deleteMany({ createdAt: { $lt: rowsBefore } })).deletedCount;
    },
  };
}

/** Builds one addition for each account, day and operation of a batch. */
function toSums(rows: readonly AppendedRequest[], share: number): AnyBulkWriteOperation<RequestDayDocument>[] {
  return sumByDay(rows).map(({ accountId, day, operation, statuses, latencies, memoryWrites, memorySearches }) => {
    const $inc = { memoryWrites, memorySearches, ...counted('statuses', statuses), ...counted('latencies', latencies) };
    const update = { $inc, $setOnInsert: { ownerId: accountId, day, operation } };
    return { updateOne: { filter: { _id: `${accountId}/${day}/${operation}/${share}` }, update, upsert: true } };
  });
}

/** Returns the counts above zero by their paths, because absent ones are not stored. */
function counted(field: string, counts: object): Record<string, number> {
  const paths = Object.entries(counts).map(([name, count]) => [`${field}.${name}`, count]);
  return Object.fromEntries(paths.filter(([, count]) => count > 0));
}

async function addUp(found: AsyncIterable<RequestDayDocument>): Promise<RequestSums> {
  const builder = buildRequestSums();
  for await (const { statuses, latencies, ...sums } of found) {
    builder.add({
      ...{ ...sums, statuses: { ...noStatuses(), ...statuses } },
      latencies: Object.entries(latencies).map(([step, requests]) => [Number(step), requests]),
    });
  }
  return builder.sums();
}
