import { afterEach, describe, expect, it, vi } from 'vitest';
import { Mnema } from './client.ts';
import {
  APIAbortError,
  APIConnectionError,
  APIError,
  MnemaError,
  ServiceUnavailableError,
  WaitTimeoutError,
} from './errors.ts';
import { randomUuid } from './internal/random-uuid.ts';
import type { Fetch, MnemaOptions } from './options.ts';
import { version } from './version.ts';

interface Sent {
  url: string;
  init: RequestInit;
  headers: Headers;
}

/** Serves the next of `responses`, and the last one from then on. */
function serviceOf(...responses: (() => Response)[]): { fetch: Fetch; sent: Sent[] } {
  const sent: Sent[] = [];
  const fetch: Fetch = async (url, init) => {
    sent.push({ url, init, headers: new Headers(init.headers) });
    const response = responses[Math.min(sent.length, responses.length) - 1] as () => Response;
    return response();
  };
  return { fetch, sent };
}

const empty = () => Response.json({ results: [], next_cursor: null });
const unavailable =
  (headers: Record<string, string> = {}) =>
  () =>
    Response.json(
      { code: 'unavailable', detail: 'closed', request_id: 'req_1' },
      { status: 503, headers: { 'content-type': 'application/problem+json', ...headers } },
    );

