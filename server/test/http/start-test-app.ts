import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import supertest from 'supertest';
import { createLocalEmbedder } from '../../src/adapters/local-model/create-local-embedder.ts';
import type { HttpServices } from '../../src/api/services.ts';
import { createApp } from '../../src/app/create-app.ts';
import { createServices, type ServiceOverrides } from '../../src/app/services.ts';
import { parseConfig } from '../../src/config/config.ts';
import { type AttemptRules, attemptRules } from '../../src/domain/accounts/attempt-throttle.ts';
import type { Account, Plan } from '../../src/domain/accounts/kinds.ts';
import { createHttpServer, respondToClientErrors } from '../../src/http/server/create-http-server.ts';
import { startTestMongodb } from '../mongodb/start-test-mongodb.ts';
import { openServer } from '../open-server.ts';
import { quickPasswords } from '../quick-passwords.ts';
import { checkResponse, type ReceivedResponse } from './check-response.ts';
import { breakable, createTestEmbedder, type Fault } from './faults.ts';

export interface Call {
  method: string;
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as it is, as application/json unless the headers name another type. */
  raw?: string | Buffer;
}

type Headers = Record<string, string>;

type Read = (path: string, headers?: Headers) => Promise<ReceivedResponse>;
type Send = (path: string, body?: unknown, headers?: Headers) => Promise<ReceivedResponse>;

/** Requests that all carry the same credential. */
export type Client = { headers: Headers } & Record<'get' | 'delete', Read> & Record<'post' | 'put' | 'patch', Send>;

