import { describe, expect, it } from 'vitest';
import { makeIndex } from '../../test/make-index.ts';
import { ana, bo, idsOf, noon, vector, words } from '../../test/memory-store-samples.ts';
import type { MemoryStoreSteps } from '../../test/memory-store-steps.ts';
import { toFilterKeys } from '../domain/text/memory-index.ts';
import { type Condition, toMatcher, type Where } from './conditions.ts';
import type { Memory, Metadata } from './memory.ts';

const values = [
  ...[undefined, null, 0, 3, -1.5, true, false, '', 'apollo', 'Apollo 11', '3', 'äöü😀'],
  ...['2026-11-21T10:00:00+02:00', '2026-11-21T08:00:00.5Z', '2026-11-21', '$x', 'long '.repeat(60)],
  ...[[], ['apollo', 3], [null, false], [['deep'], { inner: 1 }], { inner: 1 }, {}],
];
const keys = ['a', 'a.b', '$gt', '', '__proto__'];
const metadataOf = (key: string, value: unknown): Metadata => Object.fromEntries([[key, value]]);

const conditions: [op: Condition['op'], value: Condition['value']][] = [
  ...[null, 0, 3, true, '', 'apollo', '3', 'long '.repeat(60)].flatMap((value): [Condition['op'], typeof value][] => [
    ['eq', value],
    ['ne', value],
    ['contains', value],
  ]),
  ...[0, 3, '3', 'apollo', '2026-11-21T08:00:00Z', '2026-11-21'].flatMap((value): [Condition['op'], typeof value][] => [
    ['gt', value],
    ['gte', value],
    ['lt', value],
    ['lte', value],
  ]),
  ['in', [null, 'apollo', 7]],
  ['not_in', [null, 'apollo', 7]],
  ['exists', true],
  ['exists', false],
];

