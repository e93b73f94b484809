import { describe, expect, it } from 'vitest';
import { makeIndex } from '../../test/make-index.ts';
import { ana, bo, ids, idsOf, newText, noon, vector, words } from '../../test/memory-store-samples.ts';
import type { MemoryStoreSteps, SuiteOptions } from '../../test/memory-store-steps.ts';
import type { Candidates, Memory } from './memory-store.ts';

export function describeCandidateIndex(steps: MemoryStoreSteps, options: SuiteOptions): void {
  const { store, add, change, remove, claimDue, complete, finish, find } = steps;
  const itAtOnce = options.isFair ? () => {} : it;

  describe('finding candidates', () => {
    it('finds a memory by its words before it has a vector', async () => {
      const { id } = await add({}, words('invoic friday friday'));
      await add({}, words('boat'));
      const found = await find({ words: ['friday', 'nowher'], vector: vector(0) });
      const inText = { wordCounts: [2, 0], tagged: [false, false], length: 3, entities: [] };
      const ofText = { version: 1, characters: 20, ending: '.', copyHash: null, occurredAt: noon, statedAt: noon };
      const candidates = [{ id, ...inText, ...ofText, cosine: null, message: null, isContext: false }];
      expect(found).toEqual({ candidates, scopeSize: 2, averageLength: 2, documentFrequencies: [1, 0] });
    });

    it('finds by vector, with the best cosine of several of the same embedder', async () => {
      const { id } = await add();
      await finish(() => [vector(3), vector(0, 0.3)]);
      const { candidates } = await find({ vector: vector(0) });
      expect(candidates).toMatchObject([{ id, cosine: expect.closeTo(Math.cos(0.3), 1) }]);
      expect(ids(await find({ vector: vector(0), embedder: 'other@1' }))).toEqual([]);
    });

    it('never finds or counts memories, words or vectors of another account', async () => {
      await add({ accountId: bo }, words('secret plan'));
      const mine = await add({}, words('plan'));
      await finish();
      const found = await find({ words: ['secret', 'plan'], vector: vector(0) });
      expect(ids(found)).toEqual([mine.id]);
      expect(found).toMatchObject({ scopeSize: 1, documentFrequencies: [0, 1] });
    });

    it('counts words and memories within the scope only', async () => {
      await add({ agentId: 'a' }, words('boat house', ['["p","x"]']));
      await add({ agentId: 'a' }, words('boat'));
      await add({ agentId: 'b' }, words('boat house', ['["p","x"]']));
      const found = await find({ words: ['boat', 'house'], scope: { agentId: 'a' } });
      expect(found).toMatchObject({ scopeSize: 2, averageLength: 1.5, documentFrequencies: [2, 1] });
      const filtered = await find({ words: ['boat', 'house'], scope: { filterKeys: [['["p","x"]']] } });
      expect(filtered).toMatchObject({ scopeSize: 2, documentFrequencies: [2, 2] });
    });

    it('is not starved by memories outside the scope that match better', async () => {
      for (let i = 0; i < 30; i++) await add({ agentId: 'loud' }, words('boat boat boat'));
      const quiet = await add({ agentId: 'quiet' }, words('boat and many other things too'));
      await finish((claim) => [claim.id === quiet.id ? vector(0, 1) : vector(0)]);
      const scope = { agentId: 'quiet' };
      expect(ids(await find({ words: ['boat'], scope, limit: 5 }))).toEqual([quiet.id]);
      expect(ids(await find({ vector: vector(0), scope, limit: 5 }))).toEqual([quiet.id]);
    });

    it('stops finding the old text at once after a change, and finds the new one', async () => {
      const { id } = await add({}, words('old'));
      await finish();
      await find({ words: ['old'], vector: vector(0) });
      await change(id, { text: newText() });
      expect(ids(await find({ words: ['old'], vector: vector(0) }))).toEqual([]);
      expect(ids(await find({ words: ['new'] }))).toEqual([id]);
      await finish(() => [vector(2)]);
      expect(ids(await find({ vector: vector(2) }))).toEqual([id]);
      expect(await store.get(ana, id)).toMatchObject({ text: 'new', status: 'ready', version: 2, messages: null });
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

    it('names the entities of the query that a memory holds, once ingest has found them', async () => {
      await add({}, words('boat'));
      const query = { words: ['boat'], entities: ['anna', 'src/app.ts'] };
      expect((await find(query)).candidates).toMatchObject([{ entities: [] }]);
      await complete(await claimDue(), { entities: ['Anna', 'Bo'].map((name) => ({ name, kind: 'name' })) });
      expect((await find(query)).candidates).toMatchObject([{ entities: ['anna'] }]);
    });

    it('gives back the index of a text and when it was stated: when it happened, or was changed later', async () => {
      const index = { characters: 7, ending: '?', copyHash: 4_294_967_295 };
      const { id } = await add({ occurredAt: noon - 1_000 }, makeIndex(['boat'], index));
      const read = async () => (await find({ words: ['boat'] })).candidates;
      expect(await read()).toMatchObject([{ ...index, statedAt: noon - 1_000 }]);
      const changed = { characters: 8, ending: '', copyHash: null };
      await change(id, { at: noon + 5, text: { ...newText(null, 'boat'), ...changed } });
      await change(id, { version: 2, at: noon + 9 });
      expect(await read()).toMatchObject([{ ...changed, statedAt: noon + 5, occurredAt: noon - 1_000 }]);
    });

    it('finds by tags as by words, counts them apart, and follows a change of the metadata', async () => {
      const { id } = await add({}, { ...words('boat boat'), tagWords: ['harbor'] });
      await add({}, words('rain'));
      await finish();
      const query = { words: ['boat', 'harbor'] };
      const found = await find(query);
      expect(found).toMatchObject({ averageLength: 1.5, documentFrequencies: [1, 1] });
      expect(found.candidates).toMatchObject([{ id, wordCounts: [2, 0], tagged: [false, true], length: 2 }]);
      expect(ids(await find({ words: ['harbor'], scope: { userId: ana } }))).toEqual([id]);
      await change(id, { index: { tagWords: ['sea'] } });
      expect(ids(await find({ words: ['harbor'] }))).toEqual([]);
      const { candidates } = await find({ words: ['sea', 'boat'], vector: vector(0), scope: { userId: ana } });
      const changed = { id, tagged: [true, false], wordCounts: [0, 2], cosine: expect.closeTo(1, 1) };
      expect(candidates).toContainEqual(expect.objectContaining(changed));
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
      const filterKey = (number: number) => `["k",${number}]`;
      const all = Array.from({ length: 12 }, (_, number) => filterKey(number));
      const whole = await add({}, words('boat', all));
      for (const left of all) {
        const others = all.filter((one) => one !== left);
        await add({}, words('boat', others));
      }
      for (let i = 0; i < 600; i++) await add({}, words('boat', [...new Set([filterKey(0), filterKey(i % 12)])]));
      const every = all.map((one) => [one]);
      expect(ids(await find({ words: ['boat'], scope: { filterKeys: every } }))).toEqual([whole.id]);
      const common = await find({ words: ['boat'], scope: { filterKeys: [[filterKey(0)]] } });
      expect(common).toMatchObject({ scopeSize: 612, documentFrequencies: [612] });
      const scope = { filterKeys: [[filterKey(0)], [filterKey(3), filterKey(4)]] };
      const either = await find({ words: ['boat'], scope });
      expect(either.scopeSize).toBe(13 - 1 + 100);
      const missing = Array.from({ length: 3_000 }, (_, number) => `["none",${number}]`);
      const long = [...missing, filterKey(3), filterKey(4)];
      const any = await find({ words: ['boat'], scope: { filterKeys: [[filterKey(0)], long] } });
      expect(any.scopeSize).toBe(112);
      expect(any.candidates).toHaveLength(10);
      expect((await find({ words: ['boat'], scope: { filterKeys: [long, ...every] } })).scopeSize).toBe(1);
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

    it('finds the same within a scope of a few memories as within one of many', async () => {
      const text = (n: number) => words(n % 3 === 0 ? 'boat house' : n % 3 === 1 ? 'boat' : 'sea');
      for (let n = 0; n < 6; n++) await add({ agentId: 'few' }, text(n));
      for (let n = 0; n < 130; n++) await add({ agentId: 'many' }, text(n));
      await finish((claim) => [vector(Number(claim.id.slice(-2)) % 7, 0.2)]);
      const query = { words: ['boat', 'house', 'nowher'], limit: 100 };
      const few = await find({ ...query, scope: { agentId: 'few' } });
      expect(few).toMatchObject({ scopeSize: 6, documentFrequencies: [4, 2, 0] });
      expect(few.candidates.map(({ wordCounts }) => wordCounts.join('')).sort()).toEqual(['100', '100', '110', '110']);
      expect((await find({ ...query, scope: { agentId: 'few' }, limit: 3 })).candidates).toHaveLength(3);
      const many = await find({ ...query, scope: { agentId: 'many' } });
      expect(many).toMatchObject({ scopeSize: 130, documentFrequencies: [87, 44, 0] });
      expect(many.candidates).toHaveLength(87);
      const scope = { agentId: 'few' };
      expect((await find({ vector: vector(0), scope, limit: 100 })).candidates).toHaveLength(6);
    });

    itAtOnce('finds memories of the right account when two search at once', async () => {
      const accountIds = [ana, bo];
      for (let n = 0; n < 40; n++) {
        const accountId = accountIds[n % 2] as string;
        const index = words(accountId === ana ? 'boat' : 'sea');
        await add({ accountId, userId: accountId, agentId: `agent-${n % 4}` }, index);
      }
      await finish((claim) => [vector(claim.accountId === ana ? 0 : 4, 0.5)]);
      const found = await Promise.all(
        Array.from({ length: 30 }, async (_, n) => {
          const accountId = accountIds[n % 2] as string;
          const scope = n % 3 === 0 ? { accountId } : { accountId, agentId: `agent-${n % 2}` };
          const search = { words: ['boat', 'sea'], vector: vector(0), scope, limit: 50 };
          return { accountId, size: 'agentId' in scope ? 10 : 20, ...(await find(search)) };
        }),
      );
      for (const { accountId, size, candidates, ...statistics } of found) {
        expect(candidates).toHaveLength(size);
        const documentFrequencies = accountId === ana ? [size, 0] : [0, size];
        expect(statistics).toMatchObject({ scopeSize: size, documentFrequencies });
        const cosine = accountId === ana ? Math.cos(0.5) : 0;
        for (const candidate of candidates) expect(candidate.cosine).toBeCloseTo(cosine, 1);
      }
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

    describe('messages of a conversation', () => {
      const statement = (word: string, changes: Partial<Memory> = {}, speaker: string | null = 'Ana') =>
        add({ runId: 'monday', ...changes }, words(word, [], speaker));
      const inOrder = ({ candidates }: Candidates) =>
        candidates
          .toSorted((a, b) => (a.message?.position ?? -1) - (b.message?.position ?? -1))
          .map(({ id, isContext }) => ({ id, isContext }));

      it('come with the two before and after as candidates, and two more as context', async () => {
        const messages: Memory[] = [];
        for (let n = 0; n < 12; n++) messages.push(await statement(n === 5 ? 'boat' : 'rain'));
        const found = await find({ words: ['boat'] });
        const around = messages.slice(1, 10).map(({ id }, at) => ({ id, isContext: at < 2 || at > 6 }));
        expect(inOrder(found)).toEqual(around);
        expect(found.candidates.map(({ message }) => message?.position).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
        expect(new Set(found.candidates.map(({ message }) => message?.run)).size).toBe(1);
        expect(found.candidates[0]?.message?.speaker).toBe('Ana');
      });

      it('are in the order in which they happened, however they were written', async () => {
        const times = [3, 1, 5, 2, 4];
        const messages = new Map<number, string>();
        for (const time of times) messages.set(time, (await statement('boat', { occurredAt: noon + time })).id);
        const asOfOneTime = await statement('boat', { occurredAt: noon + 3 });
        const found = await find({ words: ['boat'] });
        const [first, second, third, fourth, fifth] = [1, 2, 3, 4, 5].map((time) => messages.get(time));
        expect(idsOf(inOrder(found))).toEqual([first, second, third, asOfOneTime.id, fourth, fifth]);
      });

      it('are those of the same user and agent only, whatever the run is called, and of the scope', async () => {
        const query = await statement('boat', { agentId: 'a' });
        await statement('rain', { agentId: 'b' });
        await statement('rain', { agentId: 'a', userId: 'u' });
        await statement('rain', { agentId: 'a', runId: 'tuesday' });
        await statement('rain', { agentId: 'a' }, null);
        const near = await statement('rain', { agentId: 'a' });
        expect(ids(await find({ words: ['boat'] }))).toEqual([query.id, near.id]);
        const filtered = await add({ agentId: 'a', runId: 'monday' }, words('boat', ['l'], 'Ana'));
        expect(ids(await find({ words: ['boat'], scope: { filterKeys: [['l']] } }))).toEqual([filtered.id]);
      });

      it('stay adjacent when one is gone, and follow a change of their speaker', async () => {
        const first = await statement('boat');
        const second = await statement('rain');
        const third = await statement('snow');
        await find({ words: ['boat'] });
        await remove(second.id);
        expect(idsOf(inOrder(await find({ words: ['boat'] })))).toEqual([first.id, third.id]);
        await change(first.id, { text: newText(null, 'boat') });
        const found = await find({ words: ['boat'] });
        expect(found.candidates).toMatchObject([{ id: first.id, message: null }]);
        await change(first.id, { version: 2, text: newText('Bo', 'boat') });
        expect(idsOf(inOrder(await find({ words: ['boat'] })))).toEqual([first.id, third.id]);
      });
    });

    it('counts memories and words of a scope without looking for anything', async () => {
      await add({ agentId: 'a' }, words('boat house'));
      await add({ agentId: 'b' }, words('boat'));
      await add({ accountId: bo }, words('boat'));
      const count = async (scope: object, query: string[]) => {
        const statistics = await store.wordStatistics({ accountId: ana, ...scope }, query);
        return [statistics.scopeSize, ...statistics.documentFrequencies];
      };
      expect(await count({}, ['boat', 'house', 'sea'])).toEqual([2, 2, 1, 0]);
      expect(await count({ agentId: 'b' }, ['house'])).toEqual([1, 0]);
      expect(await count({ accountId: 'acct_nobody' }, ['boat'])).toEqual([0, 0]);
    });

    it('takes query words as plain words, whatever they mean to a search engine', async () => {
      const { id } = await add({}, words('near or not'));
      expect(ids(await find({ words: ['near', 'or', 'not'] }))).toEqual([id]);
    });
  });
}
