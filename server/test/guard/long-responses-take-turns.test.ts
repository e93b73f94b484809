import { beforeAll, expect, it } from 'vitest';
import { listMemories } from '../../src/domain/memories/list-memories.ts';
import { searchMemories } from '../../src/domain/search/search-memories.ts';
import { useTestApp } from '../http/shared-apps.ts';
import { rpc } from '../mcp/tool-calls.ts';

const length = 90_000;
const memories = 14;

const app = useTestApp();
beforeAll(async () => {
  // What is read here need not be embedded.
  app.embedder.hold();
  const text = 'crane '.repeat(length / 6);
  for (let count = 0; count < memories; count++) await app.first.api.post('/memories', { text });
});

const lengthsOf = (results: { memory: string }[]) => results.map(({ memory }) => memory.length);

const callTool = async (name: string, args: object) =>
  (await rpc(app.first.api, 'tools/call', { name: `service_${name}`, arguments: args })).body.result;

it('a list and a search hold about a million characters at most, and the list goes on', async () => {
  const list = await app.first.api.get('/memories');
  expect(lengthsOf(list.body.results)).toEqual(new Array(12).fill(length));
  const rest = await app.first.api.get(`/memories?cursor=${list.body.next_cursor}`);
  expect(rest.body).toMatchObject({ next_cursor: null, results: { length: memories - 12 } });
  const search = await app.first.api.post('/search', { query: 'crane', top_k: 100 });
  expect(lengthsOf(search.body.results)).toEqual(new Array(12).fill(length));
});

it('what MCP tools print holds about 200,000 characters at most, and says that there is more', async () => {
  const list = await callTool('list', { limit: 100 });
  expect(lengthsOf(list.structuredContent.results)).toEqual(new Array(3).fill(length));
  const next = await callTool('list', { limit: 100, cursor: list.structuredContent.next_cursor });
  expect(next.structuredContent.results[0].id < list.structuredContent.results[2].id).toBe(true);
  const search = await callTool('search', { query: 'crane', top_k: 100 });
  expect(lengthsOf(search.structuredContent.results)).toEqual(new Array(3).fill(length));
  expect(search.content[0].text).toMatch(/No more texts fit in the result\. Narrow the search/);
});

it.each(['list', 'search'])('only one long %s goes on in each round of the event loop', async (kind) => {
  const { http } = app.services;
  const accountId = app.first.id;
  const run = () =>
    kind === 'list'
      ? listMemories(http.store, { accountId, filters: {}, limit: 10 })
      : searchMemories(http, { accountId, filters: {}, query: 'crane', topK: 10 });
  let round = 0;
  let next = setImmediate(function count() {
    round++;
    next = setImmediate(count);
  });
  const rounds = await Promise.all(Array.from({ length: 6 }, () => run().then(() => round)));
  clearImmediate(next);
  expect(new Set(rounds).size).toBe(6);
});
