import { expect, it } from 'vitest';
import { createTestStore } from '../../../test/create-test-store.ts';
import { makeAccount } from '../../../test/make-account.ts';
import { describeRequestLog } from '../../ports/request-log.contract.ts';
import type { AppendedRequest } from '../../ports/request-log.ts';
import { createAccountStore } from '../accounts/account-store.ts';
import { requests } from './kinds.ts';
import { createRequestLog } from './request-log.ts';

async function open() {
  const { records, close } = await createTestStore();
  return { records, requests: createRequestLog(records), accounts: createAccountStore(records), close };
}

describeRequestLog('records in SQLite', open);

it('purges many rows in slices, the accounts page by page, and all of them after a start', async () => {
  const { records, accounts, close, ...former } = await open();
  try {
    const ids = Array.from({ length: 150 }, (_, at) => `acct_${at}`);
    await Promise.all(ids.map((id) => accounts.createAccount(makeAccount(id), '$')));
    const row = (accountId: string, at: number): AppendedRequest => ({
      ...{ id: `req_${at}`, accountId, createdAt: at, method: 'GET', path: '/memories', source: 'rest', count: 1 },
      ...{ operation: 'listMemories', statusCode: 200, latencyMs: 1, latencyStep: 3, keyId: null, keyPrefix: null },
      ...{ metered: null, meteredTimes: 1, isRateLimited: false },
    });
    await former.requests.append(ids.flatMap((id) => [1, 2, 3].map((at) => row(id, at))));
    await former.requests.append(Array.from({ length: 2_500 }, (_, at) => row('acct_0', at)));
    const log = createRequestLog(records);
    // Of acct_0, all but the newest two; of the others, the first for its age, and none of the other two.
    expect(await log.purge({ rowsBefore: 2, maxRowsPerAccount: 2, sumsBeforeDay: 0 })).toBe(2_501 + 149);
    expect(await records.count(requests, 'time', { of: [] })).toBe(300);
    expect(await log.purge({ rowsBefore: 2, maxRowsPerAccount: 1, sumsBeforeDay: 0 })).toBe(0);
    expect(await log.purge({ rowsBefore: 5_000, maxRowsPerAccount: 1, sumsBeforeDay: 0 })).toBe(300);
  } finally {
    await close();
  }
});
