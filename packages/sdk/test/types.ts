// Lists calls that must compile and calls that must not; `npm run check` compiles them, nothing runs them.
import {
  type AddManyResult,
  type APIError,
  type APIResponse,
  type AuditEvent,
  type ErrorDetails,
  type FacetValue,
  type KeyRestriction,
  type Memory,
  type MemoryList,
  type MemoryVersion,
  type MemoryVersionList,
  type Metadata,
  Mnema,
  MnemaError,
  NotFoundError,
  PermissionDeniedError,
  PlanLimitError,
  QuotaExceededError,
  RateLimitError,
  type SessionList,
  type WriteAccepted,
} from '../src/index.ts';

type Same<One, Other> =
  (<Probe>() => Probe extends One ? 1 : 2) extends <Probe>() => Probe extends Other ? 1 : 2 ? true : false;
const isTrue = <Truth extends true>(truth?: Truth): void => void truth;

export async function calls(mnema: Mnema): Promise<void> {
  const written = await mnema.add({ text: 'x', metadata: { 'X-1': [1, null, { deep: true }] } }, { waitSeconds: 5 });
  isTrue<Same<typeof written, WriteAccepted>>();
  isTrue<Same<Awaited<ReturnType<typeof mnema.list>>, MemoryList>>();
  isTrue<Same<Memory['agent_id'], string | null>>();
  isTrue<Same<Metadata[string], unknown>>();
  for await (const memory of mnema.list({ limit: 10 }, { signal: AbortSignal.timeout(1) })) {
    isTrue<Same<typeof memory, Memory>>();
  }
  for await (const request of mnema.requests.list({ from: '2026-11-21T00:00:00Z' })) request.latency_ms.toFixed(1);
  await mnema.add({ messages: [{ role: 'user', content: 'x' }] }, { idempotencyKey: 'k', maxRetries: 0 });
  await mnema.update('mem_1', { metadata: { gone: null } }, { idempotencyKey: 'k' });
  await mnema.update('mem_1', { expires_at: null });
  await mnema.update('mem_1', { expires_at: new Date() });
  const minimal = await mnema.update('mem_1', { text: 'x' }, { return: 'minimal', idempotencyKey: 'k' });
  isTrue<Same<typeof minimal, void>>();
  const updated = await mnema.update('mem_1', { text: 'x' }, { maxRetries: 0 });
  isTrue<Same<typeof updated, Memory>>();
  const many = await mnema.forUser('alice').addMany([{ text: 'x' }, { messages: [] }], { waitSeconds: 1 });
  isTrue<Same<typeof many, AddManyResult>>();
  await mnema.search({ query: 'x', filters: { project: ['a', 'b'], level: 3 } });
  await mnema.search('x', { top_k: 3 }, { maxRetries: 0 });
  await mnema.search('x', {
    where: { all: [{ key: 'level', op: 'gte', value: 3 }], none: [{ key: 'a', op: 'in', value: ['b'] }] },
  });
  const { users } = await mnema.facets({ project: 'apollo', created_from: new Date(0) }, { maxRetries: 0 });
  isTrue<Same<typeof users, FacetValue[]>>();
  const { restrict } = await mnema.apiKeys.create({ label: 'x', restrict: { user_id: 'alice' } });
  isTrue<Same<typeof restrict, KeyRestriction | null>>();
  await mnema.add('x', { agent_id: 'a' }, { idempotencyKey: 'k' });
  await mnema.add({ text: 'x', occurred_at: new Date(0) });
  await mnema.apiKeys.create({ label: 'x', expires_at: new Date(0) });
  await mnema.apiKeys.rotate('key_1', { overlap_seconds: 0 }, { idempotencyKey: 'k' });
  const sessions = await mnema.auth.listSessions();
  isTrue<Same<typeof sessions, SessionList>>();
  for await (const event of mnema.audit.list({ limit: 10 })) isTrue<Same<typeof event, AuditEvent>>();
  await mnema.requests.list({ from: new Date(0), to: '2026-11-21T00:00:00Z' });
  await mnema.requests.stats({ from: new Date(0), to: '2026-11-21' });
  await mnema.auth.register({ phone: '+351210000000', password: 'x' });
  await mnema.list({
    order: 'occurred_at',
    direction: 'asc',
    created_from: new Date(0),
    occurred_to: '2026-11-21T00:00:00Z',
  });
  await mnema.search('x', { project: 'p', source: 's', memory_type: 't', tag: 'g', created_to: new Date(0) });
  (await mnema.search('x')).warnings?.map(({ code, message }) => code + message);
  await mnema.get('mem_1', { as_of: new Date(0) }, { maxRetries: 0 });
  isTrue<Same<Awaited<ReturnType<typeof mnema.versions>>, MemoryVersionList>>();
  for await (const version of mnema.versions('mem_1', { limit: 1 })) isTrue<Same<typeof version, MemoryVersion>>();
  const restored = await mnema.restore('mem_1', 1, { ifVersion: updated.version });
  isTrue<Same<typeof restored, Memory>>();
  const silent = await mnema.restore('mem_1', 1, { ifVersion: 2, return: 'minimal' });
  isTrue<Same<typeof silent, void>>();
  await mnema.delete('mem_1', { ifVersion: restored.version, idempotencyKey: 'k' });

  await mnema.add([{ role: 'user', content: 'x' }], { user_id: 'alice' }, { idempotencyKey: 'k' });
  await mnema.add([{ role: 'ai', content: [{ type: 'text', text: 'x' }], tool_calls: [] }]);
  // The types of chat APIs are interfaces, which have no index signature.
  interface TextPart {
    type: 'text';
    text: string;
  }
  const conversation: readonly { role: 'assistant'; content?: string | TextPart[] | null; audio?: null }[] = [];
  await mnema.add(conversation);
  await mnema.addMany([{ messages: conversation }]);
  const filters: Record<string, string> = { project: 'apollo' };
  await mnema.search('x', { filters });
  const left = await mnema.auth.logout();
  isTrue<Same<typeof left, void>>();
  const { data, status, headers, requestId, attempts, replayed } = await mnema.add('x').withResponse();
  isTrue<Same<typeof data, WriteAccepted>>();
  console.log(status.toFixed(), headers.get('ratelimit'), requestId?.length, attempts.toFixed(), replayed === true);
  const page = await mnema.list({ limit: 1 }).withResponse();
  isTrue<Same<typeof page, APIResponse<MemoryList>>>();
  const nothing = await mnema.update('mem_1', { text: 'x' }, { return: 'minimal' }).withResponse();
  isTrue<Same<typeof nothing.data, void>>();
  // @ts-expect-error a wait makes several requests
  mnema.wait('mem_1').withResponse();

  // @ts-expect-error text or messages, never both
  await mnema.add({ text: 'x', messages: [{ role: 'user', content: 'x' }] });
  // @ts-expect-error one of them is required
  await mnema.add({ agent_id: 'a' });
  // @ts-expect-error names are those of the wire, not camelCase
  await mnema.add({ text: 'x', agentId: 'a' });
  // @ts-expect-error the role does not exist
  await mnema.add([{ role: 'narrator', content: 'x' }]);
  // @ts-expect-error the number of results is top_k
  await mnema.search('x', { limit: 3 });
  // @ts-expect-error it is list
  await mnema.getAll?.({ user_id: 'alice' });
  // @ts-expect-error a list has memories, no texts
  await mnema.addMany(['x']);
  // @ts-expect-error a search has a query
  await mnema.search({ top_k: 3 });
  // @ts-expect-error the query is there already
  await mnema.search('x', { query: 'y' });
  // @ts-expect-error options come after the other fields
  await mnema.search('x', { maxRetries: 0 });
  // @ts-expect-error a text has no messages beside it
  await mnema.add('x', { messages: [{ role: 'user', content: 'x' }] });
  // @ts-expect-error a time is a string or a Date
  await mnema.add('x', { occurred_at: 5 });
  // @ts-expect-error a new memory has no time to remove
  await mnema.add('x', { expires_at: null });
  // @ts-expect-error an update changes something
  await mnema.update('mem_1', {});
  // @ts-expect-error an update changes something
  await mnema.update('mem_1', { text: undefined });
  // @ts-expect-error an id of a scope is no filter
  await mnema.search('x', { filters: { user_id: 'alice' } });
  // @ts-expect-error a filter can't be an object
  await mnema.search({ query: 'x', filters: { project: { deep: 1 } } });
  // @ts-expect-error there is no such condition
  await mnema.search('x', { where: { all: [{ key: 'level', op: 'above', value: 3 }] } });
  // @ts-expect-error a search has no idempotency key
  await mnema.search({ query: 'x' }, { idempotencyKey: 'k' });
  // @ts-expect-error only add has waitSeconds
  await mnema.update('mem_1', { text: 'x' }, { waitSeconds: 1 });
  // @ts-expect-error options come after the time
  await mnema.get('mem_1', { maxRetries: 0 });
  // @ts-expect-error a new memory has no version yet
  await mnema.add('x', {}, { ifVersion: 1 });
  // @ts-expect-error a version is a number
  await mnema.delete('mem_1', { ifVersion: '1' });
  // @ts-expect-error there is no such order
  await mnema.list({ order: 'updated_at' });
  // @ts-expect-error seconds are a number
  await mnema.add({ text: 'x' }, { waitSeconds: '5' });
  // @ts-expect-error a rotation states the overlap
  await mnema.apiKeys.rotate('key_1', {});
  // @ts-expect-error email or phone, never both
  await mnema.auth.register({ email: 'a@example.com', phone: '+351210000000', password: 'x' });
  // @ts-expect-error the role does not exist
  await mnema.add({ messages: [{ role: 'narrator', content: 'x' }] });
}

