import { describe, expect, it } from 'vitest';
import { makeIndex } from '../../test/make-index.ts';
import { ana, bo, embedderId, ids, idsOf, newText, noon, vector, words } from '../../test/memory-store-samples.ts';
import type { MemoryStoreSteps, SuiteOptions } from '../../test/memory-store-steps.ts';
import type { Candidates } from './candidate-index.ts';
import type { Memory } from './memory.ts';

export function describeCandidateIndex(steps: MemoryStoreSteps, options: SuiteOptions): void {
  const { store, add, change, remove, claimDue, complete, finish, find } = steps;
  const itAtOnce = options.isFair ? () => {} : it;

  describe('finding candidates', () => {
    it('finds a memory by its words before it has a vector, also by those that search engines give a meaning', async () => {
      const { id } = await add({}, words('near or not friday friday'));
      await add({}, words('boat'));
      const query = ['friday', 'nowher', 'near', 'or', 'not'];
      const found = await find({ words: query, vector: vector(0), entities: ['anna'] });
      const tagged = query.map(() => false);
      const inText = { wordCounts: [2, 0, 1, 1, 1], identified: [], tagged, length: 5, entities: [] };
      const ofText = { version: 1, characters: 20, ending: '.', copyHash: null, occurredAt: noon, statedAt: noon };
      const frequencies = { documentFrequencies: [1, 0, 1, 1, 1], identifierFrequencies: [] };
      const candidates = [{ id, ...inText, ...ofText, cosine: null, message: null, isContext: false }];
      expect(found).toEqual({ candidates, scopeSize: 2, averageLength: 3, ...frequencies });
    });

    it('finds and counts by identifiers, which are no words, until the text changes', async () => {
      const withIdentifiers = makeIndex(['boat'], { identifiers: '§kx4410b §boat' });
      const { id } = await add({ agentId: 'a' }, withIdentifiers);
      const other = await add({ agentId: 'b' }, makeIndex(['kx4410b', 'sea']));
      const identifiers = ['§nowhere1', '§kx4410b', '§boat'];
      const found = await find({ identifiers });
      expect(found).toMatchObject({ averageLength: 1.5, documentFrequencies: [], identifierFrequencies: [0, 1, 1] });
      expect(found.candidates).toMatchObject([{ id, identified: [false, true, true], wordCounts: [], length: 1 }]);
      expect(ids(await find({ words: ['kx4410b'] }))).toEqual([other.id]);
      expect(await find({ words: ['boat'], identifiers: ['§sea'] })).toMatchObject({
        candidates: [{ id, wordCounts: [1], identified: [false] }],
        identifierFrequencies: [0],
      });
      expect(ids(await find({ identifiers, scope: { agentId: 'b' } }))).toEqual([]);
      const update = { at: noon + 1, metadata: { a: 1 }, index: { tagWords: 'tag', filterKeys: [] } };
      await change(id, update);
      expect(ids(await find({ identifiers }))).toEqual([id]);
      await change(id, { version: 2, text: newText() });
      expect(ids(await find({ identifiers }))).toEqual([]);
    });

    it('finds by vector, with the best cosine of one embedder, and names the found entities of the query', async () => {
      const { id } = await add();
      const entities = ['Anna', 'Bo'].map((name) => ({ name, kind: 'name' }));
      await complete(await claimDue(), { vectors: [vector(3), vector(0, 0.3)], entities });
      const query = { vector: vector(0), entities: ['anna', 'src/app.ts'] };
      const { candidates } = await find(query);
      expect(candidates).toMatchObject([{ id, cosine: expect.closeTo(Math.cos(0.3), 1), entities: ['anna'] }]);
      expect(ids(await find({ ...query, embedder: 'other@1' }))).toEqual([]);
    });

    it('finds and counts memories, words and vectors of the account and within the scope only', async () => {
      const inX = ['["p","x"]'];
      const one = await add({ agentId: 'a' }, words('boat house', inX));
      const two = await add({ agentId: 'a' }, words('boat'));
      const three = await add({ agentId: 'b' }, words('boat house', inX));
      await add({ accountId: bo }, words('boat secret'));
      await finish();
      const query = ['boat', 'house', 'secret'];
      const expectFound = async (scope: object, memories: Memory[], averageLength: number, frequencies: number[]) => {
        const statistics = { scopeSize: memories.length, documentFrequencies: frequencies };
        const found = await find({ words: query, vector: vector(0), scope });
        expect(ids(found)).toEqual(idsOf(memories));
        expect(found).toMatchObject({ ...statistics, averageLength });
        expect(await find({ words: query, scope, limit: 0 })).toMatchObject({ ...statistics, candidates: [] });
      };
      await expectFound({}, [one, two, three], 5 / 3, [3, 2, 0]);
      await expectFound({ agentId: 'a' }, [one, two], 1.5, [2, 1, 0]);
      await expectFound({ filterKeys: [inX] }, [one, three], 2, [2, 2, 0]);
      const four = await add({ endUserId: 'alice', occurredAt: noon - 2 }, words('boat house'));
      await add({ endUserId: 'alice', createdAt: noon + 2 }, words('boat'));
      await add({ userId: 'alice' }, words('boat'));
      await finish();
      await expectFound({ userId: 'alice', occurred: { from: noon - 2, to: noon } }, [four], 2, [1, 1, 0]);
      await expectFound({ userId: ana, created: { to: noon + 2 } }, [one, two, three, four], 1.75, [4, 3, 0]);
      await expectFound({ userId: ana, withoutEndUsers: true }, [one, two, three], 5 / 3, [3, 2, 0]);
      const ofNobody = { scopeSize: 0, documentFrequencies: [0, 0, 0] };
      const scope = { accountId: 'acct_nobody' };
      expect(await find({ words: query, scope, limit: 0 })).toMatchObject({ ...ofNobody, candidates: [] });
    });

    it('is not starved by memories outside the scope that match better', async () => {
      for (let i = 0; i < 30; i++) await add({ agentId: 'loud' }, words('boat boat boat'));
      const quiet = await add({ agentId: 'quiet' }, words('boat and many other things too'));
      await finish((claim) => [claim.id === quiet.id ? vector(0, 1) : vector(0)]);
      const scope = { agentId: 'quiet' };
      expect(ids(await find({ words: ['boat'], scope, limit: 5 }))).toEqual([quiet.id]);
      expect(ids(await find({ vector: vector(0), scope, limit: 5 }))).toEqual([quiet.id]);
    });

    it('stops finding the old text at once after a change, and finds the new one with its index and time', async () => {
      const index = { characters: 7, ending: '?', copyHash: 4_294_967_295 };
      const { id } = await add({ occurredAt: noon - 1_000 }, makeIndex(['old'], index));
      await finish();
      const before = await find({ words: ['old'], vector: vector(0) });
      expect(before.candidates).toMatchObject([{ id, ...index, statedAt: noon - 1_000 }]);
      const newIndex = { characters: 8, ending: '', copyHash: null };
      await change(id, { at: noon - 500, text: { ...newText(), ...newIndex } });
      expect(ids(await find({ words: ['old'], vector: vector(0) }))).toEqual([]);
      await change(id, { version: 2, at: noon - 100 });
      const times = { statedAt: noon - 500, occurredAt: noon - 1_000 };
      expect((await find({ words: ['new'] })).candidates).toMatchObject([{ id, ...newIndex, ...times }]);
      await finish(() => [vector(2)]);
      expect(ids(await find({ vector: vector(2) }))).toEqual([id]);
      // A future event is not stated before it happens.
      const late = await add({ occurredAt: noon + 1_000 }, words('sea'));
      await change(late.id, { at: noon + 500, text: newText(null, 'sea') });
      expect((await find({ words: ['sea'] })).candidates).toMatchObject([{ statedAt: noon + 1_000 }]);
      expect(await store.get(ana, id)).toMatchObject({ text: 'new', status: 'ready', version: 3, messages: null });
    });

    it('stops finding a deleted memory at once, also among many deleted ones', async () => {
      const gone: string[] = [];
      for (let i = 0; i < 30; i++) gone.push((await add({}, words('boat'))).id);
      const kept = await add({}, words('boat'));
      await finish((claim) => [claim.id === kept.id ? vector(0, 1) : vector(0)]);
      await find({ vector: vector(0) });
      for (const id of gone) expect(await remove(id)).toEqual({ kind: 'written' });
      const found = await find({ words: ['boat'], vector: vector(0), limit: 3 });
      expect(ids(found)).toEqual([kept.id]);
      expect(found).toMatchObject({ scopeSize: 1, documentFrequencies: [1] });
    });

    it('finds by tags as by words, counts them apart, and follows metadata without ingesting again', async () => {
      const { id } = await add({}, { ...words('boat boat'), tagWords: 'harbor' });
      await add({}, words('rain'));
      await finish();
      const found = await find({ words: ['boat', 'harbor'] });
      expect(found).toMatchObject({ averageLength: 1.5, documentFrequencies: [1, 1] });
      expect(found.candidates).toMatchObject([{ id, wordCounts: [2, 0], tagged: [false, true], length: 2 }]);
      expect(ids(await find({ words: ['harbor'], scope: { userId: ana } }))).toEqual([id]);
      const update = { at: noon + 1, metadata: { a: 1 }, index: { tagWords: 'sea', filterKeys: ['["a",1]'] } };
      await change(id, update);
      const stored = { status: 'ready', version: 2, metadata: { a: 1 }, updatedAt: noon + 1 };
      expect(await store.get(ana, id)).toMatchObject(stored);
      expect(ids(await find({ words: ['harbor'] }))).toEqual([]);
      const filtered = { userId: ana, filterKeys: [['["a",1]']] };
      const { candidates } = await find({ words: ['sea', 'boat'], vector: vector(0), scope: filtered });
      const changed = { id, tagged: [true, false], wordCounts: [0, 2], cosine: expect.closeTo(1, 1) };
      expect(candidates).toMatchObject([changed]);
      await change(id, { version: 2, text: newText() });
      expect(ids(await find({ words: ['sea', 'boat'] }))).toEqual([]);
    });

    it('also finds what happened at the times of the query, however much else matches better', async () => {
      for (let i = 0; i < 12; i++) await add({}, words('boat boat'));
      const past = await add({ occurredAt: noon - 5_000 }, words('boat and many other words around it'));
      await finish((claim) => [claim.id === past.id ? vector(0, 1) : vector(0)]);
      const query = { words: ['boat'], vector: vector(0), limit: 4 };
      expect(ids(await find(query))).not.toContain(past.id);
      const times = [{ from: noon - 5_000, to: noon - 4_999 }];
      expect(ids(await find({ ...query, times }))).toContain(past.id);
      expect(ids(await find({ ...query, words: [], times }))).toContain(past.id);
      expect(ids(await find({ ...query, times: [{ from: noon - 6_000, to: noon - 5_000 }] }))).not.toContain(past.id);
      expect(ids(await find({ ...query, times, scope: { agentId: 'other' } }))).toEqual([]);
      expect(ids(await find({ times }))).toEqual([]);
      expect(ids(await find({ times, timesAreAll: true }))).toEqual([past.id]);
      const newest = await add({ occurredAt: noon - 5_000 }, words('x'));
      expect(ids(await find({ times, timesAreAll: true, limit: 1 }))).toEqual([newest.id]);
    });

    it('applies filters exactly, however many there are and however few memories match', async () => {
      const all = Array.from({ length: 12 }, (_, number) => `["k",${number}]`);
      const [zero, three, four] = [all[0], all[3], all[4]] as [string, string, string];
      const whole = await add({}, words('boat', all));
      for (const left of all) {
        const others = all.filter((one) => one !== left);
        await add({}, words('boat', others));
      }
      for (let i = 0; i < 600; i++) await add({}, words('boat', [...new Set([zero, all[i % 12] as string])]));
      const every = all.map((one) => [one]);
      const long = [...Array.from({ length: 3_000 }, (_, number) => `["none",${number}]`), three, four];
      const search = (filterKeys: string[][]) => find({ words: ['boat'], scope: { filterKeys } });
      expect(ids(await search(every))).toEqual([whole.id]);
      expect(await search([[zero]])).toMatchObject({ scopeSize: 612, documentFrequencies: [612] });
      expect((await search([[zero], [three, four]])).scopeSize).toBe(13 - 1 + 100);
      const any = await search([[zero], long]);
      expect(any.scopeSize).toBe(112);
      expect(any.candidates).toHaveLength(10);
      expect((await search([long, ...every])).scopeSize).toBe(1);
    });

    it('includes a memory by its id, if the scope holds it', async () => {
      const [other, wanted] = [await add({}, words('boat')), await add({ agentId: 'a' }, words('rain'))];
      const foreign = await add({ accountId: bo }, words('rain'));
      const query = { words: ['boat'], include: wanted.id };
      expect(ids(await find(query))).toEqual([other.id, wanted.id]);
      expect(ids(await find({ ...query, scope: { agentId: 'b' } }))).toEqual([]);
      expect(ids(await find({ words: ['boat'], include: foreign.id }))).toEqual([other.id]);
      expect(ids(await find({ words: ['boat'], include: 'mem_nothing' }))).toEqual([other.id]);
    });

    itAtOnce('finds memories of the right account when two search at once', async () => {
      const accountAt = (n: number) => [ana, bo][n % 2] as string;
      for (let n = 0; n < 40; n++) {
        const accountId = accountAt(n);
        const scope = { accountId, userId: accountId, agentId: `agent-${n % 4}` };
        await add(scope, words(accountId === ana ? 'boat' : 'sea'));
      }
      await finish((claim) => [vector(claim.accountId === ana ? 0 : 4, 0.5)]);
      const search = async (n: number) => {
        const accountId = accountAt(n);
        const [scope, size] = n % 3 === 0 ? [{}, 20] : [{ agentId: `agent-${n % 2}` }, 10];
        const query = { words: ['boat', 'sea'], vector: vector(0), scope: { accountId, ...scope }, limit: 50 };
        const { candidates, ...statistics } = await find(query);
        expect(candidates).toHaveLength(size);
        const [cosine, documentFrequencies] = accountId === ana ? [Math.cos(0.5), [size, 0]] : [0, [0, size]];
        expect(statistics).toMatchObject({ scopeSize: size, documentFrequencies });
        for (const candidate of candidates) expect(candidate.cosine).toBeCloseTo(cosine, 1);
      };
      await Promise.all(Array.from({ length: 30 }, (_, n) => search(n)));
    });

    itAtOnce('never finds what is gone, nor misses what is new, however many searches and writes overlap', async () => {
      const there: string[] = [];
      for (let n = 0; n < 30; n++) there.push((await add({}, words('boat'))).id);
      await finish();
      const findAll = () => find({ words: ['boat'], vector: vector(0), limit: 100 });
      for (let round = 0; round < 10; round++) {
        const searches = Array.from({ length: 4 }, findAll);
        const gone = there.shift() as string;
        const [, come] = await Promise.all([remove(gone), add({}, words('boat'))]);
        there.push(come.id);
        for (const { candidates, scopeSize } of await Promise.all(searches)) {
          expect([29, 30, 31]).toContain(scopeSize);
          expect(candidates).toHaveLength(scopeSize);
        }
        expect(ids(await findAll())).toEqual([...there].sort());
        await finish();
      }
    });

    it('compares the tokens of a query with those of memories of the account and the embedder', async () => {
      const space = { dimensions: 16, scale: 0.01 };
      const token = (...values: number[]) => Int8Array.from({ length: 16 }, (_, at) => values[at] ?? 0);
      const tokens = (...all: Int8Array[]) => Int8Array.from(all.flatMap((one) => [...one]));
      const addWith = async (own: Int8Array | undefined, changes: Partial<Memory> = {}) => {
        const { id } = await add(changes);
        await complete(await claimDue(), { tokens: own });
        return id;
      };
      const both = await addWith(tokens(token(100), token(60, 80)));
      const one = await addWith(token(0, 100));
      const foreign = await addWith(token(100), { accountId: bo });
      const without = [await addWith(undefined), await addWith(new Int8Array()), (await add()).id, foreign, 'mem_none'];
      const ask = { accountId: ana, embedderId, ids: [one, ...without, both], space };
      const query = { ...ask, tokens: tokens(token(100), token(0, -100)) };
      const rounded = async (more: object = {}) =>
        (await store.closestTokens({ ...query, ...more })).map((best) => best && [...best].map((x) => +x.toFixed(3)));
      expect(await rounded()).toEqual([[0, -1], ...without.map(() => null), [1, 0]]);
      expect(await rounded({ embedderId: 'other@1' })).toEqual(query.ids.map(() => null));
      await change(both, { text: newText() });
      await remove(one);
      expect(await rounded()).toEqual(query.ids.map(() => null));
      await complete(await claimDue(), { tokens: token(0, -100) });
      expect(await rounded({ ids: [both] })).toEqual([[0, 1]]);
    });

    it('samples vectors of the scope, the same ones each time, and counts memories without one', async () => {
      const memories = await Promise.all(Array.from({ length: 12 }, () => add({ agentId: 'a' })));
      await add({ agentId: 'b' });
      await add({ accountId: bo, userId: bo });
      await complete(await claimDue(), { vectors: [vector(0), vector(1)] });
      await add({ agentId: 'a' });
      const sample = (limit: number, more: object = {}) =>
        store.sampleVectors({ scope: { accountId: ana, agentId: 'a' }, embedderId, limit, ...more });
      const all = await sample(100);
      expect(all.total).toBe(13);
      expect(idsOf(all.memories).sort()).toEqual(idsOf(memories).sort());
      const half = expect.closeTo(Math.SQRT1_2, 1);
      const [first] = all.memories.map(({ vector: mean }) => [...mean].slice(0, 3));
      expect(first).toEqual([half, half, expect.closeTo(0)]);
      const few = await sample(5);
      expect(few.total).toBe(13);
      const chosen = idsOf(few.memories);
      const other = memories.find(({ id }) => !chosen.includes(id)) as Memory;
      await remove(other.id);
      expect(idsOf((await sample(5)).memories).sort()).toEqual([...chosen].sort());
      await remove(chosen[0] as string);
      expect(idsOf((await sample(100)).memories)).toHaveLength(10);
      expect(await sample(5, { embedderId: 'other@1' })).toEqual({ total: 11, memories: [] });
      expect(await sample(5, { scope: { accountId: 'acct_nobody' } })).toEqual({ total: 0, memories: [] });
    });

    describe('messages of a conversation', () => {
      const statement = (word: string, changes: Partial<Memory> = {}, speaker: string | null = 'Ana') =>
        add({ runId: 'monday', ...changes }, words(word, [], speaker));
      const inOrder = ({ candidates }: Candidates) =>
        candidates
          .toSorted((a, b) => (a.message?.position ?? -1) - (b.message?.position ?? -1))
          .map(({ id, isContext }) => ({ id, isContext }));

      it('come in the order in which they happened, with two on each side as candidates and two more as context', async () => {
        const written: string[] = [];
        for (const [at, time] of [3, 1, 5, 2, 4, 4, 0, 8, 6, 7, 9, 10].entries()) {
          written.push((await statement(at === 5 ? 'boat' : 'rain', { occurredAt: noon + time })).id);
        }
        const found = await find({ words: ['boat'] });
        const inTime = [1, 3, 0, 4, 5, 2, 8, 9, 7].map((at) => written[at]);
        expect(inOrder(found)).toEqual(inTime.map((id, at) => ({ id, isContext: at < 2 || at > 6 })));
        expect(found.candidates.map(({ message }) => message?.position).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
        expect(new Set(found.candidates.map(({ message }) => message?.run)).size).toBe(1);
        expect(found.candidates[0]?.message?.speaker).toBe('Ana');
      });

      it('are those of the same user and agent only, whatever the run is called, and of the scope', async () => {
        const query = await statement('boat', { agentId: 'a' });
        await statement('rain', { agentId: 'b' });
        await statement('rain', { agentId: 'a', userId: 'u' });
        await statement('rain', { agentId: 'a', endUserId: 'u' });
        await statement('rain', { agentId: 'a', runId: 'tuesday' });
        await statement('rain', { agentId: 'a' }, null);
        const near = await statement('rain', { agentId: 'a' });
        expect(ids(await find({ words: ['boat'] }))).toEqual([query.id, near.id]);
        const filtered = await add({ agentId: 'a', runId: 'monday' }, words('boat', ['l'], 'Ana'));
        expect(ids(await find({ words: ['boat'], scope: { filterKeys: [['l']] } }))).toEqual([filtered.id]);
      });

      it('stay adjacent when one is gone, and follow a change of their speaker', async () => {
        const [first, second, third] = [await statement('boat'), await statement('rain'), await statement('snow')];
        await find({ words: ['boat'] });
        await remove(second.id);
        expect(idsOf(inOrder(await find({ words: ['boat'] })))).toEqual([first.id, third.id]);
        await change(first.id, { text: newText(null, 'boat') });
        expect((await find({ words: ['boat'] })).candidates).toMatchObject([{ id: first.id, message: null }]);
        await change(first.id, { version: 2, text: newText('Bo', 'boat') });
        expect(idsOf(inOrder(await find({ words: ['boat'] })))).toEqual([first.id, third.id]);
      });
    });
  });
}
