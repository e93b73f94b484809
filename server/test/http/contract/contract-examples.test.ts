import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract, operations, type ReceivedResponse } from '../check-response.ts';
import { goodCall } from '../good-calls.ts';
import { writeReady } from '../memory-steps.ts';
import { type Call, startTestApp, type TestApp } from '../start-test-app.ts';

interface Problem {
  title: string;
  detail: string;
  errors?: { path: string; message: string }[];
}

interface Media {
  example?: Problem;
  examples?: Record<string, { value: Problem }>;
}

let app: TestApp;
let closed: TestApp;
beforeAll(async () => {
  [app, closed] = await Promise.all([startTestApp(), startTestApp({ MNEMA_REGISTRATION: 'closed' })]);
});
afterAll(() => Promise.all([app.close(), closed.close()]));

type Change = (call: Call) => Call | Promise<Call>;
const withBody =
  (body: unknown): Change =>
  (call) => ({ ...call, body });
const withQuery =
  (query: string): Change =>
  (call) => ({ ...call, path: `${call.path}?${query}` });
const withHeaders =
  (headers: Record<string, string>): Change =>
  (call) => ({ ...call, headers: { ...call.headers, ...headers } });
const withoutCredential: Change = ({ headers: _headers, ...call }) => call;
const withKey =
  (scopes: string[]): Change =>
  async (call) => ({ ...call, headers: { 'X-API-Key': (await app.createKey(app.first, { scopes })).key } });
const withOtherId: Change = (call) => ({
  ...call,
  path: call.path.replace(/(mem|key|ses|whk|del)_\w+/, '$1_00000000000000000000000000'),
});
const withNewerVersion: Change = async (call) => {
  await app.call({ ...call, body: { metadata: {} } });
  return withHeaders({ 'If-Match': '"v1-1"' })(call);
};
const withVersionNotKept = withBody({ version: 2 });
const withUsedKey: Change = async (call) => {
  const keyed = await withHeaders({ 'Idempotency-Key': crypto.randomUUID() })(call);
  const { headers = {} } = keyed;
  await app.call({ method: 'POST', path: '/memories', body: { text: 'another request' }, headers });
  return keyed;
};

const webhookOf = ({ path }: Call) => path.slice(0, path.indexOf('/deliveries'));
const withDisabledWebhook: Change = async (call) => {
  await app.call({ ...call, method: 'PATCH', path: webhookOf(call), body: { enabled: false } });
  return call;
};
const withPendingDelivery: Change = async (call) => {
  // Nothing listens there.
  await app.call({ ...call, method: 'PATCH', path: webhookOf(call), body: { url: 'http://127.0.0.1:1/' } });
  await app.call(call);
  return call;
};

/** The request behind each error example of the contract: the operation, its status, and what a good request changes. */
const provoked: [string, number, Change][] = [
  ['listMemories', 400, withQuery('limit=0')],
  ['createMemory', 400, withBody({})],
  ['createMemories', 400, withBody({ memories: Array(101).fill({ text: 'a' }) })],
  ['exportMemories', 400, withQuery('created_from=2026-01-02T00:00:00Z&created_to=2026-01-01T00:00:00Z')],
  ['importMemories', 400, withBody(Array(10_001).fill({ text: 'a' }))],
  ['getMemory', 400, withQuery('as_of=yesterday')],
  ['deleteMemory', 400, withQuery('verbose=1')],
  ['deleteMemories', 400, (call) => ({ ...call, path: '/memories' })],
  ['listDeletions', 400, withQuery('limit=0')],
  ['getDeletion', 404, withOtherId],
  ['listMemoryVersions', 400, withQuery('limit=0')],
  ['listSimilarMemories', 400, withQuery('top_k=0')],
  ['restoreMemory', 400, withBody({})],
  ['updateMemory', 400, withBody({})],
  ['searchMemories', 400, withBody({ query: 'a', top_k: 0 })],
  ['getFacets', 400, withQuery('occurred_from=2026-01-02T00:00:00Z&occurred_to=2026-01-01T00:00:00Z')],
  ['getMap', 400, withQuery('occurred_from=2026-01-02T00:00:00Z&occurred_to=2026-01-01T00:00:00Z')],
  ['getProfile', 400, withQuery('max_characters=100')],
  ['registerAccount', 400, withBody({ email: 'ada@example.com', password: 'short' })],
  ['login', 400, withBody({ password: 'long enough' })],
  ['changePassword', 400, withBody({ current_password: 'a wrong guess', new_password: 'nine brave otters' })],
  ['callMcp', 400, withQuery('verbose=1')],
  ['createApiKey', 400, withBody({ label: 'a', expires_at: '2020-01-01T00:00:00Z' })],
  ['deleteAccount', 400, withBody({ password: 'a wrong guess' })],
  ['listAuditEvents', 400, withQuery('limit=0')],
  ['rotateApiKey', 400, withBody({ overlap_seconds: -1 })],
  ['createWebhook', 400, withBody({ url: 'ftp://example.com/', events: ['memory.ready'] })],
  ['createWebhook', 409, withUsedKey],
  [
    'createWebhook',
    409,
    async (call) => {
      for (let count = 0; count < 10; count++) await app.call(call);
      return call;
    },
  ],
  ['updateWebhook', 400, withBody({ events: [] })],
  ['deleteWebhook', 409, withUsedKey],
  ['rotateWebhookSecret', 400, withBody({ overlap_seconds: -1 })],
  ['rotateWebhookSecret', 409, withUsedKey],
  ['listWebhookDeliveries', 400, withQuery('limit=0')],
  ['replayWebhookDelivery', 409, withUsedKey],
  ['replayWebhookDelivery', 409, withPendingDelivery],
  ['replayWebhookDelivery', 409, withDisabledWebhook],
  ['rotateApiKey', 409, withUsedKey],
  [
    'rotateApiKey',
    409,
    async (call) => {
      await app.call(call);
      return call;
    },
  ],
  ['listRequests', 400, withQuery('limit=0')],
  ['listApiKeys', 400, withQuery('limit=0')],
  ['getRequestStats', 400, withQuery('from=last%20Friday')],
  ['listMemories', 401, withoutCredential],
  ['logout', 401, withoutCredential],
  ['login', 401, withBody({ email: 'ada@example.com', password: 'a wrong guess' })],
  ['getMetrics', 401, (call) => call],
  ['createMemory', 403, withKey(['read'])],
  ['updateMemory', 403, withKey(['write'])],
  ['registerAccount', 403, (call) => call],
  ['getMemory', 404, withOtherId],
  ['restoreMemory', 404, withVersionNotKept],
  ['revokeApiKey', 404, withOtherId],
  ['endSession', 404, withOtherId],
  ['createSession', 401, withBody({ email: 'ada@example.com', password: 'a wrong guess' })],
  ['createSession', 403, withHeaders({ Origin: 'https://example.com' })],
  ['getMetrics', 404, (call) => call],
  ['createMemory', 409, withUsedKey],
  ['registerAccount', 409, async (call) => withBody({ email: app.first.email, password: 'long enough' })(call)],
  ['updateMemory', 412, withNewerVersion],
  ['createMemory', 413, (call) => ({ ...call, raw: 'x'.repeat(1024 * 1024 + 1) })],
  ['createMemories', 413, (call) => ({ ...call, raw: 'x'.repeat(4 * 1024 * 1024 + 1) })],
  ['createMemory', 415, withHeaders({ 'Content-Type': 'text/plain' })],
  ['importMemories', 415, withHeaders({ 'Content-Type': 'text/plain' })],
  ['getMemory', 403, withHeaders({ Host: 'memory.example.com' })],
  ['getHealth', 403, withHeaders({ Host: 'memory.example.com' })],
  ['createMemory', 422, withBody({ text: ['gh', 'p_', 'q8Zt3LmV'.repeat(5).slice(0, 36)].join('') })],
  ['retryMemory', 409, withUsedKey],
  [
    'retryMemory',
    409,
    async (call) => ({ ...call, path: `/memories/${await writeReady(app.first.api, 'ready')}/retry` }),
  ],
  ['createMemory', 500, (call) => call],
  ['createMemory', 503, (call) => call],
];

