import { beforeAll, describe, expect, it } from 'vitest';
import { type Operation, resolved } from '../../../src/api/contract.ts';
import type { OperationId } from '../../../src/api/operation-types.ts';
import { hashSecret } from '../../../src/domain/accounts/api-key-format.ts';
import { sessionIdOf } from '../../../src/domain/accounts/commands.ts';
import { contract, operations, type ReceivedResponse } from '../check-response.ts';
import { goodCall } from '../good-calls.ts';
import { writeFailed, writeReady } from '../memory-steps.ts';
import { later, useTestApp } from '../shared-apps.ts';
import type { Call, TestAccount } from '../start-test-app.ts';
import { makeDelivery } from '../webhook-steps.ts';

/** Everything of the other account that a request could name or a response could show. */
type Belongings = Record<
  'memoryId' | 'failedId' | 'keyId' | 'sessionId' | 'webhookId' | 'deliveryId' | 'deletionId',
  string
>;

/** What a request of `ana` that names something of `bo` may look like, for one operation. */
interface Row {
  /** Things of bo's to put into the path, where those of `belongings` would prove nothing. */
  belongings?: Record<string, Belonging>;
  /** Values of bo's in the query string, beside his secret in each parameter that is any text. */
  queries?: (bo: Belongings) => string[];
  /** Parameters that are dates, although the contract calls them any text. */
  dates?: string[];
  /** Values of bo's in the body. */
  bodies?: (bo: Belongings) => object[];
  /** Whether the response repeats what the account itself has sent before. */
  echoes?: true;
}

/** A thing of bo's, and the beginning of an id that does not exist. */
type Belonging = [name: keyof Belongings, prefix: string];

/** What bo has for each parameter of a path. */
const belongings: Record<string, Belonging> = {
  memory_id: ['memoryId', 'mem'],
  key_id: ['keyId', 'key'],
  session_id: ['sessionId', 'ses'],
  webhook_id: ['webhookId', 'whk'],
  delivery_id: ['deliveryId', 'dlv'],
  deletion_id: ['deletionId', 'del'],
};
/** Words, names and values that bo alone has. */
const secretOfBo = 'zanzibar';

/**
 * The requests of operations that the contract does not tell. The ids in a path follow from their names, and
 * the texts in a query from their schemas. An operation with a body needs a row, even an empty one.
 */
const rows: Partial<Record<OperationId, Row>> = {
  createMemory: { bodies: () => [{ text: 'harmless', agent_id: secretOfBo, run_id: secretOfBo }] },
  createMemories: { bodies: () => [{ memories: [{ text: 'harmless', agent_id: secretOfBo, run_id: secretOfBo }] }] },
  updateMemory: { bodies: () => [{ text: 'taken over' }, { metadata: { taken: true } }] },
  restoreMemory: { bodies: () => [{ version: 1 }, { version: 99 }] },
  retryMemory: { belongings: { memory_id: ['failedId', 'mem'] } },
  searchMemories: {
    bodies: () => [
      { query: secretOfBo },
      { query: secretOfBo, user_id: secretOfBo },
      { query: secretOfBo, agent_id: secretOfBo, run_id: secretOfBo },
      { query: secretOfBo, filters: { project: secretOfBo } },
      { query: secretOfBo, where: { all: [{ key: 'project', op: 'contains', value: secretOfBo }] } },
    ],
  },
  exportMemories: { queries: () => ['?versions=true'] },
  importMemories: {
    bodies: ({ memoryId }) => [
      [{ text: 'harmless', agent_id: secretOfBo, run_id: secretOfBo }],
      [{ memory: 'harmless', id: memoryId }],
    ],
  },
  // Ana's own requests have named bo's things: these paths are in her log.
  listRequests: { echoes: true, queries: ({ keyId }) => [`?key_id=${keyId}`, '?limit=1000'] },
  getRequestStats: { dates: ['from', 'to'] },
  changePassword: {},
  createApiKey: {},
  deleteAccount: {},
  rotateApiKey: {},
  createWebhook: {},
  updateWebhook: { bodies: () => [{ enabled: false }, { url: 'https://example.com/taken' }] },
  rotateWebhookSecret: {},
  registerAccount: {},
  login: {},
  createSession: {},
  callMcp: {
    bodies: ({ memoryId, failedId }) =>
      [
        ['search', { query: secretOfBo }],
        ['search', { query: secretOfBo, user_id: secretOfBo, agent_id: secretOfBo }],
        ['search', { query: secretOfBo, filters: { project: secretOfBo } }],
        ['list', { limit: 100 }],
        ['list', { user_id: secretOfBo, project: secretOfBo, source: secretOfBo, tag: secretOfBo }],
        ['profile', {}],
        ['profile', { user_id: secretOfBo, project: secretOfBo }],
        ['update', { memory_id: memoryId, text: 'taken over' }],
        ['update', { memory_id: failedId, metadata: { taken: true } }],
        ['delete', { memory_id: memoryId }],
        ['add', { memory: 'harmless', agent_id: secretOfBo, run_id: secretOfBo, wait: 0 }],
      ].map(([tool, args]) => ({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: `service_${tool}`, arguments: args },
      })),
  },
};

const app = useTestApp({ MNEMA_REST_USER_ID: 'request' });
const ana = later(() => app.first);
let bo: TestAccount;
let ofBo: Belongings;

