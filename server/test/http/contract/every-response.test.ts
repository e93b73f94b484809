import { describe, expect } from 'vitest';
import { type Operation, resolved } from '../../../src/api/contract.ts';
import type { OperationId } from '../../../src/api/operation-types.ts';
import { problems } from '../../../src/api/problem.ts';
import { createSignInCode } from '../../../src/domain/accounts/sessions.ts';
import { addMemories } from '../add-memories.ts';
import { contract, operations, type ReceivedResponse, responsesOf, statusesOf } from '../check-response.ts';
import { type Fault, secretOfTheBug } from '../faults.ts';
import { goodCall } from '../good-calls.ts';
import { until, writeReady } from '../memory-steps.ts';
import { it, type SharedApps } from '../shared-apps.ts';
import type { Call, TestApp } from '../start-test-app.ts';

type Servers = SharedApps & { app: TestApp };

/** Changes a good request, so that its response has a certain status. */
type Change = (call: Call, servers: Servers, operation: Operation) => Call | Promise<Call>;
/** Sends it to another server than the usual one, or to one that fails. */
type Provoke = (call: Call, servers: Servers, operation: Operation) => Promise<ReceivedResponse>;

const sending =
  (change: Change): Provoke =>
  async (call, servers, operation) =>
    servers.app.call(await change(call, servers, operation));
const withBody = (body: unknown) => sending((call) => ({ ...call, body }));
const withQuery = (query: string) =>
  sending((call) => ({ ...call, path: `${call.path}${call.path.includes('?') ? '&' : '?'}${query}` }));
const adding = (call: Call, headers: Record<string, string>) => ({ ...call, headers: { ...call.headers, ...headers } });
const withHeaders = (headers: Record<string, string>) => sending((call) => adding(call, headers));
const unchanged = sending((call) => call);
/** The response to a request that was sent before, so many times. */
const again = (times = 1) =>
  sending(async (call, { app }) => {
    for (let count = 0; count < times; count++) await app.call(call);
    return call;
  });
const withOtherId = sending((call) => ({
  ...call,
  path: call.path.replace(/(mem|key|ses|whk|del)_\w+/, '$1_00000000000000000000000000'),
}));
const withKeyOf = (scopeOf: (operation: Operation) => string) =>
  sending(async (call, { app }, operation) => {
    const { key } = await app.createKey(app.first, { scopes: [scopeOf(operation)] });
    return { ...call, headers: { 'X-API-Key': key } };
  });
const withForeignHost = withHeaders({ Host: 'memory.example.com' });
const withPlainText = withHeaders({ 'Content-Type': 'text/plain' });
const withoutCredential = sending(({ headers: _headers, ...call }) => call);
const secret = ['gh', 'p_', 'q8Zt3LmV'.repeat(5).slice(0, 36)].join('');
const withSecret = withBody({ text: secret });
const withUsedKey = sending(async (call, { app }) => {
  const keyed = adding(call, { 'Idempotency-Key': crypto.randomUUID() });
  const another = { method: 'POST', path: '/memories', body: { text: 'another request' }, headers: keyed.headers };
  expect((await app.call(another)).status).toBe(202);
  return keyed;
});
const withCurrentTag = sending(async (call, { app }) => {
  // The end of ingest changes the tag.
  const { headers } = await until(
    () => app.call(call),
    ({ body }) => body.status !== 'pending',
  );
  return adding(call, { 'If-None-Match': headers['etag'] ?? '' });
});
const withLargeBody = sending((call, _, { maxBodyBytes = 1024 * 1024 }) => ({
  ...call,
  raw: 'x'.repeat(maxBodyBytes + 1),
}));
const withFault =
  (fault: Fault, options?: { authentication: boolean }): Provoke =>
  (call, { app }) => {
    app.setFault(fault, options);
    return app.call(call).finally(() => app.setFault('none'));
  };
/** The limit is checked before anything else about the operation: it does not matter whose memory it is. */
const beyondThePlan: Provoke = async (call, { limited }) => {
  const app = await limited();
  return app.beyondThePlan(({ session }) => app.call(adding(call, session.headers)));
};
/** One attempt is allowed there. */
const beyondTheAttempts: Provoke = async (call, { limited }) => {
  const app = await limited();
  const { email } = app.first;
  const attempt = { ...call, body: call.path === '/auth/register' ? call.body : { email, password: 'a wrong guess' } };
  await app.call(attempt);
  return app.call(attempt);
};
const ofSuspended = sending(async (call, { app }) => {
  const { id, email, password } = await app.register();
  await app.services.records.run(id, 'updateAccount', { accountId: id, changes: { suspendedAt: 1 } });
  return { ...call, body: { email, password } };
});
const wrongGuess = withBody({ email: 'ada@example.com', password: 'a wrong guess' });
const notMetrics =
  (services: Parameters<TestApp['withServices']>[0]): Provoke =>
  async (call, { app }) =>
    (await app.withServices(services)).call(call);
