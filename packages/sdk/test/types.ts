// Lists calls that must compile and calls that must not; `npm run check` compiles them, nothing runs them.
import {
  type APIError,
  type ErrorDetails,
  type Memory,
  type MemoryList,
  type Metadata,
  Mnema,
  MnemaError,
  NotFoundError,
  QuotaExceededError,
  RateLimitedError,
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
  const minimal = await mnema.update('mem_1', { text: 'x' }, { return: 'minimal', idempotencyKey: 'k' });
  isTrue<Same<typeof minimal, void>>();
  const updated = await mnema.update('mem_1', { text: 'x' }, { maxRetries: 0 });
  isTrue<Same<typeof updated, Memory>>();
  await mnema.search({ query: 'x', filters: { project: ['a', 'b'], level: 3 } });
  await mnema.auth.register({ phone: '+351210000000', password: 'x' });

  // @ts-expect-error text or messages, never both
  await mnema.add({ text: 'x', messages: [{ role: 'user', content: 'x' }] });
  // @ts-expect-error one of them is required
  await mnema.add({ agent_id: 'a' });
  // @ts-expect-error names are those of the wire, not camelCase
  await mnema.add({ text: 'x', agentId: 'a' });
  // @ts-expect-error a search has a query
  await mnema.search({ top_k: 3 });
  // @ts-expect-error a filter can't be an object
  await mnema.search({ query: 'x', filters: { project: { deep: 1 } } });
  // @ts-expect-error a search has no idempotency key
  await mnema.search({ query: 'x' }, { idempotencyKey: 'k' });
  // @ts-expect-error only add has waitSeconds
  await mnema.update('mem_1', { text: 'x' }, { waitSeconds: 1 });
  // @ts-expect-error seconds are a number
  await mnema.add({ text: 'x' }, { waitSeconds: '5' });
  // @ts-expect-error e-mail or phone, never both
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
  if (QuotaExceededError.is(caught) || RateLimitedError.is(caught)) {
    isTrue<Same<typeof caught.code, 'quota_exceeded' | 'rate_limited'>>();
    return String(caught.retry_after);
  }
  if (!MnemaError.is(caught)) return '';
  isTrue<Same<typeof caught.status, number | null>>();
  return caught.errors?.map(({ path, message }) => `${path} ${message}`).join() ?? '';
}

export function rejected(error: APIError): string {
  if (RateLimitedError.is(error)) return error.code;
  return `${error.status.toFixed()} ${error.code}`;
}

export const details: ErrorDetails = {};
// @ts-expect-error an unknown option is an error
export const slip = new Mnema({ apikey: 'mnk_1' });
