import type { AnyBulkWriteOperation, Filter, MongoClient } from 'mongodb';
import { latencySteps, type RequestLog, type RequestSums } from '../../../ports/request-log.ts';
import { inTransaction } from '../connection/sessions.ts';
import type { Collections, RequestDayDocument, RequestDocument } from '../schema/documents.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** The sums of a day and operation are spread over this many documents, so that processes do not wait for each other. */
const shares = 16;
/** The `order` of the last row of this process, because several rows may come in the same microsecond. */
let lastOrder = 0;

/** The request log in MongoDB: rows, and documents of sums for each day and operation. */
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

    async sums(accountId, firstDay, lastDay) {
      return addUp(requestDays.find({ ownerId: accountId, day: { $gte: firstDay, $lte: lastDay } }));
    },

    async purge({ rowsBefore, sumsBeforeDay }) {
      await requestDays.deleteMany({ day: { $lt: sumsBeforeDay } });
      return (await requests.deleteMany({ createdAt: { $lt: rowsBefore } })).deletedCount;
    },
  };
}

/** Builds one addition for each day and operation of a batch. */
function toSums(rows: Parameters<RequestLog['append']>[0], share: number): AnyBulkWriteOperation<RequestDayDocument>[] {
  const days = new Map<string, { accountId: string; day: number; operation: string; added: Record<string, number> }>();
  for (const { accountId, createdAt, operation, statusCode, metered, latencyStep } of rows) {
    const day = Math.floor(createdAt / dayMs);
    const key = `${accountId}/${day}/${operation}/${share}`;
    const sum = days.get(key) ?? { accountId, day, operation, added: { memoryWrites: 0, memorySearches: 0 } };
    days.set(key, sum);
    const add = (path: string) => {
      sum.added[path] = (sum.added[path] ?? 0) + 1;
    };
    add(`statuses.${Math.floor(statusCode / 100)}`);
    add(`latencies.${latencyStep}`);
    if (metered === 'memory_write') add('memoryWrites');
    if (metered === 'memory_search') add('memorySearches');
  }
  return [...days].map(([_id, { accountId, day, operation, added }]) => ({
    updateOne: {
      filter: { _id },
      update: { $inc: added, $setOnInsert: { ownerId: accountId, day, operation } },
      upsert: true,
    },
  }));
}

async function addUp(found: AsyncIterable<RequestDayDocument>): Promise<RequestSums> {
  const days = new Map<number, RequestSums['days'][number]>();
  const operations = new Map<string, RequestSums['operations'][number]>();
  const statusClasses = { 2: 0, 3: 0, 4: 0, 5: 0 };
  for await (const row of found) {
    const of = (statusClass: 2 | 3 | 4 | 5) => row.statuses[statusClass] ?? 0;
    const errors = of(4) + of(5);
    const count = of(2) + of(3) + errors;
    const day = days.get(row.day) ?? { day: row.day, requests: 0, memoryWrites: 0, memorySearches: 0, errors: 0 };
    days.set(row.day, day);
    day.requests += count;
    day.errors += errors;
    day.memoryWrites += row.memoryWrites;
    day.memorySearches += row.memorySearches;
    const operation = operations.get(row.operation) ?? {
      operation: row.operation,
      requests: 0,
      errors: 0,
      latencies: new Array<number>(latencySteps).fill(0),
    };
    operations.set(row.operation, operation);
    operation.requests += count;
    operation.errors += errors;
    for (const [step, requests] of Object.entries(row.latencies)) {
      operation.latencies[Number(step)] = (operation.latencies[Number(step)] as number) + requests;
    }
    for (const statusClass of [2, 3, 4, 5] as const) statusClasses[statusClass] += of(statusClass);
  }
  return {
    days: [...days.values()].sort((a, b) => a.day - b.day),
    operations: [...operations.values()].sort(
      (a, b) => b.requests - a.requests || (a.operation < b.operation ? -1 : 1),
    ),
    statusClasses,
  };
}