const changedWebhook =
  (changes: object) =>
  async (call: Call, { app }: Servers) => {
    const path = call.path.slice(0, call.path.indexOf('/deliveries'));
    await app.call({ ...call, method: 'PATCH', path, body: changes });
    return call;
  };

const deletingOf = (count: number, confirm: number) =>
  sending(async (call, { app }) => {
    await addMemories(app, app.first, count, { runId: `of ${count}` });
    return { ...call, path: `/memories?run_id=of%20${count}&confirm=${confirm}` };
  });

/** The usual way to each status. A successful one is the response to a good request. */
const usual: Record<number, Provoke> = {
  304: withCurrentTag,
  400: withQuery('verbose=1'),
  401: withoutCredential,
  403: (call, servers, operation) =>
    operation.scope
      ? withKeyOf(({ scope }) => (scope === 'read' ? 'write' : 'read'))(call, servers, operation)
      : withForeignHost(call, servers, operation),
  404: withOtherId,
  409: withUsedKey,
  412: withHeaders({ 'If-Match': '"v7-1"' }),
  413: withLargeBody,
  415: withPlainText,
  422: withSecret,
  429: beyondThePlan,
  500: withFault('bug'),
  503: withFault('unavailable'),
};

type Row = [OperationId, number, Provoke];
const each = (status: number, send: Provoke, ...ids: OperationId[]) => ids.map((id): Row => [id, status, send]);

/** Responses that need more than the usual change of a good request. */
const own: Row[] = [
  ['createMemory', 201, withHeaders({ Prefer: 'wait=10' })],
  ['updateMemory', 204, withHeaders({ Prefer: 'return=minimal' })],
  ['restoreMemory', 204, withHeaders({ Prefer: 'return=minimal' })],
  ['deleteMemories', 202, deletingOf(1_001, 1_001)],
  ['callMcp', 202, withBody({ jsonrpc: '2.0', method: 'notifications/initialized' })],
  [
    'callMcp',
    404,
    sending((call) => {
      const [version, method] = ['2026-07-28', 'memories/burn'];
      const prefix = 'io.modelcontextprotocol';
      const _meta = { [`${prefix}/protocolVersion`]: version, [`${prefix}/clientCapabilities`]: {} };
      const body = { jsonrpc: '2.0', id: 1, method, params: { _meta } };
      return { ...adding(call, { 'MCP-Protocol-Version': version, 'Mcp-Method': method }), body };
    }),
  ],
  // Inside a tool these are results. Reading the account needs nothing but authentication.
  ...each(500, withFault('bug', { authentication: true }), 'callMcp', 'getAccount'),
  ...each(503, withFault('unavailable', { authentication: true }), 'callMcp', 'getAccount'),
  ['describeMcp', 405, withHeaders({ Accept: 'text/event-stream' })],
  [
    'getReadiness',
    503,
    // The first server may have checked its readiness a moment ago, and repeats the result.
    async (call, { app }) => {
      const fresh = await app.withServices({});
      app.setFault('unavailable');
      return fresh.call(call).finally(() => app.setFault('none'));
    },
  ],
  ...each(429, beyondTheAttempts, 'login', 'createSession', 'registerAccount'),
  ...each(403, ofSuspended, 'login', 'createSession'),
  [
    'createSession',
    401,
    sending(async (call, { app }) => {
      const { records, http } = app.services;
      const code = await createSignInCode({ records, clock: http.clock, identifiers: http.identifiers }, app.first.id);
      const asToken = { method: 'GET', path: '/auth/me', headers: { Authorization: `Bearer ${code}` } };
      expect((await app.call(asToken)).status).toBe(401);
      const withCode = { ...call, body: { code } };
      expect((await app.call(withCode)).status).toBe(204);
      return withCode;
    }),
  ],
  ['createSession', 400, withBody({ email: 'ada@example.com', password: 'long enough', code: 'mno_x' })],
  [
    'createApiKey',
    409,
    sending(async (call, { app }) => {
      const account = await app.register();
      for (let made = 1; made < 100; made++) await app.createKey(account);
      return { ...call, headers: account.session.headers };
    }),
  ],
  [
    'restoreMemory',
    422,
    // Stored before the server rejected secrets.
    sending(async (call, { app }) => {
      const id = app.services.http.identifiers.memory();
      await addMemories(app, app.first, 1, { id, text: secret });
      await app.first.api.put(`/memories/${id}`, { text: 'harmless' });
      return { ...call, path: `/memories/${id}/restore` };
    }),
  ],
  ['createApiKey', 409, withUsedKey],
  [
    'createWebhook',
    404,
    sending(async (call, { app }) => {
      const keyed = adding(call, { 'Idempotency-Key': crypto.randomUUID() });
      const { id } = (await app.call(keyed)).body;
      await app.call({ ...call, method: 'DELETE', path: `/webhooks/${id}`, body: undefined });
      return keyed;
    }),
  ],
];

