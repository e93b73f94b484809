import type { Reader, Transaction } from '../../ports/record-store.ts';
import {
  type AppendedRequest,
  type LoggedRequest,
  minuteOf,
  type RequestPage,
  type RequestQuery,
  type RequestSums,
} from '../../ports/request-log.ts';
import { presentAccounts } from '../accounts/kinds.ts';
import { type RequestDay, requestDays, requests, type StoredRequest } from './kinds.ts';
import { createRequestSums, sumByDay } from './request-sums.ts';

/** The maximum of rows that one command deletes, because other writes wait in the meantime. */
const maxDeleted = 1_000;
/** The maximum of sums that are read at once. */
const maxSums = 1_000;

/** A row of the log; those before it are older. */
export type LogBound = Pick<StoredRequest, 'createdAt' | 'order'>;

export const requestLogCommands = {
  /** Writes rows and adds them to the sums, without those of accounts that do not exist. */
  async appendRequests(tx: Transaction, rows: readonly AppendedRequest[]): Promise<void> {
    const present = await presentAccounts(
      tx,
      rows.map(({ accountId }) => accountId),
    );
    const known = rows.filter(({ accountId }) => present.has(accountId));
    // All reads come before the first write, because a scan after it would compare every written row.
    const written: { row: LoggedRequest; limitedMinute: number | null; stored: StoredRequest | undefined }[] = [];
    for (const { meteredTimes: _, latencyStep: __, isRateLimited, ...row } of joinRejected(known)) {
      const limitedMinute = isRateLimited ? minuteOf(row) : null;
      const of = [row.accountId, limitedMinute, row.operation];
      const [stored] = isRateLimited ? await tx.scan(requests, 'limited', { of, limit: 1 }) : [];
      written.push({ row, limitedMinute, stored });
    }
    for (const { row, limitedMinute, stored } of written) {
      if (!stored) tx.insert(requests, { ...row, limitedMinute });
      else tx.add(requests, { accountId: stored.accountId, order: stored.order }, { count: row.count });
    }
    for (const { accountId, day, operation, ...sums } of sumByDay(known)) {
      tx.add(requestDays, { accountId, day, operation }, sums);
    }
  },

  /** Deletes the oldest rows of an account, before a bound. @returns how many; 0 when none are left */
  async deleteRequests(
    tx: Transaction,
    { accountId, before }: { accountId: string; before: LogBound },
  ): Promise<number> {
    const where = { createdAt: { to: before.createdAt + 1 } };
    const oldest = await tx.scan(requests, 'time', { of: [accountId], where, limit: maxDeleted });
    const deleted = oldest.filter(({ createdAt, order }) => createdAt < before.createdAt || order < before.order);
    for (const { order } of deleted) tx.delete(requests, { accountId, order });
    return deleted.length;
  },

  /** Deletes sums from before a day. @returns how many; 0 when none are left */
  async deleteRequestDays(tx: Transaction, { before }: { before: number }): Promise<number> {
    const old = await tx.scan(requestDays, 'age', { of: [], where: { day: { to: before } }, limit: maxDeleted });
    for (const { accountId, day, operation } of old) tx.delete(requestDays, { accountId, day, operation });
    return old.length;
  },
};

export const requestLogQueries = {
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
    const rows = found.map(({ order: _, limitedMinute: __, ...row }) => row);
    return { rows, total, end: last ?? Math.max(newest, after ?? 0) };
  },

  /** Both days inclusive. */
  async requestSums(
    reader: Reader,
    { accountId, firstDay, lastDay }: { accountId: string; firstDay: number; lastDay: number },
  ): Promise<RequestSums> {
    const sums = createRequestSums();
    const page = { of: [accountId], where: { day: { from: firstDay, to: lastDay + 1 } }, limit: maxSums };
    let after: RequestDay | undefined;
    do {
      const found = await reader.scan(requestDays, 'key', { ...page, after });
      for (const one of found) sums.add(one);
      after = found.length === maxSums ? found.at(-1) : undefined;
    } while (after);
    return sums.result();
  },

  /** Reads a page of the accounts with rows, and which of them have rows from before a time. */
  async accountsWithRequests(
    reader: Reader,
    { after, rowsBefore, limit }: { after: string | undefined; rowsBefore: number; limit: number },
  ): Promise<{ accountId: string; isOld: boolean }[]> {
    const found = await reader.distinct(requests, 'time', { of: [], limit, ...(after === undefined ? {} : { after }) });
    const where = { createdAt: { to: rowsBefore } };
    return Promise.all(
      (found as string[]).map(async (accountId) => {
        const isOld = (await reader.count(requests, 'time', { of: [accountId], where, max: 1 })) > 0;
        return { accountId, isOld };
      }),
    );
  },

  /** Finds the newest row of an account that is older than the newest `maxRows`. */
  async newestExcessRequest(
    reader: Reader,
    { accountId, maxRows }: { accountId: string; maxRows: number },
  ): Promise<LogBound | undefined> {
    const newest = { of: [accountId], descending: true, skip: maxRows, limit: 1 } as const;
    const [excess] = await reader.scan(requests, 'time', newest);
    return excess && { createdAt: excess.createdAt, order: excess.order };
  },
};

/** Joins the requests of each account, minute and operation that the rate limit rejected. */
function joinRejected(rows: readonly AppendedRequest[]): AppendedRequest[] {
  const joined = new Map<string | number, AppendedRequest>();
  for (const [at, row] of rows.entries()) {
    const name = row.isRateLimited ? `${row.accountId}/${minuteOf(row)}/${row.operation}` : at;
    const first = joined.get(name);
    joined.set(name, first ? { ...first, count: first.count + row.count } : row);
  }
  return [...joined.values()];
}
