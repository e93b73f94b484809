import { findOrAdd } from '../../lib/find-or-add.ts';
import type { Reader, RecordStore, Transaction } from '../../ports/record-store.ts';
import { deleteFound } from '../../ports/scan-pages.ts';
import { presentAccounts } from '../accounts/kinds.ts';
import { type LoggedRequest, type RequestDay, type RequestSource, requestDays, requests } from './kinds.ts';
import { addTo, dayOf, statisticsQueries } from './request-statistics.ts';

/** A row to be written. Rows of a minute are added to a stored one. They differ in account, minute or operation. */
export interface AppendedRequest extends Omit<LoggedRequest, 'order'> {
  /** How often the quota counted the request. Only the sums store it, not the row. */
  meteredTimes: number;
  latencyStep: number;
}

export interface RequestQuery {
  accountId: string;
  limit: number;
  offset: number;
  statusCode?: number | undefined;
  isFailed?: boolean | undefined;
  source?: RequestSource | undefined;
  operation?: string | undefined;
  keyId?: string | undefined;
  /** Inclusive. */
  from?: number | undefined;
  /** Exclusive. */
  to?: number | undefined;
  /** Only rows that were written after this position of the log, in the order in which they were written. */
  after?: number;
}

export interface RequestPage {
  /** Newest first. After a position, rows are in the order of the log. */
  rows: LoggedRequest[];
  total: number;
  /** The position up to which the log was read. Rows that are written later come after it. */
  end: number;
}

/** The maximum of rows that one command deletes, because other writes wait in the meantime. */
const maxDeleted = 1_000;

/** A row of the log; those before it are older. */
export type LogBound = Pick<LoggedRequest, 'createdAt' | 'order'>;

export const requestLogCommands = {
  /** Writes rows and adds them to the sums, without those of accounts that do not exist. */
  async appendRequests(tx: Transaction, rows: readonly AppendedRequest[]): Promise<void> {
    const present = await presentAccounts(tx, rows);
    const known = rows.filter(({ accountId }) => present.has(accountId));
    // All reads come before the first write, because a scan after it would compare every written row.
    const written: { row: Omit<LoggedRequest, 'order'>; stored: LoggedRequest | undefined }[] = [];
    for (const { meteredTimes: _, latencyStep: __, ...row } of known) {
      const of = [row.accountId, row.limitedMinute, row.operation];
      const [stored] = row.limitedMinute === null ? [] : await tx.scan(requests, 'limited', { of, limit: 1 });
      written.push({ row, stored });
    }
    for (const { row, stored } of written) {
      if (!stored) tx.insert(requests, row);
      else tx.add(requests, { accountId: stored.accountId, order: stored.order }, { count: row.count });
    }
    for (const { accountId, day, operation, ...sums } of sumByDay(known)) {
      tx.add(requestDays, { accountId, day, operation }, sums);
    }
  },

  /** Deletes the oldest rows of an account, before a bound. @returns how many; 0 when none are left */
  async deleteRequests(tx: Transaction, { accountId, before }: { accountId: string; before: LogBound }) {
    const where = { createdAt: { to: before.createdAt + 1 } };
    const oldest = await tx.scan(requests, 'time', { of: [accountId], where, limit: maxDeleted });
    const deleted = oldest.filter(({ createdAt, order }) => createdAt < before.createdAt || order < before.order);
    for (const { order } of deleted) tx.delete(requests, { accountId, order });
    return deleted.length;
  },

  /** Deletes sums from before a day. @returns how many; 0 when none are left */
  async deleteRequestDays(tx: Transaction, { before }: { before: number }): Promise<number> {
    return deleteFound(tx, requestDays, 'age', { of: [], where: { day: { to: before } }, limit: maxDeleted });
  },
};

export const requestLogQueries = {
  ...statisticsQueries,

  async listRequests(reader: Reader, query: RequestQuery): Promise<RequestPage> {
    const { accountId, limit, offset, from, to, statusCode, isFailed, source, operation, keyId, after } = query;
    const newest = await reader.position(requests);
    const where = {
      createdAt: { from, to },
      statusCode: {
        ...(statusCode === undefined ? {} : { any: [statusCode] }),
        ...(isFailed === undefined ? {} : isFailed ? { from: 400 } : { to: 400 }),
      },
      ...{ source, operation, keyId },
      ...(after === undefined ? {} : { order: { from: after + 1, to: newest + 1 } }),
    };
    const page = { of: [accountId], where, skip: offset, limit };
    const total = await reader.count(requests, 'time', { of: [accountId], where });
    const found =
      after === undefined
        ? await reader.scan(requests, 'time', { ...page, descending: true })
        : await reader.scan(requests, 'key', page);
    const last = after !== undefined && found.length === limit ? found.at(-1)?.order : undefined;
    return { rows: found, total, end: last ?? Math.max(newest, after ?? 0) };
  },

  /** Reads a page of the accounts with rows, and which of them have rows from before a time. */
  async accountsWithRequests(
    reader: Reader,
    { after, rowsBefore, limit }: { after: string | undefined; rowsBefore: number; limit: number },
  ): Promise<{ accountId: string; isOld: boolean }[]> {
    const found = await reader.distinct(requests, 'time', { of: [], limit, after });
    const where = { createdAt: { to: rowsBefore } };
    return Promise.all(
      (found as string[]).map(async (accountId) => {
        const isOld = (await reader.count(requests, 'time', { of: [accountId], where, max: 1 })) > 0;
        return { accountId, isOld };
      }),
    );
  },

  /** Finds the newest row of an account that is older than the newest `maxRows`. */
  async newestExcessRequest(reader: Reader, { accountId, maxRows }: { accountId: string; maxRows: number }) {
    const newest = { of: [accountId], descending: true, skip: maxRows, limit: 1 } as const;
    const [excess] = await reader.scan(requests, 'time', newest);
    return excess && { createdAt: excess.createdAt, order: excess.order };
  },
};

/** The records of the request log. Every method may throw {@link StoreUnavailableError}. */
export type RequestRecords = RecordStore<typeof requestLogCommands, typeof requestLogQueries>;

type Sums = Omit<RequestDay, 'statuses' | 'latencies'> & Record<'statuses' | 'latencies', Record<string, number>>;

function sumByDay(rows: readonly AppendedRequest[]): Sums[] {
  const sums = new Map<string, Sums>();
  for (const { accountId, createdAt, operation, statusCode, metered, meteredTimes, count, latencyStep } of rows) {
    const day = dayOf(createdAt);
    const sum = findOrAdd(sums, `${accountId}/${day}/${operation}`, () => ({
      ...{ accountId, day, operation, statuses: {}, memoryWrites: 0, memorySearches: 0, latencies: {} },
    }));
    addTo(sum.statuses, Math.floor(statusCode / 100), count);
    addTo(sum.latencies, latencyStep, count);
    if (metered === 'memory_write') sum.memoryWrites += meteredTimes;
    if (metered === 'memory_search') sum.memorySearches += meteredTimes;
  }
  return [...sums.values()];
}
