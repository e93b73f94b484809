import type { OperationId } from '../../src/api/operation-types.ts';
import { contract, operations } from './check-response.ts';
import { write, writeFailed } from './memory-steps.ts';
import type { Call, TestAccount, TestApp } from './start-test-app.ts';

interface Good {
  /** What stands in the path for `{memory_id}` or `{key_id}`. */
  id?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/** Makes for each operation what a good request needs, again each time. */
const preparations: Record<OperationId, (app: TestApp, account: TestAccount) => Promise<Good> | Good> = {
  createMemory: () => ({ body: { text: 'the harbour freezes in January' } }),
  listMemories: () => ({}),
  getMemory: memory,
  updateMemory: async (app, account) => ({ ...(await memory(app, account)), body: { metadata: { seen: true } } }),
  deleteMemory: memory,
  retryMemory: async (app, account) => ({ id: await writeFailed(app, account.api, 'a text that breaks') }),
  searchMemories: () => ({ body: { query: 'harbour' } }),
  registerAccount: () => ({ body: { email: `${crypto.randomUUID()}@example.com`, password: 'long enough for us' } }),
  login: (_app, { email, password }) => ({ body: { email, password } }),
  logout: async (app, account) => ({ headers: { Authorization: `Bearer ${await app.logIn(account)}` } }),
  getAccount: () => ({}),
  changePassword: (_app, { password }) => ({ body: { current_password: password, new_password: password } }),
  createApiKey: () => ({ body: { label: 'laptop' } }),
  listApiKeys: () => ({}),
  revokeApiKey: async (app, account) => ({ id: (await app.createKey(account)).id }),
  // A profile that is kept would need no store.
  getProfile: async (_app, { api }) => {
    await write(api, 'the harbour freezes in January');
    return {};
  },
  getUsage: () => ({}),
  listRequests: () => ({}),
  getRequestStats: () => ({}),
  callMcp: () => ({
    body: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'service_search', arguments: { query: 'harbour' } },
    },
  }),
  describeMcp: () => ({}),
  preflightMcp: () => ({}),
  getLlmsText: () => ({}),
  getMcpServerCard: () => ({}),
  getAiCatalog: () => ({}),
  getHealth: () => ({}),
  getReadiness: () => ({}),
  getMetrics: () => ({}),
  getDocs: () => ({}),
  getContract: () => ({}),
};

async function memory(_app: TestApp, { api }: TestAccount): Promise<Good> {
  return { id: await write(api, 'the harbour freezes in January') };
}

/** A request for the operation that succeeds, with the access token of `account` where one is needed. */
export async function goodCall(app: TestApp, account: TestAccount, operationId: string): Promise<Call> {
  const operation = operations.find(({ id }) => id === operationId);
  const prepare = preparations[operationId as OperationId];
  if (!operation || !prepare) throw new Error(`no test knows how to call ${operationId}: add it to good-calls.ts`);
  const { id = '', body, headers } = await prepare(app, account);
  return {
    method: operation.method,
    path: operation.path.replace(/\{\w+\}/, id),
    headers: operation.credentials.length > 0 ? { ...account.session.headers, ...headers } : { ...headers },
    ...(body === undefined ? {} : { body }),
  };
}

/** The successful statuses of an operation, the ordinary one first. */
export function successesOf({ path, method }: { path: string; method: string }): number[] {
  const declared = contract.paths[path]?.[method.toLowerCase()] as unknown as { responses: object };
  return Object.keys(declared.responses)
    .map(Number)
    .filter((status) => status < 300)
    .sort((a, b) => b - a);
}