async function send(operationId: string, status: number, call: Call): Promise<ReceivedResponse> {
  if (operationId === 'getMetrics') {
    return (
      await app.withServices(status === 401 ? { metricsToken: 'a token for metrics' } : { isReachable: true })
    ).call(call);
  }
  if (operationId === 'registerAccount' && status === 403) return closed.call(call);
  if (status >= 500) app.setFault(status === 500 ? 'bug' : 'unavailable');
  return app.call(call).finally(() => app.setFault('none'));
}

describe('the examples of the contract are what the server sends:', () => {
  it.each(provoked)('%s %i', async (operationId, status, change) => {
    const good = await goodCall(app, app.first, operationId);
    const response = await send(operationId, status, await change(good));
    expect(response.status).toBe(status);
    const { title, detail, errors } = response.body as Problem;
    const stated = { title, detail: detail.replace(response.body.request_id, 'req_…'), ...(errors ? { errors } : {}) };
    expect(examplesOf(operationId, status)).toContainEqual(stated);
  });

  it('all examples of a request that is not valid are among these', () => {
    const own = operations.filter(({ id, path, method }) => responsesOf(path, method)['400'] && !isShared(id, 400));
    const covered = new Set(provoked.filter(([, status]) => status === 400).map(([id]) => id));
    expect(own.map(({ id }) => id).filter((id) => !covered.has(id))).toEqual([]);
  });
});

function examplesOf(operationId: string, status: number): Problem[] {
  const { example, examples = {} } = mediaOf(operationId, status);
  return [example, ...Object.values(examples).map(({ value }) => value)]
    .filter((one) => one !== undefined)
    .map(({ title, detail, errors }) => ({
      title,
      detail: detail.replace(/req_[0-9A-Z]{26}/, 'req_…'),
      ...(errors ? { errors } : {}),
    }));
}

type Responses = Record<string, { $ref?: string; content?: Record<string, Media> }>;

function responsesOf(path: string, method: string): Responses {
  const operation = contract.paths[path]?.[method.toLowerCase()] as { responses?: Responses } | undefined;
  return operation?.responses ?? {};
}

function responseOf(operationId: string, status: number): Responses[string] {
  const { path, method } = operations.find(({ id }) => id === operationId) as { path: string; method: string };
  return responsesOf(path, method)[status] as Responses[string];
}

function isShared(operationId: string, status: number): boolean {
  return responseOf(operationId, status).$ref !== undefined;
}

function mediaOf(operationId: string, status: number): Media {
  const response = responseOf(operationId, status);
  const shared = (contract['components'] as { responses: Responses }).responses;
  const { content } = response.$ref
    ? (shared[response.$ref.split('/').at(-1) as string] as Responses[string])
    : response;
  return content?.['application/problem+json'] as Media;
}
