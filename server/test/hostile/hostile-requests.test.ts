import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request as send } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Operation, operationsOf, readContract } from '../../src/api/contract.ts';
import type { OperationId } from '../../src/api/operation-types.ts';
import { derivePreparation } from '../derive-preparation.ts';
import { type SpawnedServer, spawnServer } from '../process/spawn-server.ts';
import { startOpenAiStandIn } from '../providers/openai-stand-in.ts';
import { type Batch, type GoodRequest, type HostileRequest, hostileBatches } from './hostile-requests.ts';
import { type HostileText, hostileTexts } from './hostile-text.ts';
import { maxPause, type Pause } from './max-pause.ts';

/** How long the event loop may be busy with one request. */
const maxPauseMs = 250;
/** The best of some tries counts: a stall comes back each time, a collection of garbage does not. */
const maxTries = 4;
/** A pause of this length is no coincidence. In milliseconds. */
const certainMs = 4 * maxPauseMs;

const password = 'long enough for us';
const metricsToken = 'a-token-for-metrics';
const operations = operationsOf(readContract());
/** The ways of reading a request that an operation before has tried. */
const tried = new Set<string>();
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const ends: (() => unknown)[] = [];
let server: SpawnedServer;
/** Headers of an account without limits, to which all memories belong. */
let main: Record<string, string>;
/** Headers of an account with an empty store. */
let empty: Record<string, string>;

beforeAll(async () => {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-hostile-'));
  // The encoder that comes with the server would keep every core busy with what is written here.
  const provider = await startOpenAiStandIn();
  const environment = {
    MNEMA_EMBEDDER: 'openai',
    ...provider.environment,
    MNEMA_EMBEDDING_DIMENSIONS: '16',
    MNEMA_BOOTSTRAP_EMAIL: 'ada@example.com',
    MNEMA_BOOTSTRAP_PASSWORD: password,
    MNEMA_RATE_LIMITS: 'off',
    MNEMA_TRUSTED_PROXIES: 'loopback',
    MNEMA_REGISTRATION: 'open',
    MNEMA_METRICS_TOKEN: metricsToken,
  };
  server = await spawnServer({ directory, environment, atEnd: (end) => ends.push(end) });
  ends.push(
    () => provider.close(),
    () => rmSync(directory, { recursive: true, force: true }),
  );
  main = await logIn('ada@example.com');
  await call('POST', '/auth/register', { email: 'bob@example.com', password });
  empty = await logIn('bob@example.com');
}, 120_000);
afterAll(async () => {
  agent.destroy();
  for (const end of ends) await end();
});

it.each(operations)('no request to $id stalls the event loop or breaks', { timeout: 300_000 }, async (operation) => {
  const prepare =
    preparations[operation.id as OperationId] ??
    derivePreparation(operation, preparationsByParameter, (): Preparation => ({}));
  if (!prepare) throw new Error(`no good request to ${operation.id} is known: add it to the preparations`);
  const { before = [], ...prepared } = await prepare();
  const good = toGoodRequest(operation, prepared);
  expect(await statusOf(good), 'a good request gets as far as its handler').not.toBeOneOf(turnedAway);
  const batches: Iterable<Batch> = hostileBatches(operation, good, tried);
  const faults: string[] = [];
  let slowest = { ms: 0, what: '' };
  for (const { what, requests, maxMs = maxPauseMs } of [{ what: 'before', requests: before } as Batch, ...batches]) {
    const { ms, culprits, broken } = await tryOut(requests, maxMs);
    if (ms > slowest.ms) slowest = { ms, what: `${what}: ${culprits.map(shortened).join(' or ')}` };
    if (ms >= maxMs) faults.push(`a pause of ${ms.toFixed(0)} ms, ${slowest.what}`);
    faults.push(...broken.map((request) => `500, ${what}: ${shortened(request)}`));
    // A server that stalls would keep the rest waiting for minutes.
    if (faults.length > 0) break;
  }
  console.log(`${operation.id}: at most ${slowest.ms.toFixed(0)} ms, ${slowest.what}`);
  expect(faults).toEqual([]);
});

