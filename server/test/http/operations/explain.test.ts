import { describe, expect } from 'vitest';
import type { Where } from '../../../src/ports/conditions.ts';
import { write, writeReady } from '../memory-steps.ts';
import { it, useAccount } from '../shared-apps.ts';

const { app, api } = useAccount();

async function search(query: string, more: object = {}) {
  const { status, text, body } = await api.post('/search', { query, explain: true, ...more });
  expect(status, text).toBe(200);
  return body;
}

describe('explain', () => {
  it('200: what every signal added to each result, and which words and entities of the query matched', async () => {
    const at = (year: number) => ({ agent_id: 'a', occurred_at: `${year}-03-02T00:00:00Z` });
    await writeReady(api, 'The launches of Project Heron moved to March', at(2026));
    await writeReady(api, 'The cafeteria closes at four', at(2025));
    const { results } = await search('When will Project Heron launch, in March 2026?', { agent_id: 'a' });
    const { explain } = results[0];
    expect(explain.matched_words).toEqual(expect.arrayContaining(['project', 'heron', 'launch', 'march']));
    expect(explain.matched_entities).toEqual(['Project Heron']);
    expect(explain.lifted_by).toEqual(expect.arrayContaining(['date', 'entities', 'recency']));
    expect(explain.signals).toMatchObject({ date: { raw: 1, score: 0.55 }, words: {}, vector: {} });
    const sums = results.map(({ explain: { signals } }: { explain: { signals: Record<string, { score: number }> } }) =>
      Object.values(signals).reduce((sum, { score }) => sum + score, 0),
    );
    expect(sums).toEqual([...sums].sort((a, b) => b - a));
  });

  it('200: states that a message was found by the messages around it', async () => {
    const state = (name: string, content: string) =>
      write(api, undefined as never, { messages: [{ role: 'user', name, content }], run_id: 'chat', agent_id: 'chat' });
    await state('Mira', 'Which restaurant did you book for the anniversary dinner?');
    const response = await state('Tom', 'The small one by the harbour.');
    const { results } = await search('restaurant booked for the anniversary dinner', { agent_id: 'chat' });
    const found = results.find(({ id }: { id: string }) => id === response);
    expect(found.explain.lifted_by).toEqual(expect.arrayContaining(['neighbours', 'run']));
    expect(found.explain.matched_words).toEqual([]);
  });
});

describe('an expected memory', () => {
  const query = 'Where do the herons nest?';
  let heron: string;
  it.beforeAll(async () => {
    const more = { agent_id: 'b', run_id: 'r', metadata: { project: 'birds' } };
    heron = await writeReady(api, 'The herons nest on the island', more);
  });
  const expected = async (id: string, more: object = {}) => (await search(query, { expect: id, ...more })).expected;

  it.each([
    [{ user_id: 'someone', run_id: 'x' }, 'out_of_scope', ['user_id', 'run_id']],
    [{ user_id: 'someone', created_to: '2020-01-01T00:00:00Z' }, 'out_of_scope', ['user_id', 'created_to']],
    [{ occurred_from: '2100-01-01T00:00:00Z', project: 'x' }, 'out_of_scope', ['occurred_from', 'project']],
    [{ tag: 'x', source: 'y' }, 'filtered', ['source', 'tag']],
    [{ filters: { project: ['boats', 'birds'], year: 3 } }, 'filtered', ['filters.year']],
    [{ agent_id: 'nobody', filters: { project: 'boats' } }, 'out_of_scope', ['agent_id', 'filters.project']],
  ])('200: left out by %j, which is stated with the conditions', async (more, reason, conditions) => {
    expect(await expected(heron, more)).toMatchObject({ reason, conditions, rank: null, score: null, embedded: true });
  });

  it('200: found, or below the threshold or the last result, with its rank and score', async () => {
    const found = { memory_id: heron, reason: 'found', rank: 1, embedded: true, conditions: [] };
    expect(await expected(heron)).toMatchObject(found);
    for (let n = 0; n < 3; n++) await writeReady(api, `Herons nest near pond ${n} where they nest`, { agent_id: 'b' });
    const worse = await writeReady(api, 'An island', { agent_id: 'b' });
    const below = await search(query, { agent_id: 'b', top_k: 2, expect: worse });
    expect(below.results).toHaveLength(2);
    expect(below.expected).toMatchObject({ reason: 'below_top_k', explain: { signals: {} } });
    expect(below.expected.rank).toBeGreaterThan(2);
    expect(below.expected.rank).toBeLessThanOrEqual(6);
    expect(below.expected.score).toBeLessThan(below.results[1].score);
    expect(await expected(worse, { agent_id: 'b', threshold: 0.99 })).toMatchObject({ reason: 'below_threshold' });
  });

  it('200: without any evidence', async () => {
    const unrelated = await writeReady(api, 'A cafeteria', { agent_id: 'b' });
    app.embedder.queriesFail = true;
    expect(await expected(unrelated, { agent_id: 'b' })).toMatchObject({ reason: 'no_evidence', rank: null });
    app.embedder.queriesFail = false;
  });

  it('200: of another account, which looks like one that does not exist', async () => {
    const foreign = await writeReady((await app.register()).api, 'The herons nest here');
    const missing = 'mem_01KAJ2W4T5R8M3Q6Y7Z9B0C1D2';
    const [a, b] = [await expected(foreign), await expected(missing)];
    expect({ ...a, memory_id: '' }).toEqual({ ...b, memory_id: '' });
    expect(a).toMatchObject({ reason: 'missing', rank: null, embedded: false });
  });
});

it('200: expect names the conditions of where that leave a memory out', async () => {
  const id = await write(api, 'fix the antenna', { metadata: { priority: 5, state: 'open' } });
  const no = { key: 'state', op: 'eq', value: 'closed' } as const;
  const yes = { key: 'state', op: 'eq', value: 'open' } as const;
  const conditions = async (where: Where) => {
    const { expected } = await search('antenna', { where, expect: id });
    return [expected.reason, expected.conditions];
  };
  const unmet = ['where.all.1', 'where.any', 'where.none.1'];
  expect(await conditions({ all: [yes, no], any: [no], none: [no, yes] })).toEqual(['filtered', unmet]);
  expect(await conditions({ all: [yes], any: [no, yes], none: [no] })).toEqual(['found', []]);
});