/** Responses that the contract shows as an example: the texts of a problem are those that the server sends. */
const shown: Row[] = [
  ...each(400, withQuery('limit=0'), 'listMemories', 'listDeletions', 'listMemoryVersions', 'listAuditEvents'),
  ...each(400, withQuery('limit=0'), 'listWebhookDeliveries', 'listRequests', 'listApiKeys'),
  ...each(404, withOtherId, 'getDeletion', 'getMemory', 'revokeApiKey', 'endSession'),
  ...each(409, withUsedKey, 'createMemory', 'retryMemory', 'rotateApiKey', 'createWebhook', 'deleteWebhook'),
  ...each(409, withUsedKey, 'rotateWebhookSecret', 'replayWebhookDelivery'),
  ['createMemory', 400, withBody({})],
  ['createMemories', 400, withBody({ memories: Array(101).fill({ text: 'a' }) })],
  ['exportMemories', 400, withQuery('created_from=2026-01-02T00:00:00Z&created_to=2026-01-01T00:00:00Z')],
  ['importMemories', 400, withBody(Array(10_001).fill({ text: 'a' }))],
  ['getMemory', 400, withQuery('as_of=yesterday')],
  ['deleteMemory', 400, withQuery('verbose=1')],
  ['deleteMemories', 400, sending((call) => ({ ...call, path: '/memories' }))],
  ['listSimilarMemories', 400, withQuery('top_k=0')],
  ['restoreMemory', 400, withBody({})],
  ['updateMemory', 400, withBody({})],
  ['searchMemories', 400, withBody({ query: 'a', top_k: 0 })],
  ...each(400, withQuery('occurred_from=2026-01-02T00:00:00Z&occurred_to=2026-01-01T00:00:00Z'), 'getFacets', 'getMap'),
  ['getProfile', 400, withQuery('max_characters=100')],
  ['registerAccount', 400, withBody({ email: 'ada@example.com', password: 'short' })],
  ['login', 400, withBody({ password: 'long enough' })],
  ['changePassword', 400, withBody({ current_password: 'a wrong guess', new_password: 'nine brave otters' })],
  ['callMcp', 400, withQuery('verbose=1')],
  ['createApiKey', 400, withBody({ label: 'a', expires_at: '2020-01-01T00:00:00Z' })],
  ['deleteAccount', 400, withBody({ password: 'a wrong guess' })],
  ['createWebhook', 400, withBody({ url: 'ftp://example.com/', events: ['memory.ready'] })],
  ['createWebhook', 409, again(10)],
  ['updateWebhook', 400, withBody({ events: [] })],
  ...each(400, withBody({ overlap_seconds: -1 }), 'rotateWebhookSecret', 'rotateApiKey'),
  ['replayWebhookDelivery', 409, sending(changedWebhook({ enabled: false }))],
  // Nothing listens there, so that the first replay is still pending.
  [
    'replayWebhookDelivery',
    409,
    sending(async (call, servers) => {
      await changedWebhook({ url: 'http://127.0.0.1:1/' })(call, servers);
      await servers.app.call(call);
      return call;
    }),
  ],
  ['rotateApiKey', 409, again()],
  ['getRequestStats', 400, withQuery('from=last%20Friday')],
  ...each(401, withoutCredential, 'listMemories', 'logout'),
  ...each(401, wrongGuess, 'login', 'createSession'),
  ['getMetrics', 401, notMetrics({ metricsToken: 'a token for metrics' })],
  ['getMetrics', 404, notMetrics({ isReachable: true })],
  ['createMemory', 403, withKeyOf(() => 'read')],
  ['updateMemory', 403, withKeyOf(() => 'write')],
  ['registerAccount', 403, async (call, { closed }) => (await closed()).call(call)],
  ['createSession', 403, withHeaders({ Origin: 'https://example.com' })],
  ...each(403, withForeignHost, 'getMemory', 'getHealth'),
  ['restoreMemory', 404, withBody({ version: 2 })],
  [
    'retryMemory',
    409,
    sending(async (call, { app }) => ({
      ...call,
      path: `/memories/${await writeReady(app.first.api, 'ready')}/retry`,
    })),
  ],
  ['deleteMemories', 409, deletingOf(42, 40)],
  ['registerAccount', 409, again()],
  [
    'updateMemory',
    412,
    sending(async (call, { app }) => {
      await app.call({ ...call, body: { metadata: {} } });
      return adding(call, { 'If-Match': '"v1-1"' });
    }),
  ],
  ...each(413, withLargeBody, 'createMemory', 'createMemories'),
  ...each(415, withPlainText, 'createMemory', 'importMemories'),
  ['createMemory', 422, withSecret],
  ['createMemory', 500, withFault('bug')],
  ['createMemory', 503, withFault('unavailable')],
];