function clientOf(options: MnemaOptions, ...responses: (() => Response)[]) {
  const service = serviceOf(...(responses.length > 0 ? responses : [empty]));
  return { ...service, mnema: new Mnema({ apiKey: 'mnk_1', fetch: service.fetch, ...options }) };
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

describe('a client', () => {
  it('sends requests to this machine by default', async () => {
    vi.stubEnv('MNEMA_BASE_URL', '');
    const { mnema, sent } = clientOf({});
    await mnema.list();
    expect(sent[0]?.url).toBe('http://127.0.0.1:8787/memories');
  });

  it('keeps the path of its base URL', async () => {
    const { mnema, sent } = clientOf({ baseUrl: 'https://example.com/memory/' });
    await mnema.list({ limit: 1 });
    expect(sent[0]?.url).toBe('https://example.com/memory/memories?limit=1');
  });

  it('keeps braces in the path of its base URL, which are no names of the contract', async () => {
    const { mnema, sent } = clientOf({ baseUrl: 'https://example.com/{memory_id}' });
    await mnema.get('mem_1');
    expect(sent[0]?.url).toBe('https://example.com/%7Bmemory_id%7D/memories/mem_1');
  });

  it('repeats a request as it was, although its caller has changed the arguments since', async () => {
    const { mnema, sent } = clientOf({}, unavailable({ 'retry-after': '0.01' }), empty);
    const metadata = { project: 'apollo' };
    const added = mnema.add({ text: 'x', metadata });
    metadata.project = 'zeus';
    await added;
    const service = serviceOf(unavailable({ 'retry-after': '0.01' }), empty);
    const tags = ['tea'];
    const listed = new Mnema({ apiKey: 'mnk_1', fetch: service.fetch }).list({ tags } as never);
    const page = listed.then(({ results }) => results);
    tags.push('milk');
    await page;
    expect(sent.map(({ init }) => init.body)).toEqual(Array(2).fill('{"text":"x","metadata":{"project":"apollo"}}'));
    expect(service.sent.map(({ url }) => new URL(url).search)).toEqual(['?tags=tea', '?tags=tea']);
  });

  it('prefers its options to the environment', async () => {
    vi.stubEnv('MNEMA_API_KEY', 'mnk_environment');
    vi.stubEnv('MNEMA_BASE_URL', 'http://environment.example');
    const { mnema, sent } = clientOf({ apiKey: 'mnk_given', baseUrl: 'http://given.example' });
    await mnema.list();
    expect([sent[0]?.url, sent[0]?.headers.get('x-api-key')]).toEqual(['http://given.example/memories', 'mnk_given']);
  });

  it('ignores a key in the environment when it has a token', async () => {
    vi.stubEnv('MNEMA_API_KEY', 'mnk_environment');
    const { mnema, sent } = clientOf({ apiKey: undefined, accessToken: 'token' });
    await mnema.list();
    expect([sent[0]?.headers.get('authorization'), sent[0]?.headers.get('x-api-key')]).toEqual(['Bearer token', null]);
  });

  it('with a key and a token sends the key for memories, the token for account and keys', async () => {
    const { mnema, sent } = clientOf({ accessToken: 'token' });
    await mnema.list();
    await mnema.apiKeys.list();
    await mnema.auth.me();
    await mnema.auth.login({ email: 'ada@example.com', password: 'secret' });
    const carried = sent.map(({ headers }) => [headers.get('x-api-key'), headers.get('authorization')]);
    expect(carried).toEqual([
      ['mnk_1', null],
      [null, 'Bearer token'],
      [null, 'Bearer token'],
      [null, null],
    ]);
  });

  it('returns nothing of an update that prefers nothing, also when an older service sends the memory', async () => {
    const memory = () => Response.json({ id: 'mem_1' });
    const { mnema, sent } = clientOf({}, () => new Response(null, { status: 204 }), memory);
    for (let call = 0; call < 2; call++) {
      expect(await mnema.update('mem_1', { text: 'x' }, { return: 'minimal' })).toBeUndefined();
      expect(sent[call]?.headers.get('prefer')).toBe('return=minimal');
    }
    expect(await mnema.update('mem_1', { text: 'x' })).toEqual({ id: 'mem_1' });
    expect(sent[2]?.headers.get('prefer')).toBeNull();
  });

  it('names the expected version in changes and nowhere else', async () => {
    const { mnema, sent } = clientOf({}, () => Response.json({ id: 'mem_1', version: 3, results: [] }));
    await mnema.update('mem_1', { text: 'x' }, { ifVersion: 2 });
    await mnema.restore('mem_1', 1, { ifVersion: 3, return: 'minimal' });
    await mnema.delete('mem_1', { ifVersion: 4, headers: { 'If-Match': '*' } });
    await mnema.update('mem_1', { text: 'x' });
    await mnema.get('mem_1', {}, { ifVersion: 2 } as never);
    expect(sent.map(({ headers }) => headers.get('if-match'))).toEqual(['"v2-0"', '"v3-0"', '*', null, null]);
    for (const ifVersion of [0, -1, 1.5, Number.NaN, '2', null] as never[]) {
      const error = await mnema.delete('mem_1', { ifVersion }).catch((caught: unknown) => caught);
      expect([(error as MnemaError).code, (error as MnemaError).message]).toEqual([
        'invalid_argument',
        expect.stringContaining(`ifVersion ${ifVersion}`),
      ]);
    }
    expect(sent).toHaveLength(5);
  });

  it('sends its name, its runtime and its platform', async () => {
    const { mnema, sent } = clientOf({});
    await mnema.list();
    const expected = `mnema-typescript/${version} (node ${process.versions.node}; ${process.platform} ${process.arch})`;
    expect(sent[0]?.headers.get('user-agent')).toBe(expected);
  });

  it.each<[string, MnemaOptions]>([
    ['apiKey', { apiKey: '' }],
    ['apiKey', { apiKey: 'mnk_1\n' }],
    ['accessToken', { accessToken: ' ' }],
    ['baseUrl', { baseUrl: '127.0.0.1:8787' }],
    ['baseUrl', { baseUrl: 'http://example.com/?a=b' }],
    ['apiKey', { apiKey: ' mnk_1' }],
    ['apiKey', { apiKey: null as never }],
    ['apiKey', { apiKey: 5 as never }],
    ['accessToken', { accessToken: '' }],
    ['accessToken', { accessToken: null as never }],
    ['baseUrl', { baseUrl: '' }],
    ['baseUrl', { baseUrl: ' ' }],
    ['baseUrl', { baseUrl: ' http://example.com' }],
    ['baseUrl', { baseUrl: new URL('http://example.com') as never }],
    ['baseUrl', { baseUrl: 'http://ada:mnk_1@example.com' }],
    ['baseUrl', { baseUrl: 'http://mnk_1@example.com' }],
    ['baseUrl', { baseUrl: 'ftp://ada:mnk_1@example.com' }],
    ['baseUrl', { baseUrl: 'http://ada:mnk_1@exa mple.com' }],
    ['timeoutMs', { timeoutMs: '5' as never }],
    ['headers', { headers: new Headers({ authorization: 'mnk_1' }) as never }],
    ['headers', { headers: ['mnk_1'] as never }],
    ['timeoutMs', { timeoutMs: 0 }],
    ['timeoutMs', { timeoutMs: Number.NaN }],
    ['maxRetries', { maxRetries: 1.5 }],
    ['X-Team', { headers: { 'X-Team': 'mnk_1\r\nX-Other: 1' } }],
    ['X Team', { headers: { 'X Team': 'apollo' } }],
    ['logLevel', { logLevel: 'loud' as never }],
  ])('refuses a wrong %s, naming it and keeping a secret to itself: %o', (name, options) => {
    const make = () => new Mnema({ apiKey: 'mnk_1', ...options });
    expect(make).toThrow(expect.objectContaining({ code: 'configuration', message: expect.stringContaining(name) }));
    expect(make).not.toThrow(/mnk_1/);
  });

  it.each([null, 'mnk_1', 5])('rejects options of a wrong type: %j', (options) => {
    expect(() => new Mnema(options as never)).toThrow(expect.objectContaining({ code: 'configuration' }));
    expect(() => new Mnema(options as never)).not.toThrow(/mnk_1/);
  });

  it('rejects a user and a password in the address of the environment, too', () => {
    vi.stubEnv('MNEMA_BASE_URL', 'http://ada:secret@example.com');
    expect(() => clientOf({})).toThrow(/baseUrl must not contain a user name or a password/);
    expect(() => clientOf({})).not.toThrow(/secret/);
  });

  it('rejects an API key in the worker of a web page, but not in that of a server or an edge runtime', () => {
    vi.stubGlobal('WorkerGlobalScope', class {});
    expect(() => clientOf({})).not.toThrow();
    vi.stubGlobal('location', { href: 'https://example.com/worker.js' });
    expect(() => clientOf({})).toThrow(/dangerouslyAllowBrowser/);
    vi.stubGlobal('Deno', {});
    expect(() => clientOf({})).not.toThrow();
  });

  it('sends no cookie of a web page, and leaves the option out where there are none', async () => {
    const { mnema, sent } = clientOf({ dangerouslyAllowBrowser: true });
    await mnema.list();
    vi.stubGlobal('window', { document: {} });
    await mnema.list();
    expect(sent.map(({ init }) => init.credentials)).toEqual([undefined, 'omit']);
  });

  it('rejects an API key in a web page, unless `dangerouslyAllowBrowser` is set', async () => {
    vi.stubGlobal('window', { document: {} });
    expect(() => new Mnema({ apiKey: 'mnk_1' })).toThrow(/dangerouslyAllowBrowser/);
    expect(() => new Mnema({ accessToken: 'token' })).not.toThrow();
    expect(() => new Mnema({ apiKey: 'mnk_1', dangerouslyAllowBrowser: true })).not.toThrow();
  });

  it('calls fetch without itself as `this`, which some runtimes reject', async () => {
    let self: unknown = 'never called';
    const fetch = async function (this: unknown) {
      self = this;
      return empty();
    };
    await new Mnema({ apiKey: 'mnk_1', fetch }).list();
    expect(self).toBeUndefined();
  });

  it('has the address, the path, the code of the reason and the number of attempts in its error when there is no response', async () => {
    const rejecting = () => {
      throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) });
    };
    const { mnema } = clientOf({ maxRetries: 1 }, rejecting);
    const error = await mnema.add({ text: 'x' }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(APIConnectionError);
    expect(error).toMatchObject({
      name: 'APIConnectionError',
      message: 'connection to 127.0.0.1:8787 failed after 2 attempts: ECONNREFUSED (POST /memories)',
      cause: { message: 'fetch failed' },
    });
  });

  it('has status, code, reason, path and request in its error after a rejection', async () => {
    const { mnema } = clientOf({ maxRetries: 0, baseUrl: 'http://example.com/base' }, unavailable());
    await expect(mnema.get('mem_1')).rejects.toThrow('503 unavailable: closed (GET /memories/mem_1, request req_1)');
    await expect(mnema.get('mem_1')).rejects.toBeInstanceOf(ServiceUnavailableError);
  });

  it.each([
    ['https://example.com', new TypeError('fetch failed', { cause: new Error('gone') }), 'example.com:443', 'gone'],
    ['http://example.com/base', Object.assign(new Error(), { code: 'Refused' }), 'example.com:80', 'Refused'],
    ['http://[::1]:99', new Error('gone'), '[::1]:99', 'gone'],
  ])(
    'has the host and the port of %s in its error when there is no response',
    async (baseUrl, failure, address, reason) => {
      const { mnema } = clientOf({ maxRetries: 0, baseUrl }, () => {
        throw failure;
      });
      const message = `connection to ${address} failed after 1 attempt: ${reason} (GET /usage)`;
      await expect(mnema.usage()).rejects.toMatchObject({ name: 'APIConnectionError', message });
    },
  );

  it('has the host and the port in its error after a timeout', async () => {
    const fetch: Fetch = (_url, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const mnema = new Mnema({ apiKey: 'mnk_1', fetch, timeoutMs: 1, maxRetries: 0, baseUrl: 'https://example.com' });
    const message = 'no response from example.com:443 within 1 ms after 1 attempt (GET /usage)';
    await expect(mnema.usage()).rejects.toMatchObject({ name: 'APITimeoutError', message });
  });

  it('throws a MnemaError for values that neither JSON nor a URL can hold', async () => {
    const { mnema, sent } = clientOf({});
    await expect(mnema.add({ text: 'x', metadata: { n: 1n } })).rejects.toMatchObject({ code: 'invalid_argument' });
    const circle: Record<string, unknown> = {};
    circle['self'] = circle;
    for (const id of [10n, circle, null, Symbol('x')]) {
      await expect(mnema.get(id as never)).rejects.toMatchObject({ code: 'invalid_argument' });
    }
    await expect(mnema.add({ text: 'x', metadata: circle })).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(mnema.update('mem_1', { metadata: { n: Number.NaN } })).rejects.toMatchObject({
      code: 'invalid_argument',
      errors: [{ path: '/body/metadata/n', message: expect.any(String) }],
    });
    for (const waitSeconds of [-1, Number.NaN, 1.5, '1\r\nX: 1']) {
      const options = { waitSeconds: waitSeconds as number };
      await expect(mnema.add({ text: 'x' }, options)).rejects.toMatchObject({ code: 'invalid_argument' });
    }
    const key = { idempotencyKey: 5 as never };
    await expect(mnema.add({ text: 'x' }, key)).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(mnema.get('mem_\ud800')).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(mnema.usage({ timeoutMs: -1 })).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(mnema.usage({ headers: { 'x-name': 'Zoë' } })).rejects.toMatchObject({ code: 'invalid_argument' });
    await expect(mnema.usage({ maxRetries: -1 })).rejects.toSatisfy((error) => MnemaError.is(error));
    expect(sent).toEqual([]);
  });

  it('sends nothing when its signal has aborted before', async () => {
    const { mnema, sent } = clientOf({});
    const signal = AbortSignal.abort(new Error('changed my mind'));
    const expected = { code: 'aborted', attempts: 0, cause: { message: 'changed my mind' } };
    await expect(mnema.usage({ signal })).rejects.toMatchObject(expected);
    expect(sent).toEqual([]);
  });

  it('does not abort at once with a timeout beyond the limit of timers', async () => {
    const { mnema } = clientOf({ timeoutMs: Number.POSITIVE_INFINITY });
    await expect(mnema.list()).resolves.toMatchObject({ results: [] });
  });

  it('leaves no listener on the signal of the caller', async () => {
    const controller = new AbortController();
    const add = vi.spyOn(controller.signal, 'addEventListener');
    const remove = vi.spyOn(controller.signal, 'removeEventListener');
    const { mnema } = clientOf({}, unavailable({ 'retry-after': '0.01' }), empty);
    await mnema.list({}, { signal: controller.signal });
    expect(add.mock.calls.length).toBeGreaterThan(1);
    expect(remove.mock.calls.length).toBe(add.mock.calls.length);
  });

  it('starts no retry after the end of a wait', async () => {
    const { mnema, sent } = clientOf({}, unavailable({ 'retry-after': '30' }));
    await expect(mnema.wait('mem_1', { timeoutMs: 200 })).rejects.toBeInstanceOf(ServiceUnavailableError);
    expect(sent).toHaveLength(1);
  });

  it('throws a wait timeout when the response is late', async () => {
    const fetch: Fetch = (_url, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const mnema = new Mnema({ apiKey: 'mnk_1', fetch });
    await expect(mnema.wait('mem_1', { timeoutMs: 50 })).rejects.toBeInstanceOf(WaitTimeoutError);
  });

  it('repeats the request of a wait when an attempt has timed out', async () => {
    let attempts = 0;
    const fetch: Fetch = async (_url, { signal }) => {
      attempts += 1;
      if (attempts > 1) return Response.json({ id: 'mem_1', status: 'ready' });
      return new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    };
    const mnema = new Mnema({ apiKey: 'mnk_1', fetch, timeoutMs: 50 });
    await expect(mnema.wait('mem_1', { timeoutMs: 10_000 })).resolves.toMatchObject({ status: 'ready' });
    expect(attempts).toBe(2);
  });

  it('treats a redirect that a browser hides as a rejection, and does not repeat the request', async () => {
    const hidden = () => Object.defineProperty(new Response(), 'status', { value: 0 });
    const { mnema, sent } = clientOf({}, hidden);
    const error = await mnema.usage().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(APIError);
    expect(error).toMatchObject({ message: expect.stringContaining('redirect'), status: 0, code: null, attempts: 1 });
    expect(sent).toHaveLength(1);
  });

  it('waits and times out by a monotonic clock', async () => {
    const hour = 3_600_000;
    let wallClock = 1_000_000_000_000;
    vi.spyOn(Date, 'now').mockImplementation(() => {
      wallClock += hour;
      return wallClock;
    });
    const pending = () => Response.json({ id: 'mem_1', status: 'pending' });
    const ready = () => Response.json({ id: 'mem_1', status: 'ready' });
    const { mnema, sent } = clientOf({}, unavailable({ 'retry-after': '0' }), pending, ready);
    await expect(mnema.wait('mem_1', null as never)).resolves.toMatchObject({ status: 'ready' });
    expect(sent).toHaveLength(3);
  });
});

describe('the arguments of a call', () => {
  const bodyOf = ({ init }: Sent) => JSON.parse(init.body as string);

  it('may be a text or a query first, then the other fields and the options', async () => {
    const { mnema, sent } = clientOf({});
    await mnema.search('tea', { top_k: 3 }, { headers: { 'x-own': '1' } });
    await mnema.search({ query: 'tea', top_k: 3 }, { headers: { 'x-own': '1' } });
    await mnema.search('tea');
    await mnema.add('Ada drinks tea', { agent_id: 'a' }, { waitSeconds: 5, headers: { 'x-own': '1' } });
    await mnema.add('Ada drinks tea');
    expect(sent.map(bodyOf)).toEqual([
      { query: 'tea', top_k: 3 },
      { query: 'tea', top_k: 3 },
      { query: 'tea' },
      { text: 'Ada drinks tea', agent_id: 'a' },
      { text: 'Ada drinks tea' },
    ]);
    expect(sent.map(({ headers }) => headers.get('x-own'))).toEqual(['1', '1', null, '1', null]);
    expect(sent[3]?.headers.get('prefer')).toBe('wait=5');
  });

  it('may have a Date for each time, in a body and in a query', async () => {
    const at = new Date('2026-11-20T17:00:00.5+01:00');
    const { mnema, sent } = clientOf({ accessToken: 'token' });
    await mnema.add('x', { occurred_at: at });
    await mnema.apiKeys.create({ label: 'x', expires_at: at });
    await mnema.requests.list({ from: at, to: at });
    await mnema.requests.stats({ from: at });
    expect(sent.slice(0, 2).map(bodyOf)).toEqual([
      { text: 'x', occurred_at: '2026-11-20T16:00:00.500Z' },
      { label: 'x', expires_at: '2026-11-20T16:00:00.500Z' },
    ]);
    const encoded = '2026-11-20T16%3A00%3A00.500Z';
    expect(sent.slice(2).map(({ url }) => new URL(url).search)).toEqual([
      `?from=${encoded}&to=${encoded}`,
      `?from=${encoded}`,
    ]);
  });

  it('may end a memory with a Date, and let it stay with null', async () => {
    const { mnema, sent } = clientOf({});
    await mnema.update('mem_1', { expires_at: new Date('2026-12-24T18:00:00Z') });
    await mnema.update('mem_1', { expires_at: null });
    expect(sent.map(bodyOf)).toEqual([{ expires_at: '2026-12-24T18:00:00.000Z' }, { expires_at: null }]);
  });

  it('are rejected before a request when a Date is invalid, with the name of the argument', async () => {
    const invalid = new Date('tomorrow');
    const { mnema, sent } = clientOf({});
    const failures = [
      [() => mnema.add('x', { occurred_at: invalid }), '/body/occurred_at'],
      [() => mnema.requests.list({ to: invalid }), '/query/to'],
    ] as const;
    for (const [call, path] of failures) {
      const message = 'Invalid Date cannot be sent';
      await expect(call()).rejects.toMatchObject({
        code: 'invalid_argument',
        message: `${path}: ${message}`,
        errors: [{ path, message }],
      });
    }
    expect(sent).toEqual([]);
  });
});

describe('a list', () => {
  const memories = (...ids: string[]) => ids.map((id) => ({ id }));
  async function read(mnema: Mnema, cursor?: string) {
    const ids: string[] = [];
    for await (const { id } of mnema.list(cursor === undefined ? {} : { cursor })) ids.push(id);
    return ids;
  }

  it('ends where a page has no next_cursor, or one that is null', async () => {
    const { mnema, sent } = clientOf(
      {},
      () => Response.json({ results: memories('a'), next_cursor: 'c1' }),
      () => Response.json({ results: memories('b') }),
    );
    expect(await read(mnema)).toEqual(['a', 'b']);
    expect(sent).toHaveLength(2);
  });

  it('ends with an error where a page leads to itself', async () => {
    const again = () => Response.json({ results: memories('a'), next_cursor: 'c1' });
    const { mnema, sent } = clientOf({}, again);
    await expect(read(mnema)).rejects.toMatchObject({ name: 'APIConnectionError', code: 'connection_error' });
    expect(sent).toHaveLength(2);
    await expect(read(mnema, 'c1')).rejects.toBeInstanceOf(APIConnectionError);
    expect(sent).toHaveLength(3);
  });

  it.each(['{}', '{"results": null}', '{"results": "abc"}'])(
    'that answers %s cannot be read, and is not asked for again',
    async (text) => {
      const { mnema, sent } = clientOf({}, () => new Response(text));
      const account = new Mnema({ accessToken: 'token', fetch: async () => new Response(text) });
      const calls = [
        () => read(mnema),
        () => mnema.list(),
        () => mnema.requests.list(),
        () => mnema.search({ query: 'x' }),
        () => account.apiKeys.list(),
        () => account.audit.list(),
        () => account.auth.listSessions(),
      ];
      for (const call of calls) {
        await expect(call()).rejects.toMatchObject({ name: 'APIConnectionError', attempts: 1 });
      }
      expect(sent).toHaveLength(4);
    },
  );

  it('of the request log can be read twice', async () => {
    const all = memories('r1', 'r2', 'r3');
    const fetch: Fetch = async (url) => {
      const offset = Number(new URL(url).searchParams.get('offset') ?? 0);
      return Response.json({ results: all.slice(offset, offset + 2), total: 3 });
    };
    const requests = new Mnema({ apiKey: 'mnk_1', fetch }).requests.list({ limit: 2 });
    for (const _time of [1, 2]) {
      const ids: string[] = [];
      for await (const { id } of requests) ids.push(id);
      expect(ids).toEqual(['r1', 'r2', 'r3']);
    }
  });
});

describe('the log of a client', () => {
  function loggerOf() {
    const lines: string[] = [];
    const write = (level: string) => (message: string) => lines.push(`${level} ${message}`);
    return { lines, logger: { warn: write('warn'), info: write('info'), debug: write('debug') } };
  }

  it('has requests and retries, and never a credential, a query or a body', async () => {
    const { lines, logger } = loggerOf();
    const responses = [unavailable({ 'retry-after': '0' }), empty];
    const { mnema } = clientOf({ logger, logLevel: 'debug', accessToken: 'secret-token' }, ...responses);
    await mnema.list({ project: 'secret-project' }, { headers: { 'x-own': 'secret-header' } });
    expect(lines.map((line) => line.replace(/\d+ ms/, 'n ms'))).toEqual([
      'debug mnema: GET /memories → 503 in n ms',
      'info mnema: GET /memories: 503, retrying in n ms',
      'debug mnema: GET /memories → 200 in n ms',
    ]);
    expect(lines.join('\n')).not.toMatch(/secret|mnk_1/);
  });

  it('is silent below its level, which the environment may set', async () => {
    const quiet = loggerOf();
    await clientOf({ logger: quiet.logger }).mnema.list();
    expect(quiet.lines).toEqual([]);
    vi.stubEnv('MNEMA_LOG', 'debug');
    const loud = loggerOf();
    await clientOf({ logger: loud.logger }).mnema.list();
    expect(loud.lines).toHaveLength(1);
  });

  it('warns of an unknown level in the environment', () => {
    vi.stubEnv('MNEMA_LOG', 'loud');
    const { lines, logger } = loggerOf();
    clientOf({ logger });
    expect(lines).toEqual([expect.stringMatching(/^warn mnema: MNEMA_LOG is "loud"/)]);
  });
});

describe('an idempotency key', () => {
  it('is a version 4 UUID also where crypto.randomUUID is missing', () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) });
    const made = [randomUuid(), randomUuid()];
    for (const key of made)
      expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(made[0]).not.toBe(made[1]);
  });
});