beforeAll(async () => {
  bo = await app.register();
  const labels = { project: secretOfBo, source: secretOfBo, memory_type: secretOfBo, tags: [secretOfBo] };
  const ids = { user_id: secretOfBo, agent_id: secretOfBo, run_id: secretOfBo };
  const { id: webhookId, delivery: deliveryId } = await makeDelivery(app, bo);
  ofBo = {
    memoryId: await writeReady(bo.api, `a note on ${secretOfBo}`, { metadata: labels, ...ids }),
    failedId: await writeFailed(app, bo.api, 'a text that breaks'),
    keyId: (await app.createKey(bo)).id,
    sessionId: sessionIdOf(hashSecret(bo.token)),
    ...{ webhookId, deliveryId },
    deletionId: (await bo.api.delete(`/memories?user_id=${secretOfBo}x&confirm=0`)).body.deletion_id,
  };
});

/** A response without what always differs: the id of the request, and the time. */
function comparable({ status, headers, text, body }: ReceivedResponse) {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  return [status, text.replaceAll(body.request_id, 'req'), rest];
}

async function stateOfBo(): Promise<string> {
  const [memories, keys, usage, webhooks] = await Promise.all([
    bo.api.get('/memories'),
    bo.session.get('/api-keys'),
    bo.api.get('/usage'),
    bo.session.get('/webhooks'),
  ]);
  const comparable = keys.body.results.map(({ last_used_at: _used, ...key }: Record<string, unknown>) => key);
  return JSON.stringify([memories.body, comparable, usage.body, webhooks.body]);
}

it('has a row for every operation with a body', () => {
  const withBody = operations.filter(({ takesBody }) => takesBody);
  expect(withBody.filter(({ id }) => !rows[id as OperationId]).map(({ id }) => id)).toEqual([]);
});

/** Fills the path with something of bo's, and with something that does not exist. */
function pathsOf({ path }: Operation, row: Row): [ofBo: string, missing: string] {
  const filled = (make: (name: keyof Belongings, prefix: string) => string) =>
    path.replaceAll(/\{(\w+)\}/g, (_, parameter) => {
      const belonging = row.belongings?.[parameter] ?? belongings[parameter];
      if (!belonging) throw new Error(`bo has nothing for {${parameter}}: give him one in belongings`);
      return make(...belonging);
    });
  return [filled((name) => ofBo[name]), filled((_, prefix) => `${prefix}_${'0'.repeat(26)}`)];
}

/** Puts bo's secret into each parameter that is any text, unless the call uses it already, and into none. */
function queriesOf({ parameters }: Operation, { dates = [] }: Row, call: Call): string[] {
  const [, used = ''] = call.path.split('?');
  const names = parameters.filter((one) => one.in === 'query' && isAnyText(one.schema)).map(({ name }) => name);
  const free = names.filter((name) => !dates.includes(name) && !new URLSearchParams(used).has(name));
  return ['', ...free.map((name) => `${used ? '&' : '?'}${name}=${secretOfBo}`)];
}

function isAnyText(schema: object): boolean {
  const { type, ...limits } = resolved(contract, schema) as Record<string, unknown>;
  return type === 'string' && !['enum', 'format', 'pattern'].some((limit) => limit in limits);
}

const authenticated = operations.filter(({ credentials }) => credentials.length > 0);
describe.each(authenticated)('$id', (operation) => {
  const { id, path, scope, credentials, takesBody } = operation;
  const row = rows[id as OperationId] ?? {};
  const takesId = /\{\w+\}/.test(path);

  it('rejects no credential, those that have ended, a key of the other scope, and keys where it takes none', async () => {
    const call = await goodCall(app, ana, id);
    const respond = (headers: Record<string, string>) => app.call({ ...call, headers });
    const { id: keyId, key } = await app.createKey(ana);
    await ana.session.delete(`/api-keys/${keyId}`);
    const token = await app.logIn(ana);
    await app.client({ Authorization: `Bearer ${token}` }).post('/auth/logout');
    const keys = credentials.includes('ApiKey') ? [key] : [key, ana.key];
    for (const headers of [{}, { Authorization: `Bearer ${token}` }, ...keys.map((one) => ({ 'X-API-Key': one }))])
      expect([headers, (await respond(headers)).status]).toEqual([headers, 401]);
    if (scope === undefined) return;
    const other = await app.createKey(ana, { scopes: [scope === 'read' ? 'write' : 'read'] });
    const { status, body } = await respond({ 'X-API-Key': other.key });
    expect([status, body.code]).toEqual([403, 'insufficient_scope']);
  });

  if (takesId)
    it("answers another account's id byte for byte like one that does not exist", async () => {
      const before = await stateOfBo();
      const [theirs, missing] = pathsOf(operation, row);
      const call = await goodCall(app, ana, id);
      for (const body of row.bodies?.(ofBo) ?? [call.body]) {
        const request = async (named: string) =>
          comparable(await app.call({ ...call, path: named, ...(body === undefined ? {} : { body }) }));
        const response = await request(theirs);
        expect(response).toEqual(await request(missing));
        expect(response[0]).toBe(404);
      }
      expect(await stateOfBo()).toBe(before);
    });

  if (!takesId)
    it("shows and changes nothing of another account's", async () => {
      const before = await stateOfBo();
      const call = await goodCall(app, ana, id);
      const queries = takesBody ? [] : [...queriesOf(operation, row, call), ...(row.queries?.(ofBo) ?? [])];
      const calls = [
        ...queries.map((query) => ({ ...call, path: `${call.path}${query}` })),
        ...(row.bodies?.(ofBo) ?? []).map((body) => ({ ...call, body })),
      ];
      for (const authenticated of calls.length > 0 ? calls : [call]) {
        const response = await app.call(authenticated);
        expect(response.status).toBeLessThan(300);
        const things = row.echoes ? [] : Object.values(ofBo);
        for (const theirs of [bo.id, bo.email, bo.key, ...things]) expect(response.text).not.toContain(theirs);
        expect(response.text).not.toContain(`a note on ${secretOfBo}`);
      }
      expect(await stateOfBo()).toBe(before);
    });
});
