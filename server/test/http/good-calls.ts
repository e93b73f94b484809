import type { Operation } from '../../src/api/contract.ts';
import type { OperationId } from '../../src/api/operation-types.ts';
import { hashSecret } from '../../src/domain/accounts/api-key-format.ts';
import { sessionIdOf } from '../../src/domain/accounts/commands.ts';
import { derivePreparation } from '../derive-preparation.ts';
import { operations, statusesOf } from './check-response.ts';
import { write, writeFailed, writeReady } from './memory-steps.ts';
import type { Call, TestAccount, TestApp } from './start-test-app.ts';
import { aWebhook, makeDelivery } from './webhook-steps.ts';

interface Good {
  /** The value in the path for `{memory_id}` or another id, or for all from the first id to the last. */
  id?: string;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

type Prepare = (app: TestApp, account: TestAccount) => Promise<Good> | Good;

/** What a request with this one parameter in its path needs, for each operation that has no row of its own below. */
const preparationsByParameter: Record<string, Prepare> = {
  memory_id: memory,
  webhook_id: webhook,
  key_id: async (app, account) => ({ id: (await app.createKey(account)).id }),
  deletion_id: async (_app, { api }) => ({
    id: (await api.delete('/memories?run_id=nobody&confirm=0')).body.deletion_id,
  }),
};

/** Makes what a good request needs, again each time, for operations that need more than the parameter in their path. */
const preparations: Partial<Record<OperationId, Prepare>> = {
  createMemory: () => ({ body: { text: 'the harbour freezes in January' } }),
  createMemories: () => ({ body: { memories: [{ text: 'the harbour freezes in January' }] } }),
  importMemories: () => ({ body: [{ text: `the harbour freezes in January ${crypto.randomUUID()}` }] }),
  updateMemory: async (app, account) => ({ ...(await memory(app, account)), body: { metadata: { seen: true } } }),
  restoreMemory: async (app, account) => ({ ...(await memory(app, account)), body: { version: 1 } }),
  deleteMemories: () => ({ query: '?run_id=nobody&confirm=0' }),
  retryMemory: async (app, account) => ({ id: await writeFailed(app, account.api, 'a text that breaks') }),
  searchMemories: () => ({ body: { query: 'harbour' } }),
  registerAccount: () => ({ body: { email: `${crypto.randomUUID()}@example.com`, password: 'long enough for us' } }),
  login: (_app, { email, password }) => ({ body: { email, password } }),
  logout: async (app, account) => ({ headers: { Authorization: `Bearer ${await app.logIn(account)}` } }),
  createSession: (_app, { email, password }) => ({ body: { email, password } }),
  // The oldest sessions of an account end when it has too many, so that these have accounts of their own.
  deleteSession: async (app) => ({ headers: (await app.register()).session.headers }),
  endSession: async (app) => {
    const { session, ...account } = await app.register();
    return { id: sessionIdOf(hashSecret(await app.logIn(account))), headers: session.headers };
  },
  endOtherSessions: async (app) => {
    const { session } = await app.register();
    return { query: '?others=true', headers: session.headers };
  },
  changePassword: (_app, { password }) => ({ body: { current_password: password, new_password: password } }),
  createApiKey: () => ({ body: { label: 'laptop' } }),
  deleteAccount: async (app) => {
    const { session, password } = await app.register();
    return { body: { password }, headers: session.headers };
  },
  rotateApiKey: async (app) => {
    // Each call leaves two live keys, of which an account has a limited number.
    const { session, ...account } = await app.register();
    const { id } = await app.createKey({ session, ...account });
    return { id, body: { overlap_seconds: 60 }, headers: session.headers };
  },
  createWebhook: async (app) => ({ body: aWebhook, headers: (await app.register()).session.headers }),
  updateWebhook: async (app) => ({ ...(await webhook(app)), body: { description: 'changed' } }),
  rotateWebhookSecret: async (app) => ({ ...(await webhook(app)), body: { overlap_seconds: 60 } }),
  replayWebhookDelivery: async (app) => {
    const { id, delivery, headers } = await makeDelivery(app, await app.register());
    return { id: `${id}/deliveries/${delivery}`, headers };
  },
  // A profile that is kept would need no store.
  getProfile: async (_app, { api }) => {
    await write(api, 'the harbour freezes in January');
    return {};
  },
  // A map that is kept would need no store.
  getMap: async (_app, { api }) => {
    // Only for a map with points the store is read.
    await writeReady(api, 'the harbour thaws in March');
    return {};
  },
  callMcp: () => {
    const params = { name: 'service_search', arguments: { query: 'harbour' } };
    return { body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params } };
  },
};

/** Makes a webhook of another account, since an account has few. */
async function webhook(app: TestApp): Promise<Good> {
  const { session } = await app.register();
  const { body } = await session.post('/webhooks', aWebhook);
  return { id: body.id, headers: session.headers };
}

async function memory(_app: TestApp, { api }: TestAccount): Promise<Good> {
  return { id: await write(api, 'the harbour freezes in January') };
}

/** A request for the operation that succeeds, with the access token of `account` where one is needed. */
export async function goodCall(app: TestApp, account: TestAccount, operationId: string): Promise<Call> {
  const operation = operations.find(({ id }) => id === operationId);
  const prepare =
    operation &&
    (preparations[operationId as OperationId] ?? derivePreparation(operation, preparationsByParameter, () => ({})));
  if (!prepare) throw new Error(`no test knows how to call ${operationId}: add it to good-calls.ts`);
  const { id = '', query = '', body, headers } = await prepare(app, account);
  return {
    method: operation.method,
    path: operation.path.replace(/\{.+\}/, id) + query,
    headers: operation.credentials.length > 0 ? { ...account.session.headers, ...headers } : { ...headers },
    ...(body === undefined ? {} : { body }),
  };
}

export const successesOf = (operation: Operation) => statusesOf(operation).filter((status) => status < 300);