describe('recall', () => {
  it('returns the profile and the results, and fails when one of the two requests fails', async () => {
    const profile = () => Response.json({ summary: 'Likes tea.' });
    const search = () => Response.json({ results: [{ memory: 'tea' }] });
    const { mnema } = clientOf({}, profile, search);
    expect(await mnema.recall('tea')).toEqual({
      profile: { summary: 'Likes tea.' },
      search: { results: [{ memory: 'tea' }] },
    });
    for (const responses of [
      [unavailable(), search],
      [profile, unavailable()],
    ]) {
      const { mnema } = clientOf({ maxRetries: 0 }, ...responses);
      await expect(mnema.recall('tea')).rejects.toBeInstanceOf(ServiceUnavailableError);
    }
  });

  it('ends the other request when one has failed, and both when its caller aborts', async () => {
    const ended: string[] = [];
    const hang = (url: string, { signal }: RequestInit): Promise<Response> =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => {
          ended.push(new URL(url).pathname);
          reject(signal.reason);
        });
      });
    const fetch = (url: string, init: RequestInit): Promise<Response> =>
      url.endsWith('/search') ? Promise.resolve(unavailable()()) : hang(url, init);
    const failing = new Mnema({ apiKey: 'mnk_1', maxRetries: 0, fetch });
    await expect(failing.recall('tea')).rejects.toBeInstanceOf(ServiceUnavailableError);
    expect(ended).toEqual(['/profile']);

    const hanging = new Mnema({ apiKey: 'mnk_1', fetch: hang });
    const controller = new AbortController();
    const recalled = hanging.recall('tea', {}, { signal: controller.signal });
    controller.abort('changed my mind');
    await expect(recalled).rejects.toMatchObject({ code: 'aborted', cause: 'changed my mind' });
    expect(ended.slice(1).sort()).toEqual(['/profile', '/search']);
    await expect(hanging.recall('tea', {}, { signal: controller.signal })).rejects.toBeInstanceOf(APIAbortError);
  });
});
