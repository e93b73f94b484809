import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createApp } from '../../../src/app/create-app.ts';
import { createServices } from '../../../src/app/services.ts';
import { parseConfig } from '../../../src/config/config.ts';
import { createLog } from '../../../src/observability/create-log.ts';
import { StoreUnavailableError } from '../../../src/ports/store-error.ts';
import { until } from '../../process/spawn-server.ts';
import { createTestEmbedder } from '../faults.ts';

/** Whatever a person or a program may send, one text for each field. None of them may be logged. */
const planted = {
  text: 'tulipwood lighthouse',
  update: 'saxifrage harbour',
  metadataKey: 'quincunx',
  metadataValue: 'marmalade-42',
  query: 'where is the zeppelin',
  idempotencyKey: 'idem-7f3c9b',
  runId: 'run-gooseberry',
  label: 'label-walnut',
  password: 'correct-horse-battery',
  wrongPassword: 'wrong-pony-staple',
  email: 'ottoline@example.com',
  brokenJson: 'parsnip-soup',
  pathPart: 'cardamom',
  queryParameter: 'elderflower',
  header: 'thistle-agent',
  rejected: ['Xk9p', 'Q2vL', 'w7Rt', '4Zs8'].join(''),
};

type Fault = 'none' | 'leaks' | 'unavailable';

let fault: Fault = 'none';
let log = '';
let url = '';
let close = async () => {};
let key = '';
const issued: string[] = [];
let requests = 0;

/** While there is a fault, each call fails as in a careless library: with all its arguments in its error. */
function leaky<Target extends object>(target: Target): Target {
  return new Proxy(target, {
    get(real, name) {
      const member: unknown = Reflect.get(real, name);
      if (typeof member !== 'function' || name === 'authenticate' || name === 'checkAddress') return member;
      return (...given: unknown[]) => {
        const details = inspect(given, { depth: 9 });
        const cause = Object.assign(new Error(`SQL failed: ${details}\n    at ${details}:1:1`), { parameters: given });
        if (fault === 'leaks') return Promise.reject(new TypeError(`no good: ${details}`, { cause }));
        if (fault === 'unavailable') return Promise.reject(new StoreUnavailableError('the disk is full', { cause }));
        return member.apply(real, given);
      };
    },
  });
}

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-log-'));
  const stream = {
    write(line: string) {
      log += line;
    },
  };
  const unused = () => {
    throw new Error('no real embedder is needed');
  };
  const config = parseConfig({ MNEMA_DATA_DIR: directory, MNEMA_LOG_LEVEL: 'debug' });
  const embedder = {
    ...createTestEmbedder(unused),
    embedDocuments: (texts: readonly string[]) => Promise.reject(new Error(`can't encode ${texts.join()}`)),
    embedQuery: (_accountId: string, text: string) =>
      fault === 'leaks' ? Promise.reject(new Error(`can't encode ${text}`)) : Promise.resolve(new Float32Array(384)),
    close: async () => {},
  };
  const services = await createServices(config, { embedder, log: createLog(config.logLevel, { stream }) });
  const account = await services.accounts.bootstrapAccount({ email: planted.email, password: planted.password });
  key = account?.key ?? '';
  issued.push(key);
  const app = createApp({
    services: {
      ...services.http,
      store: leaky(services.http.store),
      accounts: leaky(services.http.accounts),
    },
    log: services.log,
  });
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  close = async () => {
    services.beginStop();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await services.close();
    rmSync(directory, { recursive: true });
  };
});

afterAll(() => close());