export function errors(caught: unknown): string {
  // Each class narrows the type, and none covers the next one.
  if (NotFoundError.is(caught)) {
    isTrue<Same<typeof caught.status, 404>>();
    return caught.detail ?? '';
  }
  if (QuotaExceededError.is(caught) || RateLimitError.is(caught)) {
    isTrue<Same<typeof caught.status, 429>>();
    return String(caught.retryAfter);
  }
  if (!MnemaError.is(caught)) return '';
  isTrue<Same<typeof caught.status, number | null>>();
  return caught.errors?.map(({ path, message }) => `${path} ${message}`).join() ?? '';
}

export function rejected(error: APIError): string {
  if (PermissionDeniedError.is(error)) {
    if (PlanLimitError.is(error)) isTrue<Same<typeof error.code, 'plan_limit_reached'>>();
    else isTrue<Same<typeof error.code, string | null>>();
    return '';
  }
  if (RateLimitError.is(error)) isTrue<Same<typeof error.status, 429>>();
  else if (QuotaExceededError.is(error)) return error.code;
  return `${error.status.toFixed()} ${error.code}`;
}

export const details: ErrorDetails = {};
// @ts-expect-error an unknown option is an error
export const otherSlip = new Mnema({ baseURL: 'http://127.0.0.1:8787' });
// @ts-expect-error an unknown option is an error
export const slip = new Mnema({ apikey: 'mnk_1' });
