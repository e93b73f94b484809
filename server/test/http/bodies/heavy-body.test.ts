import { Agent, get } from 'node:http';
import { beforeAll, expect, it } from 'vitest';
import { useServer } from '../../process/use-server.ts';

const { server } = useServer();
beforeAll(async () => {
  // What is compiled at first use has been used before the clock is looked at.
  for (const [path, , lightly] of bodies) await post(path, lightly);
});

const fields = (count: number, value: unknown) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [at.toString(36), value]));

/** Path, body, and one like it of everyday size. The first needs no credential. */
const bodies: [string, unknown, unknown][] = [
  ['/auth/login', fields(240, 1), fields(1, 1)],
  ['/memories', fields(100_000, 1), fields(1, 1)],
  ['/search', { query: 'a', filters: fields(60_000, null) }, { query: 'a', filters: fields(1, null) }],
  ['/search', { query: 'a', filters: fields(240, null) }, { query: 'a', filters: fields(1, null) }],
  ['/search', { query: 'a', filters: { f: Array(200_000).fill(null) } }, { query: 'a', filters: { f: [null] } }],
  ['/memories', { messages: Array(400_000).fill(1) }, { messages: [1] }],
  ['/memories', { messages: Array(300_000).fill({}) }, { messages: [{}] }],
  ['/api-keys', { label: 'a', scopes: Array.from({ length: 90_000 }, (_, at) => [at]) }, { label: 'a', scopes: [1] }],
  ['/api-keys', { label: 'a', scopes: Array(100_000).fill('read') }, { label: 'a', scopes: ['x', 'x'] }],
  ['/memories', { ['/'.repeat(1_000_000)]: 1 }, fields(1, 1)],
];

async function post(path: string, body: unknown): Promise<{ status: number; text: string }> {
  const key =
    path === '/api-keys' ? { Authorization: `Bearer ${await accessToken()}` } : { 'X-API-Key': server().key ?? '' };
  const response = await fetch(`${server().url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...key },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

let token: string | undefined;
async function accessToken(): Promise<string> {
  if (token !== undefined) return token;
  const account = { email: 'ada@example.com', password: 'a password of hers' };
  const send = (path: string) =>
    fetch(`${server().url}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(account),
    });
  await send('/auth/register');
  const { access_token } = (await (await send('/auth/login')).json()) as { access_token: string };
  token = access_token;
  return access_token;
}

/** Far above what a busy machine adds, far below what a cost that grows with the square of the mistakes takes. */
const slowestMs = 1_000;

it('a body full of mistakes is rejected in a short response, and no other request has to wait', {
  timeout: 300_000,
}, async () => {
  for (const [path, body] of bodies) {
    const title = `${path} ${JSON.stringify(body).slice(0, 60)}`;
    const startedAt = performance.now();
    const health = slowestHealth(server().url);
    const { status, text } = await post(path, body);
    const ms = performance.now() - startedAt;
    const slowest = await health.stop();
    console.log(
      `${title}: ${ms.toFixed(0)} ms, /healthz at most ${slowest.toFixed(0)} ms, answer ${text.length} bytes`,
    );
    expect(status, title).toBe(400);
    expect(text.length, title).toBeLessThan(20_000);
    expect(ms, title).toBeLessThan(slowestMs);
    expect(slowest, title).toBeLessThan(slowestMs);
  }
});

it('the ways of writing a media type are many, and cost no more than one', { timeout: 120_000 }, async () => {
  const logIn = async (type: string) => {
    const response = await fetch(`${server().url}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': type },
      body: '{}',
    });
    expect(response.status).toBe(400);
    await response.arrayBuffer();
  };
  const time = async (typeOf: (number: number) => string) => {
    const startedAt = performance.now();
    for (let number = 0; number < 200; number++) await logIn(typeOf(number));
    return performance.now() - startedAt;
  };
  const one = await time(() => 'application/json');
  const many = await time((number) => `application/json; version=${number}`);
  // Compiling the contract again takes tens of milliseconds each time.
  expect(many).toBeLessThan(2 * one + 300);
});

/** Calls GET /healthz again and again over a connection of its own. */
function slowestHealth(url: string): { stop(): Promise<number> } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let over = false;
  let slowest = 0;
  const polling = (async () => {
    while (!over) {
      const startedAt = performance.now();
      await new Promise((resolve, reject) => {
        get(`${url}/healthz`, { agent }, (response) => response.resume().once('end', resolve)).once('error', reject);
      });
      slowest = Math.max(slowest, performance.now() - startedAt);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  })();
  return {
    async stop() {
      over = true;
      await polling;
      agent.destroy();
      return slowest;
    },
  };
}