const operationOf = (id: string) => operations.find((one) => one.id === id) as Operation;

async function provoke(shared: SharedApps, operation: Operation, status: number, send: Provoke) {
  const app = await shared.open();
  const call = await goodCall(app, app.first, operation.id);
  const response = await send(call, { ...shared, app }, operation);
  expect(response.status, response.text).toBe(status);
  if (status >= 400) expectProblem(response);
  return response;
}

function expectProblem({ status, headers, body, text }: ReceivedResponse): void {
  if (body.jsonrpc) {
    // JSON-RPC has codes of its own.
    expect(body.error.code).toBe(status === 401 ? -32010 : -32601);
    return;
  }
  expect(problems[body.code as keyof typeof problems].status).toBe(status);
  for (const hidden of [secretOfTheBug, secret]) expect(text).not.toContain(hidden);
  if (status === 422) expect(body.errors[0].path).toMatch(/^\/body\/(text|version)$/);
  if (status === 503) expect(headers['retry-after']).toMatch(/^\d+$/);
  if (status === 500) expect(body.detail).toContain(body.request_id);
}

const hasRow = (operation: Operation, status: number) =>
  [...own, ...shown].some(([id, of]) => id === operation.id && of === status);

describe.each(operations)('$id responds with each status of the contract:', (operation) => {
  it.for(statusesOf(operation).filter((status) => !hasRow(operation, status)))('%i', async (status, { apps }) => {
    const send = status < 300 ? unchanged : usual[status];
    if (!send) throw new Error(`nothing provokes a ${status}: add a row to the table of own responses`);
    await provoke(apps, operation, status, send);
  });

  it('400 for a parameter that it does not have, whose name the problem has', async ({ apps }) => {
    const { body } = await provoke(apps, operation, 400, withQuery('verbose=1'));
    const named = body.errors.find(({ path }: { path: string }) => path === '/query/verbose');
    expect(named.message).toMatch(/valid names are|it has no parameters/);
  });
});

it.for(own)('%s %i, by a request of its own', async ([id, status, send], { apps }) => {
  await provoke(apps, operationOf(id), status, send);
});

interface Problem {
  title: string;
  detail: string;
  errors?: { path: string; message: string }[];
}

describe('the examples of the contract are what the server sends:', () => {
  it.for(shown)('%s %i', async ([id, status, send], { apps }) => {
    const { body } = await provoke(apps, operationOf(id), status, send);
    expect(examplesOf(operationOf(id), status)).toContainEqual(stated(body));
  });

  it('all examples of a request that is not valid are among these', () => {
    const withOwn = operations.filter((operation) => responsesOf(operation)[400]?.$ref === undefined);
    const covered = new Set(shown.filter(([, status]) => status === 400).map(([id]) => id as string));
    expect(withOwn.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
  });
});

const stated = ({ title, detail, errors }: Problem): Problem => ({
  ...{ title, detail: detail.replace(/req_[0-9A-Z]{26}/, 'req_…') },
  ...(errors ? { errors } : {}),
});

type Media = { example?: Problem; examples?: Record<string, { value: Problem }> };

function examplesOf(operation: Operation, status: number): Problem[] {
  const { content } = resolved(contract, responsesOf(operation)[status] ?? {});
  const { example, examples = {} } = (content?.['application/problem+json'] ?? {}) as Media;
  return [...(example ? [example] : []), ...Object.values(examples).map(({ value }) => value)].map(stated);
}