async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = { 'X-API-Key': key },
): Promise<{ status: number; body: Record<string, string> }> {
  requests += 1;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      'User-Agent': planted.header,
      Cookie: `session=${planted.header}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : {} };
}

const memory = {
  text: planted.text,
  run_id: planted.runId,
  metadata: { [planted.metadataKey]: planted.metadataValue },
};

/** Every kind of request, with something planted wherever something can be sent. Resolves to the statuses. */
async function sendEverything(): Promise<number[]> {
  const statuses: number[] = [];
  const note = async (pending: ReturnType<typeof send>) => {
    const { status, body } = await pending;
    statuses.push(status);
    return body;
  };
  const keyed = { 'X-API-Key': key, 'Idempotency-Key': planted.idempotencyKey };
  const { memory_id: id = 'mem_none' } = await note(send('POST', '/memories', memory, keyed));
  await note(send('POST', '/memories', { ...memory, text: planted.update }, keyed));
  await note(send('GET', `/memories/${id}`));
  await note(send('GET', `/memories?run_id=${planted.runId}`));
  await note(send('PUT', `/memories/${id}`, { text: planted.update }));
  await note(
    send('POST', '/search', { query: planted.query, filters: { [planted.metadataKey]: planted.metadataValue } }),
  );
  await note(send('DELETE', `/memories/${id}`));
  await note(send('POST', '/memories', { text: `My password is ${planted.rejected}, keep it.` }));
  await note(send('POST', '/memories', `{"text": "${planted.brokenJson}`));
  await note(send('POST', '/memories', { text: 7, [planted.metadataKey]: planted.metadataValue }));
  await note(send('POST', '/memories', planted.brokenJson, { 'X-API-Key': key, 'Content-Type': 'text/plain' }));
  await note(send('POST', '/memories', { text: planted.text.repeat(60_000) }));
  await note(send('GET', `/memories?${planted.queryParameter}=${planted.queryParameter}`));
  await note(send('GET', `/memories/${planted.pathPart}`));
  await note(send('GET', `/${planted.pathPart}?${planted.queryParameter}`));
  await note(send('GET', '/memories', undefined, { 'X-API-Key': `${key}x` }));
  await note(send('GET', '/auth/me', undefined, { Authorization: `Bearer ${planted.wrongPassword}` }));
  await note(send('POST', '/auth/login', { email: planted.email, password: planted.wrongPassword }, {}));
  await note(send('POST', '/auth/register', { email: `x${planted.email}`, password: planted.password }, {}));
  const login = await note(send('POST', '/auth/login', { email: planted.email, password: planted.password }, {}));
  const bearer = { Authorization: `Bearer ${login.access_token}` };
  if (login.access_token) issued.push(login.access_token);
  const created = await note(send('POST', '/api-keys', { label: planted.label }, bearer));
  if (created.key) issued.push(created.key);
  const change = { current_password: planted.wrongPassword, new_password: planted.password };
  await note(send('PUT', '/auth/password', change, bearer));
  await note(send('GET', '/requests?limit=3'));
  await note(send('GET', '/usage'));
  return statuses;
}

it.each<[Fault, number]>([
  ['none', 202],
  ['leaks', 500],
  ['unavailable', 503],
])('nothing that is sent reaches the log at level debug, when the fault is: %s', async (chosen, status) => {
  fault = chosen;
  log = '';
  requests = 0;
  const statuses = await sendEverything();
  fault = 'none';
  expect(statuses).toContain(status);
  const lines = () =>
    log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const requestLines = () => lines().filter(({ msg }) => msg === 'request');
  await until(() => requestLines().length === requests, { limitMs: 5_000, what: () => `${requests} lines: ${log}` });
  const repeated = () =>
    [...Object.values(planted), ...issued].filter((each) => log.toLowerCase().includes(each.toLowerCase()));
  expect(repeated()).toEqual([]);
  for (const line of requestLines()) expect(line.request_id).toMatch(/^req_/);
  if (chosen === 'none') {
    expect(statuses).toEqual(expect.arrayContaining([200, 201, 202, 400, 401, 404, 409, 413, 415, 422]));
    expect(Math.max(...statuses)).toBeLessThan(500);
    await until(() => log.includes('ingest postponed'), { limitMs: 10_000, what: () => `ingest to fail: ${log}` });
    expect(repeated()).toEqual([]);
  } else {
    const failures = lines().filter(({ msg }) => msg === (chosen === 'leaks' ? 'internal' : 'unavailable'));
    expect(failures.length).toBe(statuses.filter((each) => each === status).length);
    for (const { request_id, err } of failures) {
      expect(request_id).toMatch(/^req_/);
      expect(err.at.join()).toContain('log-privacy.test.ts');
    }
  }
});
