import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { type AttemptRules, attemptRules as usualRules } from '../../src/domain/accounts/attempt-throttle.ts';
import type { Plan } from '../../src/domain/accounts/kinds.ts';
import type { RateLimiter } from '../../src/ports/rate-limiter.ts';
import { createTestLimiter } from './create-test-limiter.ts';
import { startTestApp, type TestAccount, type TestApp } from './start-test-app.ts';

/** A server with the limits of plans, and with one attempt each to log in and to register. */
export interface LimitedApp extends TestApp {
  /** Sends requests of an account on the free plan, whose rate limit is used up until `send` has ended. */
  beyondThePlan<Result>(send: (account: TestAccount) => Promise<Result>): Promise<Result>;
}

/** Servers that start when the first test of a worker needs them and stop with the worker. */
export interface SharedApps {
  /** A server with the default configuration, without faults. A test file registers an account of its own there. */
  open(): Promise<TestApp>;
  /** A server with registration closed, and without private webhooks. */
  closed(): Promise<TestApp>;
  limited(): Promise<LimitedApp>;
}

/** `it` for tests of one operation, with the servers that they share. */
// biome-ignore lint/correctness/noEmptyPattern: the test runner reads from the pattern which fixtures this one needs
export const it = test.extend('apps', { scope: 'worker' }, ({}, { onCleanup }): SharedApps => {
  const stops: (() => Promise<void>)[] = [];
  const once = <App extends TestApp>(start: () => Promise<App>) => {
    let started: Promise<App> | undefined;
    return () => {
      if (!started) {
        started = start();
        const app = started;
        stops.push(async () => (await app).close());
      }
      return started;
    };
  };
  onCleanup(async () => {
    await Promise.all(stops.map((stop) => stop()));
  });
  const open = once(() => startTestApp());
  return {
    async open() {
      const app = await open();
      // A test that failed half-way leaves no fault behind for the next.
      app.setFault('none');
      app.embedder.release();
      Object.assign(app.embedder, { queriesFail: false, documentsFail: false });
      return app;
    },
    closed: once(() => startTestApp({ MNEMA_REGISTRATION: 'closed', MNEMA_WEBHOOK_ALLOW_PRIVATE: 'false' })),
    limited: once(startLimitedApp),
  };
});

async function startLimitedApp(): Promise<LimitedApp> {
  const counting = createTestLimiter();
  let isPlanUsedUp = false;
  const limiter: RateLimiter = {
    ...counting,
    take: async (rule, subject) =>
      isPlanUsedUp && rule.name === 'plan'
        ? { admitted: false, remaining: 0, resetMs: 1_000 }
        : counting.take(rule, subject),
  };
  const attemptRules = Object.fromEntries(
    Object.entries(usualRules).map(([name, rule]) => [name, { ...rule, points: name === 'rightPasswords' ? 20 : 1 }]),
  ) as AttemptRules;
  const app = await startTestApp({ MNEMA_RATE_LIMITS: 'plan' }, { limiter, attemptRules });
  const account = await app.register();
  return {
    ...app,
    async beyondThePlan(send) {
      isPlanUsedUp = true;
      return send(account).finally(() => {
        isPlanUsedUp = false;
      });
    },
  };
}

/** Registers an account on the server that all files share, for the tests of a file or for each of them. */
export function useAccount({ plan = 'enterprise', isNewEach = false }: { plan?: Plan; isNewEach?: boolean } = {}) {
  let app: TestApp;
  let account: TestAccount;
  it.beforeAll(async ({ apps }) => {
    app = await apps.open();
    if (!isNewEach) account = await app.register({ plan });
  });
  if (isNewEach) {
    it.beforeEach(async ({ apps }) => {
      account = await (await apps.open()).register({ plan });
    });
  }
  return {
    ...{ app: later(() => app), account: later(() => account) },
    ...{ api: later(() => account.api), session: later(() => account.session) },
  };
}

/** Starts a server for the tests of a file alone. */
export function useTestApp(...given: Parameters<typeof startTestApp>): TestApp {
  let app: TestApp | undefined;
  beforeAll(async () => {
    app = await startTestApp(...given);
  });
  afterAll(() => app?.close());
  return later(() => app as TestApp);
}

/** Starts a server whose time the tests set, which has a new account at the beginning of each test. */
export function useClockedAccount({ start = Date.now(), plan = 'free' as Plan, environment = {} } = {}) {
  const clock = { time: start, now: () => clock.time };
  const app = useTestApp(environment, { clock });
  let account: TestAccount;
  beforeEach(async () => {
    clock.time = start;
    account = await app.register({ plan });
  });
  return { app, clock, account: later(() => account), api: later(() => account.api) };
}

/** Stands for an object that is there when the tests begin. */
export function later<Target extends object>(find: () => Target): Target {
  return new Proxy({} as Target, { get: (_, name) => Reflect.get(find(), name) });
}
