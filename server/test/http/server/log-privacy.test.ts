import { inspect } from 'node:util';
import { expect, it } from 'vitest';
import { createApp } from '../../../src/app/create-app.ts';
import { createLog } from '../../../src/observability/create-log.ts';
import { StoreUnavailableError } from '../../../src/ports/store-error.ts';
import { listen } from '../../listen.ts';
import { createTestEmbedder } from '../faults.ts';
import { useTestApp } from '../shared-apps.ts';

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
const lines = () =>
  log
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
const issued: string[] = [];
const stream = {
  write(line: string) {
    log += line;
  },
};
const rejectText = (text: unknown) => Promise.reject(new Error(`can't encode ${text}`));
const embedder = {
  ...createTestEmbedder(() => expect.fail('no real embedder is needed')),
  embedDocuments: rejectText,
  embedQuery: (_accountId: string, text: string) =>
    fault === 'leaks' ? rejectText(text) : Promise.resolve(new Float32Array(384)),
};
const app = useTestApp({}, { log: createLog('debug', { stream }), embedder });

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

type Request = [method: string, path: string, body?: unknown, headers?: Record<string, string>];

/** Every kind of request, with something planted wherever something can be sent. Resolves to the statuses. */
async function sendEverything(url: string): Promise<number[]> {
  const statuses: number[] = [];
  const send = async ([method, path, body, more = app.first.api.headers]: Request): Promise<Record<string, string>> => {
    const sent = { 'User-Agent': planted.header, Cookie: `session=${planted.header}`, ...more };
    const headers = body === undefined ? sent : { 'Content-Type': 'application/json', ...sent };
    const raw = typeof body === 'object' ? JSON.stringify(body) : (body as string | undefined);
    const response = await fetch(new URL(path, url), { method, headers, ...(raw === undefined ? {} : { body: raw }) });
    statuses.push(response.status);
    const text = await response.text();
    return text.startsWith('{') ? JSON.parse(text) : {};
  };
  const { text, update, runId, metadataKey, metadataValue, query, brokenJson, pathPart, queryParameter } = planted;
  const { email, password, wrongPassword, label } = planted;
  const { headers: keyed } = app.first.api;
  const metadata = { [metadataKey]: metadataValue };
  const once = { ...keyed, 'Idempotency-Key': planted.idempotencyKey };
  const { memory_id: id = 'mem_none' } = await send(['POST', '/memories', { text, run_id: runId, metadata }, once]);
  const { access_token } = await send(['POST', '/auth/login', { email, password }, {}]);
  const bearer = { Authorization: `Bearer ${access_token}` };
  const { key } = await send(['POST', '/api-keys', { label }, bearer]);
  for (const secret of [access_token, key]) if (secret) issued.push(secret);
  const rest: Request[] = [
    ['POST', '/memories', { text: update, run_id: runId, metadata }, once],
    ['GET', `/memories/${id}`],
    ['GET', `/memories?run_id=${runId}`],
    ['PUT', `/memories/${id}`, { text: update }],
    ['POST', '/search', { query, filters: metadata }],
    ['DELETE', `/memories/${id}`],
    ['POST', '/memories', { text: `My password is ${planted.rejected}, keep it.` }],
    ['POST', '/memories', `{"text": "${brokenJson}`],
    ['POST', '/memories', { text: 7, ...metadata }],
    ['POST', '/memories', brokenJson, { ...keyed, 'Content-Type': 'text/plain' }],
    ['POST', '/memories', { text: text.repeat(60_000) }],
    ['GET', `/memories?${queryParameter}=${queryParameter}`],
    ['GET', `/memories/${pathPart}`],
    ['GET', `/${pathPart}?${queryParameter}`],
    ['GET', '/memories', undefined, { 'X-API-Key': `${app.first.key}x` }],
    ['GET', '/auth/me', undefined, { Authorization: `Bearer ${wrongPassword}` }],
    ['POST', '/auth/login', { email, password: wrongPassword }, {}],
    ['POST', '/auth/register', { email: `x${email}`, password }, {}],
    ['PUT', '/auth/password', { current_password: wrongPassword, new_password: password }, bearer],
    ['GET', '/requests?limit=3'],
    ['GET', '/usage'],
  ];
  for (const request of rest) await send(request);
  return statuses;
}

it.each<[Fault, number]>([
  ['none', 202],
  ['leaks', 500],
  ['unavailable', 503],
])('nothing that is sent reaches the log at level debug, when the fault is: %s', async (chosen, status) => {
  const { http } = app.services;
  const services = { ...http, store: leaky(http.store), accounts: leaky(http.accounts) };
  const { url } = await listen(createApp({ services, log: app.services.log }));
  const { email, password, key, token } = app.first;
  Object.assign(planted, { email, password });
  issued.push(key, token);
  fault = chosen;
  log = '';
  const statuses = await sendEverything(url);
  fault = 'none';
  expect(statuses).toContain(status);
  const requestLines = () => lines().filter(({ msg }) => msg === 'request');
  await expect.poll(requestLines).toHaveLength(statuses.length);
  for (const line of requestLines()) expect(line.request_id).toMatch(/^req_/);
  if (chosen === 'none') {
    expect(statuses).toEqual(expect.arrayContaining([200, 201, 202, 400, 401, 404, 409, 413, 415, 422]));
    expect(Math.max(...statuses)).toBeLessThan(500);
    await expect.poll(() => log).toContain('ingest postponed');
  } else {
    const failures = lines().filter(({ msg }) => msg === (chosen === 'leaks' ? 'internal' : 'unavailable'));
    expect(failures.length).toBe(statuses.filter((each) => each === status).length);
    for (const { request_id, err } of failures) {
      expect(request_id).toMatch(/^req_/);
      expect(err.at.join()).toContain('log-privacy.test.ts');
    }
  }
  const logged = log.toLowerCase();
  expect([...Object.values(planted), ...issued].filter((each) => logged.includes(each.toLowerCase()))).toEqual([]);
});
