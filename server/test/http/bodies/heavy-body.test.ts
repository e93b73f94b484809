import { beforeAll, expect, it } from 'vitest';
import { useTestApp } from '../shared-apps.ts';

const app = useTestApp();
/** Far above what a busy machine adds, far below what a cost that grows with the square of the mistakes takes. */
const slowestMs = 1_000;

const fields = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [at.toString(36), value]));
const search = (filters: unknown) => ({ query: 'a', filters });
const key = (scopes: unknown[]) => ({ label: 'a', scopes });

/** Path, body, and one like it of everyday size. */
const bodies: [string, unknown, unknown][] = [
  ['/auth/login', fields(240, 1), fields(1, 1)],
  ['/memories', fields(100_000, 1), fields(1, 1)],
  ['/search', search(fields(60_000, null)), search(fields(1, null))],
  ['/search', search(fields(240, null)), search(fields(1, null))],
  ['/search', search({ f: Array(200_000).fill(null) }), search({ f: [null] })],
  ['/memories', { messages: Array(400_000).fill(1) }, { messages: [1] }],
  ['/memories', { messages: Array(300_000).fill({}) }, { messages: [{}] }],
  ['/api-keys', key(Array.from({ length: 90_000 }, (_, at) => [at])), key([1])],
  ['/api-keys', key(Array(100_000).fill('read')), key(['x', 'x'])],
  ['/memories', { ['/'.repeat(1_000_000)]: 1 }, fields(1, 1)],
];

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  app.first.session.post(path, body, headers);

beforeAll(async () => {
  // What is compiled at first use has been used before the clock is looked at.
  for (const [path, , lightly] of bodies) await post(path, lightly);
});

it('a body full of mistakes is rejected soon in a short response', async () => {
  for (const [path, body] of bodies) {
    const title = `${path} ${JSON.stringify(body).slice(0, 60)}`;
    const startedAt = performance.now();
    const { status, text } = await post(path, body);
    expect(performance.now() - startedAt, title).toBeLessThan(slowestMs);
    expect([status, text.length < 20_000], title).toEqual([400, true]);
  }
});

it('the ways of writing a media type are many, and cost no more than one', async () => {
  const time = async (typeOf: (number: number) => string) => {
    const startedAt = performance.now();
    for (let number = 0; number < 200; number++) {
      expect((await post('/auth/login', {}, { 'Content-Type': typeOf(number) })).status).toBe(400);
    }
    return performance.now() - startedAt;
  };
  const one = await time(() => 'application/json');
  const many = await time((number) => `application/json; version=${number}`);
  // Compiling the contract again takes tens of milliseconds each time.
  expect(many).toBeLessThan(2 * one + 300);
});
