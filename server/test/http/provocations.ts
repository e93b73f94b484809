import { expect } from 'vitest';
import { operations } from './check-response.ts';
import type { Provoke } from './describe-responses.ts';
import type { Fault } from './faults.ts';
import type { SharedApps } from './shared-apps.ts';
import type { Call } from './start-test-app.ts';

/** Provocations that work for many operations. */

export function withHeaders(call: Call, headers: Record<string, string>): Call {
  return { ...call, headers: { ...call.headers, ...headers } };
}

async function send(call: Call, apps: SharedApps) {
  return (await apps.open()).call(call);
}

export const succeed: Provoke = send;

/** 204 */
export const preferringNothing: Provoke = (call, apps) => send(withHeaders(call, { Prefer: 'return=minimal' }), apps);

/** 400 */
export const withUnknownParameter: Provoke = (call, apps) =>
  send({ ...call, path: `${call.path}${call.path.includes('?') ? '&' : '?'}verbose=1` }, apps);

/** 401 */
export const withoutCredential: Provoke = ({ headers: _headers, ...call }, apps) => send(call, apps);

/** 403 */
export const withKeyOfOtherScope: Provoke = async (call, apps, operationId) => {
  const app = await apps.open();
  const needed = operations.find(({ id }) => id === operationId)?.scope;
  const { key } = await app.createKey(app.first, { scopes: [needed === 'read' ? 'write' : 'read'] });
  return app.call({ ...call, headers: { 'X-API-Key': key } });
};

/** 403 */
export const withForeignHost: Provoke = (call, apps) => send(withHeaders(call, { Host: 'rebound.example.com' }), apps);

/** 404 */
export const withUnknownId: Provoke = (call, apps) =>
  send({ ...call, path: call.path.replace(/(mem|key|ses|whk|del)_\w+/, '$1_00000000000000000000000000') }, apps);

/** 409 */
export const withUsedIdempotencyKey: Provoke = async (call, apps) => {
  const keyed = withHeaders(call, { 'Idempotency-Key': crypto.randomUUID() });
  const { headers = {} } = keyed;
  const another = await send({ method: 'POST', path: '/memories', body: { text: 'another request' }, headers }, apps);
  expect(another.status).toBe(202);
  return send(keyed, apps);
};

/** 304 */
export const withCurrentTag: Provoke = async (call, apps) => {
  const { headers } = await send(call, apps);
  return send(withHeaders(call, { 'If-None-Match': headers['etag'] ?? '' }), apps);
};

/** 412 */
export const withOldTag: Provoke = (call, apps) => send(withHeaders(call, { 'If-Match': '"v7-1"' }), apps);

/** 413 */
export const withLargeBody = withBodyOver(1024 * 1024);

/** 413 */
export function withBodyOver(bytes: number): Provoke {
  return (call, apps) => send({ ...call, raw: 'x'.repeat(bytes + 1) }, apps);
}

/** 415 */
export const withPlainText: Provoke = (call, apps) => send(withHeaders(call, { 'Content-Type': 'text/plain' }), apps);

/** 422 */
export const withSecret: Provoke = (call, apps) =>
  send({ ...call, body: { text: ['gh', 'p_', 'q8Zt3LmV'.repeat(5).slice(0, 36)].join('') } }, apps);

/** 429. The limit is checked before anything else about the operation: it does not matter whose memory it is. */
export const beyondThePlan: Provoke = async (call, apps) => {
  const limited = await apps.limited();
  return limited.beyondThePlan(({ session }) => limited.call(withHeaders(call, session.headers)));
};

const withFault =
  (fault: Fault, options?: { authentication: boolean }): Provoke =>
  async (call, apps) => {
    const app = await apps.open();
    app.setFault(fault, options);
    return app.call(call).finally(() => app.setFault('none'));
  };

/** 500 */
export const withBug = withFault('bug');
/** 500, where nothing but authentication is needed. */
export const withBugInAuthentication = withFault('bug', { authentication: true });
/** 503 */
export const withStoreAway = withFault('unavailable');
/** 503, where nothing but authentication is needed. */
export const withAccountsAway = withFault('unavailable', { authentication: true });