export interface TestAccount {
  id: string;
  email: string;
  password: string;
  key: string;
  token: string;
  /** Sends the API key. */
  api: Client;
  /** Sends the access token. */
  session: Client;
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>;

const many = 100_000;
/** Tests register and mistype more often in a minute than people do. */
const generousRules = Object.fromEntries(
  Object.entries(attemptRules).map(([name, rule]) => [name, { ...rule, points: many }]),
) as AttemptRules;

/**
 * Starts the real server on a store of its own. Each response is checked against the contract before a test sees it.
 * Limits against abuse apply only in tests that configure them.
 */
export async function startTestApp(
  environment: Record<string, string> = {},
  overrides: Pick<ServiceOverrides, 'attemptRules' | 'limiter' | 'clock' | 'log' | 'embedder'> = {},
) {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'mnema-http-'));
  const mongodb = process.env['MNEMA_TEST_STORE'] === 'mongodb' ? await startTestMongodb({ isNew: false }) : undefined;
  const config = parseConfig({
    MNEMA_REGISTRATION: 'open',
    MNEMA_DATA_DIR: dataDirectory,
    ...(mongodb ? { MNEMA_STORE: 'mongodb', MNEMA_MONGODB_URI: mongodb.uri } : {}),
    MNEMA_LOG_LEVEL: 'silent',
    MNEMA_RATE_LIMITS: 'off',
    MNEMA_WEBHOOK_ALLOW_PRIVATE: 'true',
    ...environment,
  });
  const embedder = createTestEmbedder(() => createLocalEmbedder({ runtime: config.localRuntime }));
  const services = await createServices(config, {
    // A test that configures another embedder wants that one.
    ...(config.embedder.kind === 'local' ? { embedder } : {}),
    attemptRules: generousRules,
    passwords: quickPasswords,
    ...overrides,
  });
  const logged: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => logged.push(line) });
  const closes: (() => Promise<void>)[] = [];

  let fault: Fault = 'none';
  let breaksAuthentication = false;
  const http: HttpServices = {
    ...services.http,
    store: breakable(services.http.store, () => fault),
    usage: breakable(services.http.usage, () => fault),
    records: breakable(services.http.records, () => fault),
    webhooks: breakable(services.http.webhooks, () => fault),
    accounts: breakable(services.http.accounts, (method) =>
      method === 'authenticate' && !breaksAuthentication ? 'none' : fault,
    ),
  };

  async function serve(used: HttpServices) {
    const server = createHttpServer();
    server.on('request', createApp({ services: used, log }));
    respondToClientErrors(server, used.identifiers.request);
    const { url, close } = await openServer(server);
    closes.push(close);
    const call = async (request: Call) => {
      const response = await send(url, request);
      if (response.status === 500 && fault !== 'bug')
        throw new Error(`500 to ${JSON.stringify(request).slice(0, 500)}: ${logged.at(-1)}`);
      checkResponse(request.method, request.path, response);
      return response;
    };
    /** `client` sends requests with these headers. */
    return { call, client: (headers: Headers) => createClient(call, headers), url };
  }

  const { call, client, url } = await serve(http);
  const expectStatus = (response: ReceivedResponse, status: number) => {
    if (response.status !== status) throw new Error(`expected ${status}, got ${response.status}: ${response.text}`);
    return response.body;
  };
  const anyone = client({});
  const logIn = async ({ email, password }: { email: string; password: string }): Promise<string> =>
    expectStatus(await anyone.post('/auth/login', { email, password }), 200).access_token;
  const createKey = async (
    { session }: TestAccount,
    options: { scopes?: string[]; expires_at?: string; restrict?: object } = {},
  ): Promise<{ id: string; key: string }> =>
    expectStatus(await session.post('/api-keys', { label: 'made by a test', ...options }), 201);
  const open = async (credentials: { email: string; password: string; key?: string }): Promise<TestAccount> => {
    const token = await logIn(credentials);
    const session = client({ Authorization: `Bearer ${token}` });
    const { id } = expectStatus(await session.get('/auth/me'), 200);
    const key = credentials.key ?? expectStatus(await session.post('/api-keys', { label: 'first' }), 201).key;
    return { ...credentials, id, key, token, session, api: client({ 'X-API-Key': key }) };
  };

  const bootstrapped = await services.accounts.bootstrapAccount({ email: 'first@example.com' });
  if (!bootstrapped) throw new Error('a new data directory had an account already');
  return {
    /** The account of the first start. */
    first: await open(bootstrapped),
    ...{ services, embedder, url, call, client, logIn, createKey },
    /** @param changes of the new account, which has the free plan by default */
    async register(changes?: { plan?: Plan; limits?: Partial<Account['limits']> }): Promise<TestAccount> {
      const credentials = { email: `${randomBytes(6).toString('hex')}@example.com`, password: 'a password of theirs' };
      const { id } = expectStatus(await anyone.post('/auth/register', credentials), 201);
      if (changes) await services.records.run(id, 'updateAccount', { accountId: id, changes });
      return open(credentials);
    },
    /** What the store and the accounts do from now on; authentication breaks only with the option. */
    setFault(next: Fault, { authentication = false } = {}): void {
      fault = next;
      breaksAuthentication = authentication;
    },
    /** Starts another HTTP server on the same services, with some of them exchanged. */
    withServices: (changes: Partial<HttpServices>) => serve({ ...http, ...changes }),
    async close(): Promise<void> {
      services.beginStop();
      for (const close of closes) await close();
      await services.close();
      await mongodb?.close();
      await rm(dataDirectory, { recursive: true });
    },
  };
}

function createClient(call: (request: Call) => Promise<ReceivedResponse>, headers: Headers): Client {
  const read =
    (method: string): Read =>
    (path, more) =>
      call({ method, path, headers: { ...headers, ...more } });
  const send =
    (method: string): Send =>
    (path, body, more) =>
      call({ method, path, body, headers: { ...headers, ...more } });
  const withoutBody = { get: read('GET'), delete: read('DELETE') };
  return { headers, ...withoutBody, post: send('POST'), put: send('PUT'), patch: send('PATCH') };
}

async function send(url: string, { method, path, headers, body, raw }: Call): Promise<ReceivedResponse> {
  const request = supertest(url)
    [method.toLowerCase() as 'post'](path)
    .redirects(0)
    .serialize((content) => content as string);
  const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
  if (content !== undefined) request.set('Content-Type', 'application/json');
  for (const [name, value] of Object.entries(headers ?? {})) request.set(name, value);
  const response = await request.send(content);
  // Only these types are read as text without a parser.
  const text = response.text ?? (Buffer.isBuffer(response.body) ? response.body.toString() : '');
  return { status: response.status, headers: response.headers, text, body: response.body };
}
