import type { AnyBulkWriteOperation, Filter, MongoClient } from 'mongodb';
import { type AppendedRequest, minuteOf, type RequestLog, type RequestSums } from '../../../ports/request-log.ts';
import { createActiveAccounts } from '../../store-kit/active-accounts.ts';
import { buildRequestSums, noStatuses, sumByDay } from '../../store-kit/request-sums.ts';
import { presentAccount } from '../accounts/require-account.ts';
import { inTransaction } from '../connection/sessions.ts';
import type { Collections, RequestDayDocument, RequestDocument } from '../schema/documents.ts';

/** The number of documents with the sums of a day and operation, so that processes do not wait for each other. */
const shares = 16;
/** The `order` of the last row of this process, because several rows may have the same microsecond. */
let lastOrder = 0;

/**
 * Rows after a position are read only at this age, in milliseconds. Another process may still be writing rows with a
 * smaller `order` than existing ones.
 */
const minAgeMs = 500;

/** Stores the request log in MongoDB: rows, and documents of sums for each day and operation. */
export function createMongodbRequestLog(client: MongoClient, collections: Collections): RequestLog {
  const { requests, requestDays, accounts } = collections;
  const share = Math.floor(Math.random() * shares);
  const active = createActiveAccounts();
  return {
    async append(appended) {
      const accountIds = [...new Set(appended.map(({ accountId }) => accountId))];
      const filter = { _id: { $in: accountIds }, ...presentAccount };
      const found = await accounts.find(filter, { projection: { _id: 1 } }).toArray();
      const live = new Set(found.map(({ _id }) => _id));
      const rows = appended.filter(({ accountId }) => live.has(accountId));
      if (rows.length === 0) return;
      active.add(rows);
      const given = rows.map((row) => ({ row, document: toDocument(row) }));
      const keys = given.map(({ document }) => document._id);
      await inTransaction(client, async (session) => {
        // If the response to a commit was lost, stored rows are written again. A count that was added to a row cannot
        // be recognised.
        const known = await requests.find({ _id: { $in: keys } }, { session, projection: { _id: 1 } }).toArray();
        const there = new Set(known.map(({ _id }) => _id));
        const added = given.filter(({ document }) => !there.has(document._id));
        if (added.length === 0) return;
        await requests.bulkWrite(added.map(toWrite), { session, ordered: false });
        const sums = toSums(
          added.map(({ row }) => row),
          share,
        );
        await requestDays.bulkWrite(sums, { session });
      });
    },

    async list({ accountId, limit, offset, from, to, statusCode, isFailed, source, operation, keyId, after }) {
      const readTo = (Date.now() - minAgeMs) * 1_000;
      const filter: Filter<RequestDocument> = { ownerId: accountId };
      if (from !== undefined || to !== undefined) {
        filter.createdAt = { ...(from === undefined ? {} : { $gte: from }), ...(to === undefined ? {} : { $lt: to }) };
      }
      if (statusCode !== undefined || isFailed !== undefined) {
        const range = isFailed === undefined ? {} : isFailed ? { $gte: 400 } : { $lt: 400 };
        filter.statusCode = { ...(statusCode === undefined ? {} : { $eq: statusCode }), ...range };
      }
      if (source !== undefined) filter.source = source;
      if (operation !== undefined) filter.operation = operation;
      if (keyId !== undefined) filter.keyId = keyId;
      if (after !== undefined) filter.order = { $gt: after, $lte: readTo };
      const [total, found] = await Promise.all([
        requests.countDocuments(filter),
        requests
          .find(filter)
          .sort(after === undefined ? { createdAt: -1, order: -1 } : { order: 1 })
          .skip(offset)
          .limit(limit)
          .toArray(),
      ]);
      const rows = found.map((document) => toRequest(document).request);
      const last = after !== undefined && found.length === limit ? found.at(-1)?.order : undefined;
      return { rows, total, end: last ?? Math.max(readTo, after ?? 0) };
    },

    sums: (accountId, firstDay, lastDay) =>
      addUp(requestDays.find({ ownerId: accountId, day: { $gte: firstDay, $lte: lastDay } })),

    async purge({ rowsBefore, maxRowsPerAccount, sumsBeforeDay }) {
      await requestDays.deleteMany({ day: { $lt: sumsBeforeDay } });
      const { deletedCount } = await requests.deleteMany({ createdAt: { $lt: rowsBefore } });
      if ((await requests.estimatedDocumentCount()) <= maxRowsPerAccount) return deletedCount;
      let deleted = deletedCount;
      const readAll = () => accounts.find({}, { projection: { _id: 1 } }).toArray();
      for (const accountId of await active.take(async () => (await readAll()).map(({ _id }) => _id))) {
        deleted += await purgeExcess(requests, accountId, maxRowsPerAccount);
      }
      return deleted;
    },
  };
}

function toDocument({
  id,
  accountId,
  latencyStep: _,
  meteredTimes: _times,
  isRateLimited,
  ...row
}: AppendedRequest): RequestDocument {
  lastOrder = Math.max(lastOrder + 1, Date.now() * 1_000);
  const limited = isRateLimited ? { limitedMinute: minuteOf(row) } : {};
  return { _id: `${accountId}/${id}`, ownerId: accountId, ...row, ...limited, order: lastOrder };
}

export function toRequest({ _id, ownerId: accountId, order, limitedMinute: _, count = 1, ...row }: RequestDocument) {
  return { request: { id: _id.slice(accountId.length + 1), accountId, ...row, count }, order };
}

/** Builds the write of a row. Rejected requests are added to the row of their minute, if it exists. */
function toWrite({ document }: { document: RequestDocument }): AnyBulkWriteOperation<RequestDocument> {
  const { ownerId, limitedMinute, operation, count, ...first } = document;
  if (limitedMinute === undefined) return { insertOne: { document } };
  const update = { $inc: { count }, $setOnInsert: first };
  return { updateOne: { filter: { ownerId, limitedMinute, operation }, update, upsert: true } };
}

/** Deletes the rows of an account that are older than the newest `maxRows`. */
async function purgeExcess(requests: Collections['requests'], ownerId: string, maxRows: number): Promise<number> {
  const [newest] = await requests.find({ ownerId }).sort({ createdAt: -1, order: -1 }).skip(maxRows).limit(1).toArray();
  if (!newest) return 0;
  const { createdAt, order } = newest;
  const upTo = { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, order: { $lte: order } }] };
  return (await requests.deleteMany({ ownerId, ...upTo })).deletedCount;
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