/** Statuses of requests that no handler sees. */
const turnedAway = [0, 401, 403, 405, 415, 429, 500];

interface Outcome extends Pause {
  culprits: readonly HostileRequest[];
  broken: readonly HostileRequest[];
}

/** The longest pause while these are sent, which requests were under way then, and which ones broke. */
async function tryOut(requests: readonly HostileRequest[], maxMs: number): Promise<Outcome> {
  const broken: HostileRequest[] = [];
  const pauseOf = (some: readonly HostileRequest[]) => {
    const sends = some.map((request) => async () => {
      if ((await statusOf(request)) === 500) broken.push(request);
    });
    return maxPause(server, sends, maxMs);
  };
  let longest: Pause = { ms: 0, first: 0, last: 0 };
  for (let next = 0; next < requests.length && longest.ms < maxMs; ) {
    const rest = requests.slice(next);
    const found = await pauseOf(rest);
    const culprits = rest.slice(found.first, found.last + 1);
    let { ms } = found;
    for (let tries = 1; tries < maxTries && ms >= maxMs && ms < certainMs; tries++) {
      ms = Math.min(ms, (await pauseOf(culprits)).ms);
    }
    if (ms >= longest.ms) longest = { ms, first: next + found.first, last: next + found.last };
    next = found.ms >= maxMs ? next + found.last + 1 : requests.length;
  }
  return { ...longest, culprits: requests.slice(longest.first, longest.last + 1), broken };
}

/** Each comes from another address, so that failed log-ins are never too many; 0: the server closed the connection. */
let address = 0;
function statusOf({ method, path, headers, body }: HostileRequest): Promise<number> {
  const { hostname: host, port } = new URL(server.url);
  address += 1;
  const from = { 'x-forwarded-for': `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}` };
  const setHost = !('host' in headers);
  return new Promise((resolve) => {
    const request = send({ agent, host, port, method, path, headers: { ...from, ...headers }, setHost });
    request.once('response', (response) => response.resume().once('close', () => resolve(response.statusCode ?? 0)));
    request.once('error', () => resolve(0));
    request.end(typeof body === 'function' ? body() : body);
  });
}

function shortened({ method, path, headers: { authorization: _, ...headers }, body = '' }: HostileRequest): string {
  const parts = [method, path, JSON.stringify(headers), String(typeof body === 'function' ? body() : body)];
  // The expression would exhaust the stack with some bodies of megabytes.
  return parts
    .map((text) =>
      text
        .slice(0, 10_000)
        .replaceAll(/(.{1,6}?)\1{5,}/gs, '$1…')
        .slice(0, 200),
    )
    .join(' ');
}

interface Preparation {
  id?: string;
  body?: object;
  headers?: Record<string, string>;
  texts?: readonly HostileText[];
  /** What is sent before everything else. */
  before?: readonly HostileRequest[];
}

