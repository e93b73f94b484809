import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MnemaError } from './errors.ts';
import { unwrap, type WebhookHeaders, WebhookVerificationError } from './unwrap.ts';

interface Case {
  name: string;
  secrets: string[];
  headers: Record<string, string>;
  body: string;
  /** The seconds since 1970 of the clock. */
  now: number;
  tolerance_seconds?: number;
  type?: string | null;
  error?: string;
}

const shared = new URL('../../../conformance/webhook-signatures.json', import.meta.url);
const cases: Case[] = JSON.parse(readFileSync(shared, 'utf8')).cases;
const event = cases.find(({ name }) => name === 'an event') as Case;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: event.now * 1_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('unwrap', () => {
  it.each(cases)('$name', async ({ body, headers, secrets, now, tolerance_seconds: toleranceSeconds, type, error }) => {
    vi.setSystemTime(now * 1_000 + 999);
    const secret = secrets.length === 1 ? (secrets[0] as string) : secrets;
    const unwrapped = unwrap(body, headers, secret, { toleranceSeconds });
    if (error === undefined) {
      expect((await unwrapped).type ?? null).toBe(type);
      return;
    }
    const caught = await unwrapped.catch((reason: unknown) => reason);
    expect(caught).toMatchObject({ code: error });
    expect(MnemaError.is(caught)).toBe(true);
    expect(WebhookVerificationError.is(caught)).toBe(error === 'webhook_verification');
    for (const one of secrets.filter(({ length }) => length > 6)) expect((caught as Error).message).not.toContain(one);
  });

  it.each<[string, WebhookHeaders]>([
    ['Headers', new Headers(event.headers)],
    ['lists', Object.fromEntries(Object.entries(event.headers).map(([name, value]) => [name, [value]]))],
  ])('takes headers as %s', async (_, headers) => {
    expect((await unwrap(event.body, headers, event.secrets)).type).toBe('memory.deleted');
  });

  it('takes the body as bytes, and rejects one that was parsed', async () => {
    const bytes = new TextEncoder().encode(event.body);
    for (const body of [bytes, bytes.buffer, Buffer.concat([Buffer.alloc(3), bytes]).subarray(3)]) {
      expect((await unwrap(body, event.headers, event.secrets)).data.memory_id).toBe('mem_1');
    }
    const parsed = unwrap(JSON.parse(event.body), event.headers, event.secrets);
    await expect(parsed).rejects.toMatchObject({ code: 'invalid_argument', message: /^body must be the received/ });
  });

  it('rejects the secret of a response that was lost', async () => {
    const lost = unwrap(event.body, event.headers, null as unknown as string);
    await expect(lost).rejects.toMatchObject({ code: 'invalid_argument' });
  });
});
