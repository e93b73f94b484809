import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { startTestApp, type TestAccount, type TestApp } from './start-test-app.ts';

/** Starts a server whose clock stands still, with a new account for each test: its log holds nothing of other tests. */
export function useRequestLog() {
  const start = Date.UTC(2026, 10, 21, 12);
  let app: TestApp;
  let account: TestAccount;
  const log = {
    start,
    now: start,
    get app() {
      return app;
    },
    get account() {
      return account;
    },
    page: async (query = '') => (await account.api.get(`/requests${query}`)).body,
    statistics: async (query = '') => (await account.api.get(`/requests/stats${query}`)).body,
    /** Requests are in the log after a second, on a machine that has nothing else to do. */
    contains: (operation: string, count: number) =>
      expect.poll(async () => (await log.page(`?operation=${operation}`)).total, { timeout: 10_000 }).toBe(count),
  };
  beforeAll(async () => {
    app = await startTestApp({ MNEMA_LOG_RETENTION_DAYS: '30' }, { clock: { now: () => log.now } });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    account = await app.register();
  });
  afterEach(() => {
    log.now = start;
  });
  return log;
}
