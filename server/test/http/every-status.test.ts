import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RateLimiter } from '../../src/ports/rate-limiter.ts';
import { type Answer, operations, statusesOf } from './check-answer.ts';
import { createTestLimiter } from './create-test-limiter.ts';
import { secretOfTheBug } from './faults.ts';
import { goodCall, successesOf } from './good-calls.ts';
import { type Call, startTestApp, type TestAccount, type TestApp } from './start-test-app.ts';

let app: TestApp;
let closed: TestApp;
let limited: TestApp;
let limitedAccount: TestAccount;
const rule = (name: string) => ({ name, points: 1, windowSeconds: 60 });
let isPlanUsedUp = false;
const counting = createTestLimiter();
const limiter: RateLimiter = {
  ...counting,
  take: async (counted, subject) =>
    isPlanUsedUp && counted.name === 'plan'
      ? { admitted: false, remaining: 0, resetMs: 1_000 }
      : counting.take(counted, subject),
};
beforeAll(async () => {
  [app, closed, limited] = await Promise.all([
    startTestApp(),
    startTestApp({ MNEMA_REGISTRATION: 'closed' }),
    startTestApp(
      { MNEMA_RATE_LIMITS: 'plan' },
      {
        limiter,
        attemptRules: {
          signInByIdentifier: rule('a'),
          signInByAddress: rule('b'),
          registrationByAddress: rule('c'),
        },
      },
    ),
  ]);
  limitedAccount = await limited.register();
});
afterAll(() => Promise.all([app.close(), closed.close(), limited.close()]));

type Provoke = (call: Call, operationId: string) => Promise<Answer>;

const without = ({ headers: _headers, ...call }: Call): Call => call;
const withHeaders = (call: Call, headers: Record<string, string>): Call => ({
  ...call,
  headers: { ...call.headers, ...headers },
});

/** How a status comes about, for whatever operation. */
const generally: Record<number, Provoke> = {
  400: (call) => app.call({ ...call, path: `${call.path}?verbose=1` }),
  401: (call) => app.call(without(call)),
  403: async (call, id) => {
    const needed = operations.find((one) => one.id === id)?.scope;
    if (!needed) return app.call(withHeaders(call, { Host: 'rebound.example.com' }));
    const { key } = await app.createKey(app.first, { scopes: [needed === 'read' ? 'write' : 'read'] });
    return app.call({ ...call, headers: { 'X-API-Key': key } });
  },
  404: (call) => app.call({ ...call, path: call.path.replace(/(mem|key)_\w+/, '$1_00000000000000000000000000') }),
  409: async (call) => {
    const headers = { 'Idempotency-Key': crypto.randomUUID() };
    expect((await app.first.api.post('/memories', { text: 'another request' }, headers)).status).toBe(202);
    return app.call(withHeaders(call, headers));
  },
  413: (call) => app.call({ ...call, raw: 'x'.repeat(1024 * 1024 + 1) }),
  415: (call) => app.call(withHeaders(call, { 'Content-Type': 'text/plain' })),
  429: beyondThePlan,
  422: (call) => app.call({ ...call, body: { text: ['gh', 'p_', 'q8Zt3LmV'.repeat(5).slice(0, 36)].join('') } }),
  500: (call, id) => broken('bug', call, id),
  503: (call, id) => broken('unavailable', call, id),
};

/** Where one operation needs more than the rest. */
const specially: Record<string, Provoke> = {
  'createMemory 201': (call) => app.call(withHeaders(call, { Prefer: 'wait=10' })),
  'login 401': (call) => app.call({ ...call, body: { email: app.first.email, password: 'not the password' } }),
  'login 429': async (call) => {
    const wrong = { ...call, body: { email: limited.first.email, password: 'not the password' } };
    await limited.call(wrong);
    return limited.call(wrong);
  },
  'registerAccount 429': (call) => limited.call(call),
  'registerAccount 403': (call) => closed.call(call),
  'registerAccount 409': (call) => app.call({ ...call, body: { email: app.first.email, password: 'long enough' } }),
  // A face of its own: another one may have just been asked.
  'getReadiness 503': async (call) => {
    const fresh = await app.withServices({});
    app.setFault('unavailable');
    return fresh.call(call).finally(() => app.setFault('none'));
  },
  'describeMcp 405': (call) => app.call(withHeaders(call, { Accept: 'text/event-stream' })),
  'callMcp 200': (call) => app.call(call),
  'callMcp 202': (call) => app.call({ ...call, body: { jsonrpc: '2.0', method: 'notifications/initialized' } }),
  'callMcp 404': (call) => app.call(inCurrentVersion(call, 'memories/burn')),
  // What breaks inside a tool is a result that a model can read: these are for what breaks before it.
  'callMcp 500': (call) => brokenBefore('bug', call),
  'callMcp 503': (call) => brokenBefore('unavailable', call),
  'getMetrics 401': async (call) => (await app.withServices({ metricsToken: 'a token for metrics' })).call(call),
  'getMetrics 404': async (call) => (await app.withServices({ loopback: false })).call(call),
};

