import { beforeAll, describe, expect, it } from 'vitest';
import { metadataOf } from '../metadata-of.ts';
import { useTestApp } from '../shared-apps.ts';

const app = useTestApp();

beforeAll(() => {
  // Nothing here needs meaning: the encoder is never loaded.
  app.embedder.hold();
  app.embedder.queriesFail = true;
});

const code = (point: number, count: number) => String.fromCodePoint(point).repeat(count);

describe('just within the limits', () => {
  it.each<[string, object]>([
    ['a text of 100,000 characters', { text: 'x'.repeat(100_000) }],
    ['a text of 100,000 astral characters', { text: code(0x1f600, 100_000) }],
    ['metadata of 16 KB in UTF-8', { text: 'a', metadata: metadataOf(16 * 1024) }],
    ['metadata of as many values as 16 KB hold', { text: 'a', metadata: { k: Array(8_188).fill(1) } }],
    ['the greatest exact integer', { text: 'a', metadata: { n: Number.MAX_SAFE_INTEGER, m: Number.MIN_SAFE_INTEGER } }],
    ['an id of 256 astral characters', { text: 'a', run_id: code(0x1f600, 256) }],
  ])('%s is stored and returned', async (_title, body) => {
    const written = await app.first.api.post('/memories', body);
    expect(written.status, written.text.slice(0, 300)).toBe(202);
    const { text, ...rest } = body as { text: string };
    const { body: memory } = await app.first.api.get(`/memories/${written.body.memory_id}`);
    expect(memory).toMatchObject(rest);
    expect(memory.memory === text).toBe(true);
  });
});

it('accepts the longest conversation: 20,000 messages with names', async () => {
  const messages = Array(20_000).fill({ role: 'user', content: 'a', name: 'b' });
  const metadata = { k: Array(8_188).fill(1) };
  const { status, text } = await app.first.api.post('/memories', { messages, metadata, run_id: 'r' });
  expect(status, text.slice(0, 300)).toBe(202);
});

it('several mistakes are all named at once', async () => {
  const { body } = await app.first.api.post('/memories', { agent_id: '', infer: 'no', colour: 'red' });
  const paths = body.errors.map((error: { path: string }) => error.path);
  expect(paths.sort()).toEqual(['/body', '/body/agent_id', '/body/colour', '/body/infer']);
});

it('the first twenty of very many mistakes are named, and how many there are besides', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 200 }, (_, at) => [`field${at}`, 1]));
  const { body } = await app.first.api.post('/search', { query: 'a', ...unknown });
  const paths = body.errors.map((error: { path: string }) => error.path);
  expect(paths).toEqual(Array.from({ length: 20 }, (_, at) => `/body/field${at}`));
  expect(body.detail).toMatch(/; and 180 more\.$/);
});

it('a name that is as long as a body is not sent back whole', async () => {
  const response = await app.first.api.post('/search', { query: 'a', ['n'.repeat(100_000)]: 1 });
  expect(response.body.errors[0].path).toMatch(/^\/body\/n{100,}…$/);
  expect(response.text.length).toBeLessThan(2_000);
});

it('names the first mistake of a body that is too large to be searched for all of them', async () => {
  const body = { messages: Array(2_000).fill({ role: 'user', content: 'a', speaker: 'Ada' }), agentid: 'planner' };
  const response = await app.first.api.post('/memories', body);
  expect(response.status).toBe(400);
  expect(response.body.errors).toHaveLength(1);
  expect(response.body.errors[0].message).toMatch(/not a field/);
});
