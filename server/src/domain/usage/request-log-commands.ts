import type { Reader, Transaction } from '../../ports/record-store.ts';
import { deleteFound, scanPages } from '../../ports/scan-pages.ts';
import { presentAccounts } from '../accounts/kinds.ts';
import { type LoggedRequest, type RequestSource, requestDays, requests } from './kinds.ts';
import { type AppendedRequest, createRequestSums, sumByDay } from './request-sums.ts';

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
const maxSums = 1_000;

/** A row of the log; those before it are older. */
export type LogBound = Pick<LoggedRequest, 'createdAt' | 'order'>;

export const requestLogCommands = {
  /** Writes rows and adds them to the sums, without those of accounts that do not exist. */
  async appendRequests(tx: Transaction, rows: readonly AppendedRequest[]): Promise<void> {
    const present = await presentAccounts(
      tx,
      rows.map(({ accountId }) => accountId),
    );
    const known = rows.filter(({ accountId }) => present.has(accountId));
    // All reads come before the first write, because a scan after it would compare every written row.
    const written: { row: Omit<LoggedRequest, 'order'>; stored: LoggedRequest | undefined }[] = [];
    for (const { meteredTimes: _, latencyStep: __, ...row } of joinRejected(known)) {
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
    return deleteFound(tx, requestDays, 'age', { of: [], where: { day: { to: before } }, limit: maxDeleted });
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
    return { rows: found, total, end: last ?? Math.max(newest, after ?? 0) };
  },

  /** Both days inclusive. */
  async requestSums(
    reader: Reader,
    { accountId, firstDay, lastDay }: { accountId: string; firstDay: number; lastDay: number },
  ) {
    const sums = createRequestSums();
    const page = { of: [accountId], where: { day: { from: firstDay, to: lastDay + 1 } }, limit: maxSums };
    for await (const found of scanPages(reader, requestDays, 'key', page)) for (const one of found) sums.add(one);
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
    const name = row.limitedMinute === null ? at : `${row.accountId}/${row.limitedMinute}/${row.operation}`;
    const first = joined.get(name);
    joined.set(name, first ? { ...first, count: first.count + row.count } : row);
  }
  return [...joined.values()];
}
