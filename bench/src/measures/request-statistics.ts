import { listAccounts } from '../../../server/src/domain/accounts/account-records.ts';
import { latencySteps } from '../../../server/src/domain/usage/request-statistics.ts';
import { openSqliteStores } from '../../../server/test/open-stores.ts';
import { MnemaServer } from '../processes/mnema-server.ts';
import { percentile } from '../statistics.ts';
import type { Measure, MeasureContext, Row } from './measure.ts';

const logged = 1_000_000;
const dayMs = 24 * 60 * 60 * 1000;
const operations = ['createMemory', 'searchMemories', 'getMemory', 'listMemories', 'updateMemory', 'getUsage'];
const repetitions = 40;

/** Measures the dashboard's queries on a request log with a million rows over a year. */
export const requestStatistics: Measure = {
  name: 'request-log',
  async run(context) {
    const dataDirectory = context.scratch.folder('request-log');
    const first = await MnemaServer.start({ dataDirectory, runtime: 'native' });
    const key = await first.apiKey();
    await first.stop();
    context.progress(`writing ${logged} rows`);
    await fill(dataDirectory);
    const server = await MnemaServer.start({ dataDirectory, runtime: 'native', key });
    try {
      return await ask(server, context);
    } finally {
      await server.stop();
    }
  },
};

async function ask(server: MnemaServer, { progress }: MeasureContext): Promise<Row[]> {
  const questions: [string, string, number | null][] = [
    ['GET /requests/stats, one year', '/requests/stats', 50],
    ['GET /requests, first page', '/requests', null],
    ['GET /requests, one status of a year', '/requests?status_code=429', null],
  ];
  const rows: Row[] = [];
  for (const [measure, path, goal] of questions) {
    progress(path);
    const times: number[] = [];
    await server.get(path);
    for (let n = 0; n < repetitions; n++) {
      const startedAt = performance.now();
      await server.get(path);
      times.push(performance.now() - startedAt);
    }
    for (const [name, share] of [
      ['p50', 0.5],
      ['p99', 0.99],
    ] as const) {
      rows.push({
        measure: `${measure} ${name}`,
        value: percentile(times, share),
        baseline: null,
        unit: 'ms',
        goal: goal === null ? null : { kind: 'value at most', limit: goal },
        note: `${logged} rows over 365 days, ${operations.length} operations; asked ${repetitions} times`,
      });
    }
  }
  return rows;
}

/** The rows are written through the store: a million requests over HTTP would take minutes. */
async function fill(dataDirectory: string): Promise<void> {
  const store = await openSqliteStores(dataDirectory, { now: Date.now });
  try {
    const [account] = await listAccounts(store.records);
    if (!account) throw new Error('the data directory has no account');
    const now = Date.now();
    const batch = 5_000;
    for (let start = 0; start < logged; start += batch) {
      const rows = Array.from({ length: batch }, (_, index) => {
        const number = start + index;
        const statusCode = number % 50 === 0 ? 429 : 200;
        return {
          id: `req_${String(number).padStart(26, '0')}`,
          accountId: account.id,
          createdAt: now - Math.floor((365 * dayMs * (logged - number)) / logged),
          method: 'POST',
          path: '/memories',
          operation: operations[number % operations.length] as string,
          source: 'rest' as const,
          statusCode,
          latencyMs: (number % 400) / 10,
          latencyStep: (number * 7919) % latencySteps,
          keyId: null,
          keyPrefix: null,
          metered: null,
          meteredTimes: 1,
          count: 1,
          limitedMinute: null,
        };
      });
      await store.records.run('', 'appendRequests', rows);
    }
  } finally {
    await store.close();
  }
}