export function describeConditions({ store, add, change, find, finish }: MemoryStoreSteps): void {
  const indexOf = (metadata: Metadata) => words('boat', toFilterKeys(metadata));
  const found = async (where: Where, more: object = {}) =>
    idsOf((await find({ words: ['boat'], limit: 200, scope: { where, ...more } })).candidates).sort();

  describe('conditions on metadata', () => {
    it('find exactly the memories whose metadata match, with statistics of these', async () => {
      const added: Memory[] = [];
      for (const [at, value] of values.entries()) {
        const metadata = value === undefined ? {} : metadataOf(keys[at % keys.length] as string, value);
        const plain = value === undefined ? {} : { a: value };
        added.push(await add({ metadata: { ...plain, ...metadata } }, indexOf(metadata)));
      }
      await add({ accountId: bo, metadata: { a: 'apollo' } }, words('boat'));
      const expected = (where: Where) => idsOf(added.filter(({ metadata }) => toMatcher(where)(metadata))).sort();
      const groups = keys.flatMap((key, at) =>
        conditions
          .filter((_, index) => key === 'a' || index % keys.length === at)
          .map(([op, value], index): Where => {
            const condition = { key, op, value };
            return { [(['all', 'any', 'none'] as const)[index % 3] as 'all']: [condition] };
          }),
      );
      const several: Where = {
        all: [{ key: 'a', op: 'exists', value: true }],
        any: [
          { key: 'a', op: 'gt', value: 1 },
          { key: 'a', op: 'contains', value: 'apollo' },
          { key: '$gt', op: 'exists', value: true },
        ],
        none: [{ key: 'a.b', op: 'exists', value: true }],
      };
      for (const where of [...groups, several]) {
        expect([where, await found(where)]).toEqual([where, expected(where)]);
      }
      const scope = { accountId: ana, where: several };
      const size = expected(several).length;
      expect(size).toBeGreaterThan(1);
      const statistics = { scopeSize: size, documentFrequencies: [size, 0] };
      expect(await find({ words: ['boat', 'sea'], scope, limit: 0 })).toMatchObject({ ...statistics, candidates: [] });
      expect(await find({ words: ['boat', 'sea'], scope })).toMatchObject({ ...statistics, averageLength: 1 });
    });

    it('hold together with the rest of the scope, and may be narrowed by implied filter keys', async () => {
      const metadata = { a: 1, b: 'x' };
      const one = await add({ agentId: 'a', metadata }, indexOf(metadata));
      await add({ agentId: 'b', metadata }, indexOf(metadata));
      await add({ agentId: 'a', metadata: { a: 2 } }, indexOf({ a: 2 }));
      const where: Where = { all: [{ key: 'a', op: 'eq', value: 1 }] };
      const impliedFilterKeys = [['["a",1]']];
      expect(await found(where, { agentId: 'a', impliedFilterKeys })).toEqual([one.id]);
      expect(await found(where, { agentId: 'a', filterKeys: [['["b","x"]']] })).toEqual([one.id]);
      expect(await found(where, { filterKeys: [['["b","y"]']] })).toEqual([]);
    });

    it('leave out neighbours, included memories, and what is nearer or newer', async () => {
      const inRun = { runId: 'r' };
      const message = (text: string) => makeIndex([text], { speaker: 'Ada' });
      const hidden = await add({ ...inRun, metadata: { hidden: true } }, message('boat'));
      const seen = await add({ ...inRun, metadata: {} }, message('sea'));
      await finish((claim) => [claim.id === hidden.id ? vector(0) : vector(0, 1)]);
      const where: Where = { none: [{ key: 'hidden', op: 'eq', value: true }] };
      const times = [{ from: noon, to: noon + 1 }];
      const query = { words: ['boat', 'sea'], include: hidden.id, times, timesAreAll: true, limit: 1 };
      const { candidates } = await find({ ...query, vector: vector(0), scope: { where } });
      expect(idsOf(candidates)).toEqual([seen.id]);
    });
  });

  describe('counting the values of a scope', () => {
    const long = 'l'.repeat(300);
    const addWith = (changes: Partial<Memory>) => {
      const metadata = changes.metadata ?? {};
      return add(changes, words('boat', toFilterKeys(metadata)));
    };

    it('counts effective users, and each string of the metadata once a memory', async () => {
      const tags = ['sea', 'sea', 3, null, long, [long]];
      const one = await addWith({ endUserId: 'alice', agentId: 'a', metadata: { project: 'x', tags } });
      await addWith({ userId: 'alice', runId: 'r', metadata: { project: ['x', 'y'], source: 's', tags: 'sea' } });
      await addWith({ agentId: 'a', metadata: { memory_type: long, tags: ['sky'], other: long, source: { s: 1 } } });
      await addWith({ accountId: bo, userId: bo, metadata: { project: 'x' } });
      const counts = await store.countValues({ accountId: ana });
      const counted = (...pairs: [value: string, count: number][]) => pairs.map(([value, count]) => ({ value, count }));
      expect(counts).toEqual({
        users: counted(['alice', 2], [ana, 1]),
        agents: counted(['a', 2]),
        runs: counted(['r', 1]),
        projects: counted(['x', 2], ['y', 1]),
        sources: counted(['s', 1]),
        memoryTypes: counted([long, 1]),
        tags: counted(['sea', 2], [long, 1], ['sky', 1]),
        total: 3,
      });
      const ofAgent = await store.countValues({ accountId: ana, agentId: 'a', userId: 'alice' });
      expect(ofAgent).toMatchObject({ users: counted(['alice', 1]), projects: counted(['x', 1]), total: 1 });
      await change(one.id, { metadata: { project: 'z' }, index: { filterKeys: toFilterKeys({ project: 'z' }) } });
      const { projects, tags: left } = await store.countValues({ accountId: ana });
      expect([projects, left]).toEqual([counted(['x', 1], ['y', 1], ['z', 1]), counted(['sea', 1], ['sky', 1])]);
      const empty = { users: [], agents: [], runs: [], projects: [], sources: [], memoryTypes: [], tags: [], total: 0 };
      expect(await store.countValues({ accountId: ana, agentId: 'nobody' })).toEqual(empty);
      expect(await store.countValues({ accountId: 'acct_nobody' })).toEqual(empty);
    });

    it('returns the hundred most frequent ones, equally frequent ones by value', async () => {
      const tags = Array.from({ length: 120 }, (_, at) => `t${String(at).padStart(3, '0')}`);
      await addWith({ metadata: { tags: [...tags, '￿', '😀'] } });
      await addWith({ metadata: { tags: ['t119', '😀', '￿'] } });
      const counted = (await store.countValues({ accountId: ana })).tags;
      const best = ['t119', '￿', '😀', ...tags].slice(0, 100);
      expect(counted.map(({ value }) => value)).toEqual(best);
    });
  });
}