/** The plan is asked before anything else about the operation, so that whose memory it is does not matter. */
function beyondThePlan(call: Call): Promise<Answer> {
  isPlanUsedUp = true;
  return limited.call(withHeaders(call, limitedAccount.session.headers)).finally(() => {
    isPlanUsedUp = false;
  });
}

async function broken(fault: 'bug' | 'unavailable', call: Call, operationId: string): Promise<Answer> {
  // Nothing but authentication stands between a caller and their account.
  app.setFault(fault, { authentication: operationId === 'getAccount' });
  try {
    return await app.call(call);
  } finally {
    app.setFault('none');
  }
}

function brokenBefore(fault: 'bug' | 'unavailable', call: Call): Promise<Answer> {
  app.setFault(fault, { authentication: true });
  return app.call(call).finally(() => app.setFault('none'));
}

function inCurrentVersion(call: Call, method: string): Call {
  const version = '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const body = { jsonrpc: '2.0', id: 1, method, params: { _meta } };
  return { ...withHeaders(call, { 'MCP-Protocol-Version': version, 'Mcp-Method': method }), body };
}

const codes: Record<number, RegExp> = {
  400: /^invalid_request$/,
  401: /^unauthenticated$/,
  403: /^(insufficient_scope|registration_closed|host_not_allowed)$/,
  404: /^not_found$/,
  405: /^method_not_allowed$/,
  409: /^(idempotency_key_reused|conflict)$/,
  413: /^payload_too_large$/,
  415: /^unsupported_media_type$/,
  422: /^sensitive_content$/,
  429: /^rate_limited$/,
  500: /^internal$/,
  503: /^unavailable$/,
};

describe.each(operations)('$id', (operation) => {
  it.each(statusesOf(operation))('answers %i', async (status) => {
    const call = await goodCall(app, app.first, operation.id);
    const ordinary = status === successesOf(operation)[0] ? app.call : undefined;
    const provoke: Provoke | undefined = specially[`${operation.id} ${status}`] ?? ordinary ?? generally[status];
    if (!provoke) throw new Error(`no test provokes ${status} of ${operation.id}: add one`);
    const answer = await provoke(call, operation.id);
    expect(answer.status, answer.text).toBe(status);
    if (status < 400) return;
    // Below HTTP lies JSON-RPC, with codes of its own.
    if (answer.body.jsonrpc) return expect(answer.body.error.code).toBe(-32601);
    expect(answer.body.code).toMatch(codes[status] as RegExp);
    expect(answer.text).not.toContain(secretOfTheBug);
    if (status === 503) expect(answer.headers['retry-after']).toMatch(/^\d+$/);
    if (status === 500) expect(answer.body.detail).toContain(answer.body.request_id);
  });
});

describe('with the store away', () => {
  const asking = operations.filter(({ credentials }) => credentials.length > 0);
  it.each(asking)('$id is 503, never 401: nobody knows whether the credential is good', async ({ id }) => {
    const call = await goodCall(app, app.first, id);
    app.setFault('unavailable', { authentication: true });
    const answer = await app.call(call).finally(() => app.setFault('none'));
    expect(answer.status).toBe(503);
  });

  it('the process is alive, and not ready', async () => {
    const fresh = await app.withServices({});
    app.setFault('unavailable');
    const [health, readiness, metrics] = await Promise.all([
      fresh.call({ method: 'GET', path: '/healthz' }),
      fresh.call({ method: 'GET', path: '/readyz' }),
      fresh.call({ method: 'GET', path: '/metrics' }),
    ]).finally(() => app.setFault('none'));
    expect([health.status, readiness.status, metrics.status]).toEqual([200, 503, 200]);
  });
});

it('retrying a memory that has not failed is a conflict that names its state', async () => {
  const created = await app.first.api.post('/memories', { text: 'a' }, { Prefer: 'wait=10' });
  const answer = await app.first.api.post(`/memories/${created.body.memory_id}/retry`);
  expect(answer.status).toBe(409);
  expect(answer.body).toMatchObject({ code: 'conflict', detail: expect.stringContaining('ready') });
});

it('a server that is stopping is not ready', async () => {
  const face = await app.withServices({ stopping: () => true });
  const answer = await face.call({ method: 'GET', path: '/readyz' });
  expect(answer.status).toBe(503);
});