function toGoodRequest(operation: Operation, { id = '', body, headers = {}, texts = hostileTexts }: Preparation) {
  const good: GoodRequest = {
    method: operation.method,
    path: operation.path.replace(/\{.+\}/, id),
    headers: {
      ...(operation.credentials.length > 0 ? main : {}),
      ...(operation.takesBody ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    id,
    texts,
  };
  return body === undefined ? good : { ...good, body: JSON.stringify(body) };
}

/** Picks every `step`th text. */
const some = (step: number, first = 0) => hostileTexts.filter((_, at) => at % step === first);
/** Storing and indexing the longest texts takes a tenth of a second, nearly all of it off the loop. */
const [ofCreate, ofUpdate, ofMcp] = [some(4), some(4, 2), some(2, 1)];
const noWebhook = 'whk_00000000000000000000000000';
/** A good request costs a hash of a password, off the loop. */
const hashing = { body: {}, texts: some(10) };

type Prepare = () => Promise<Preparation> | Preparation;

/** What stands for a parameter in a path. Only the text of a memory that exists is worth reading. */
const preparationsByParameter: Record<string, Prepare> = {
  memory_id: memory,
  key_id: () => ({ id: 'key_00000000000000000000000000' }),
  session_id: () => ({ id: 'ses_00000000000000000000000000' }),
  webhook_id: () => ({ id: noWebhook }),
  deletion_id: () => ({ id: 'del_00000000000000000000000000' }),
};

/** What a good request needs, for operations that need more than the parameter in their path. */
const preparations: Partial<Record<OperationId, Prepare>> = {
  createMemory: () => ({ body: { text: 'the harbour freezes in January' }, texts: ofCreate }),
  createMemories: () => ({ body: { memories: [{ text: 'the harbour freezes in January' }] }, texts: some(8) }),
  exportMemories: () => ({ headers: empty }),
  importMemories: () => ({ body: [{ text: 'the harbour freezes in January' }], texts: some(8) }),
  listMemories: () => ({ headers: empty }),
  updateMemory: async () => ({ ...(await memory()), body: { metadata: { seen: true } }, texts: ofUpdate }),
  restoreMemory: async () => ({ ...(await memory()), body: { version: 1 }, texts: some(10) }),
  // Without parameters it is rejected, so that no text of the others is deleted.
  deleteMemories: () => ({ headers: empty }),
  searchMemories: () => ({ body: { query: 'harbour', agent_id: 'nobody' }, texts: some(2) }),
  registerAccount: () => hashing,
  login: () => hashing,
  logout: async () => ({ headers: await logIn('bob@example.com') }),
  changePassword: () => ({ ...hashing, headers: empty }),
  createApiKey: () => ({ body: { label: 'laptop' } }),
  createSession: () => hashing,
  deleteSession: async () => ({ headers: await logIn('bob@example.com') }),
  endOtherSessions: () => ({ headers: empty }),
  deleteAccount: () => ({ ...hashing, headers: empty }),
  rotateApiKey: () => ({ id: 'key_00000000000000000000000000', body: { overlap_seconds: 60 } }),
  createWebhook: () => ({ body: { url: 'https://example.com/hook', events: ['memory.ready'] }, texts: some(12) }),
  updateWebhook: () => ({ id: noWebhook, body: { description: 'changed' }, texts: some(12, 6) }),
  rotateWebhookSecret: () => ({ id: noWebhook, body: { overlap_seconds: 60 } }),
  replayWebhookDelivery: () => ({ id: `${noWebhook}/deliveries/dlv_00000000000000000000000000` }),
  getFacets: () => ({ headers: empty, before: [{ method: 'GET', path: '/facets', headers: main }] }),
  getMap: () => ({ headers: empty, before: [{ method: 'GET', path: '/map', headers: main }] }),
  getProfile: () => ({
    headers: empty,
    // What a profile reads are the newest memories.
    before: [...profiled().map(toWrite), { method: 'GET', path: '/profile', headers: main }],
  }),
  callMcp: () => ({ body: { jsonrpc: '2.0', id: 1, method: 'tools/list' }, texts: ofMcp }),
  getMetrics: () => ({ headers: { authorization: `Bearer ${metricsToken}` } }),
};

async function memory(): Promise<Preparation> {
  const { memory_id } = await call('POST', '/memories', { text: 'the harbour freezes in January' });
  return { id: String(memory_id) };
}

/** Prose, and lines of which each is read in another way. */
function profiled(): string[] {
  const lines = (text: HostileText) => `I like ${text(250)}.\nb: ${text(500)}\nuse ${text(280)}\n# ${text(150)}\n`;
  return [...hostileTexts.map((text) => `b${text(9_000)}`), ...hostileTexts.map(lines)];
}

function toWrite(text: string): HostileRequest {
  const headers = { ...main, 'content-type': 'application/json' };
  return { method: 'POST', path: '/memories', headers, body: JSON.stringify({ text }) };
}

async function logIn(email: string): Promise<Record<string, string>> {
  const { access_token } = await call('POST', '/auth/login', { email, password });
  return { authorization: `Bearer ${access_token}` };
}

async function call(method: string, path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { 'content-type': 'application/json', ...main };
  const response = await fetch(`${server.url}${path}`, { method, headers, body: JSON.stringify(body) });
  return (await response.json()) as Record<string, unknown>;
}
