import { beforeAll, describe, expect, it } from 'vitest';
import { contract, operations, type ReceivedResponse } from '../check-response.ts';
import { goodCall } from '../good-calls.ts';
import { useTestApp } from '../shared-apps.ts';

const app = useTestApp();

beforeAll(() => {
  app.embedder.hold();
});

const paths = Object.keys(contract.paths);
const filled = (path: string) => path.replace('{memory_id}', 'mem_1').replace('{key_id}', 'key_1');

describe.each(paths)('%s', (path) => {
  const offered = operations.filter((one) => one.path === path).map(({ method }) => method);
  const others = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH', 'OPTIONS'].filter((method) => !offered.includes(method));

  it.each(others)('responds to %s with 405 and its methods, before it checks the credential', async (method) => {
    const response = await app.call({ method, path: filled(path) });
    expect(response.status).toBe(405);
    const allowed = offered.includes('GET') ? [...offered, 'HEAD'] : offered;
    expect(response.headers['allow']?.split(', ').sort()).toEqual(allowed.sort());
    const detail = `This path supports only ${response.headers['allow']}.`;
    expect(response.body).toMatchObject({ code: 'method_not_allowed', detail });
  });

  it('responds to HEAD like GET, without the body', async () => {
    const [first, second] = await Promise.all(
      ['HEAD', 'GET'].map((method) =>
        app.call({ method, path: filled(path), headers: app.first.session.headers }).then(comparable),
      ),
    );
    // Metrics have changed by the second time.
    if (path === '/metrics') delete second?.headers['content-length'];
    // The length of a stream is not known before its end.
    const isStream = second?.headers['transfer-encoding'] === 'chunked';
    delete second?.headers['transfer-encoding'];
    expect(first).toMatchObject(second as object);
    expect(first?.status === 405).toBe(!offered.includes('GET'));
    if (!isStream) expect(first?.headers).toHaveProperty('content-length');
  });

  it('does not exist with a slash behind it, or in capitals', async () => {
    const method = offered[0] as string;
    // People paste the URL of the MCP endpoint with a slash behind it.
    for (const wrong of [...(path === '/mcp' ? [] : [`${filled(path)}/`]), filled(path).toUpperCase()]) {
      expect((await app.call({ method, path: wrong, headers: app.first.session.headers })).status, wrong).toBe(404);
    }
  });
});

it.each([
  ...['/', '/memory', '/v1/memories', '/memories/a/b', '/memories/%2F/retry/x', '//memories', '/.env', '/mcp/tools'],
  ...['/docs/../../../package.json', '/docs/%2e%2e/%2e%2e/contract.d.ts', '/docs/missing.js', '/docs/index.html'],
  ...['/docs/%69ndex.html', '/docs/./index.html', '/docs//index.html', '/sse', '/constructor', '/__proto__'],
  // No metadata promises OAuth: clients that look for it get JSON.
  ...[
    'oauth-protected-resource',
    'oauth-protected-resource/mcp',
    'oauth-authorization-server',
    'openid-configuration',
  ].map((name) => `/.well-known/${name}`),
])('a path that leads nowhere is a 404 problem document: %s', async (path) => {
  const { status, body } = await app.call({ method: 'GET', path, headers: app.first.api.headers });
  expect([status, body.code]).toEqual([404, 'not_found']);
});

it.each([
  ['malformed percent-encoding', '%zz'],
  ['bytes that are not UTF-8', '%ff%fe'],
  ['NUL', '%00'],
  ['SQL', encodeURIComponent("' OR 1=1 --")],
  ['a path', '..%2F..%2Fetc%2Fpasswd'],
  ['astral characters', encodeURIComponent('😀')],
  ['__proto__', '__proto__'],
  ['a line break', 'a%0d%0aSet-Cookie:%20x=1'],
  ['four thousand characters', 'm'.repeat(4_000)],
])('an odd id is treated like one that does not exist: %s', async (_title, id) => {
  const { api, session } = app.first;
  const path = `/memories/${id}`;
  const put = api.put(path, { text: 'a' });
  const calls = [api.get(path), api.delete(path), put, api.post(`${path}/retry`), session.delete(`/api-keys/${id}`)];
  for (const { status, text } of await Promise.all(calls)) {
    expect(status).toBe(404);
    expect(text).not.toContain(decodeURIComponentOr(id));
  }
});

it.each<[string, string, RegExp]>([
  ['agentid=x', '/query/agentid', /\(did you mean agent_id\?\); valid names are user_id/],
  ['top_k=5', '/query/top_k', /of this operation \(did you mean limit\?\)/],
  ['page=2', '/query/page', /\(did you mean cursor\?\)/],
  ['__proto__=x', '/query/__proto__', /valid names are/],
  ['limit=1001', '/query/limit', /between 1 and 1000/],
  ['limit=many', '/query/limit', /whole number/],
  ['limit=1e400', '/query/limit', /too large/],
  ['limit=', '/query/limit', /./],
  ['limit=1&limit=2', '/query/limit', /./],
  ['user_id=a&user_id=b', '/query/user_id', /string/],
  ['user_id=', '/query/user_id', /^is empty: send a value, or leave it out$/],
  ['user_id[a]=b', '/query/user_id', /string/],
  ['status=done', '/query/status', /pending, ready, failed/],
  ['cursor=%25%20', '/query/cursor', /must match/],
])('GET /memories?%s is rejected with the parameter and the way out', async (query, path, message) => {
  const response = await app.first.api.get(`/memories?${query}`);
  expect(response.status, response.text).toBe(400);
  expect(response.body.errors).toEqual([{ path, message: expect.stringMatching(message) }]);
});

it.each(operations.filter(({ queryNames }) => queryNames.includes('cursor')))(
  '$id rejects a cursor that no page had',
  async ({ id }) => {
    const call = await goodCall(app, app.first, id);
    const response = await app.call({ ...call, path: `${call.path}?cursor=bm9uZSBvZiBvdXJz` });
    expect([response.status, response.body.errors?.[0]?.path]).toEqual([400, '/query/cursor']);
  },
);

it.each(["!$&'()*,;:@/?", '[a]', 'a=b', 'a%2Bb', '%25', '%zz'])('a filter may hold %s', async (project) => {
  const encoded = project.replaceAll('&', '%26');
  const response = await app.first.api.get(`/memories?project=${encoded}&user_id=${encoded}`);
  expect(response.status, response.text).toBe(200);
});

it.each([
  ['blanks inside', 'a b'],
  ['more than 255 characters', 'k'.repeat(256)],
  ['nothing', ''],
  ['characters beyond ASCII', 'clé'],
])('an Idempotency-Key of %s is rejected by name', async (_title, key) => {
  const response = await app.first.api.post('/memories', { text: 'a' }, { 'Idempotency-Key': key });
  expect(response.status).toBe(400);
  expect(response.body.errors).toEqual([{ path: '/headers/idempotency-key', message: expect.stringMatching(/255/) }]);
});

/** What does not change from one response to the next. */
function comparable({ status, headers }: ReceivedResponse): { status: number; headers: Record<string, string> } {
  const { 'x-request-id': _id, date: _date, ...rest } = headers;
  return { status, headers: rest };
}

function decodeURIComponentOr(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
