import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { emptyMetadataIndex, makeIndex, makeTextIndex } from '../../test/make-index.ts';
import { makePendingMemory } from '../../test/make-memory.ts';
import type { AccountStore } from './account-store.ts';
import type { NewVectors, OutdatedMemory, OutdatedQuery } from './embedding-state.ts';
import type {
  Candidates,
  Claim,
  ClaimOptions,
  Entity,
  Memory,
  MemoryIndex,
  MemoryStore,
  Once,
  TallyPage,
  TallyQuery,
  TimeSpan,
} from './memory-store.ts';
import type { Allowance, UsageStore } from './usage-store.ts';

export interface MemoryStoreUnderTest {
  memories: MemoryStore;
  /** Memories belong to accounts: the suite creates two. */
  accounts: AccountStore;
  /** Where writes are counted. */
  usage: UsageStore;
  close(): Promise<void>;
}

const ana = 'acct_ana';
const bo = 'acct_bo';
const noon = Date.UTC(2026, 10, 21, 12);
const embedderId = 'test-embedder@1';
let sequence = 0;

/** Ids as the product makes them: later ones sort after earlier ones. */
function nextId(): string {
  return `mem_${String(++sequence).padStart(26, '0')}`;
}

function memory(changes: Partial<Memory> = {}): Memory {
  return makePendingMemory('The invoices go out on Fridays', noon, {
    id: nextId(),
    ownerId: ana,
    userId: ana,
    ...changes,
  });
}

const unlimited: Allowance = {
  month: Date.UTC(2026, 10),
  memoryWrites: null,
  endUsers: null,
  projects: null,
};

function words(text: string, labels: string[] = [], speaker: string | null = null): MemoryIndex {
  return makeIndex(text.split(' '), { labels, speaker });
}

/** A new text for a change, due at once. */
function newText(speaker: string | null = null, word = 'new') {
  return { ...makeTextIndex([word], { speaker }), text: 'new', nextAttemptAt: noon };
}

function once(key: string, changes: Partial<Once> = {}): Once {
  const answer = { fingerprint: 'print', status: 202, location: '/memories/x', body: '{"a":1}' };
  return { key, answer, createdAt: noon, expiresAt: noon + 1_000, ...changes };
}

/** A unit vector that points along one axis, with a little of another. */
function vector(axis: number, other = 0): Float32Array {
  const values = new Float32Array(8);
  values[axis] = Math.cos(other);
  values[(axis + 1) % 8] = Math.sin(other);
  return values;
}

/** The one contract of {@link MemoryStore}; every adapter passes it. */
export function describeMemoryStore(
  name: string,
  create: () => Promise<MemoryStoreUnderTest>,
  /**
   * `findsOnly`: another setting lets the store find in another way, and do nothing else differently. `inTurn`: that way
   * sees each write when it is done, and promises nothing of those that happen meanwhile.
   */
  { findsOnly = false, inTurn = false }: { findsOnly?: boolean; inTurn?: boolean } = {},
): void {
  const describeRest = findsOnly ? () => {} : describe;
  const itRest: (title: string, test: () => Promise<void>) => void = findsOnly ? () => {} : it;
  const itAtOnce: typeof itRest = inTurn ? () => {} : it;
  describe(`${name} as a memory store`, () => {
    let under: MemoryStoreUnderTest;
    let store: MemoryStore;

    beforeEach(async () => {
      under = await create();
      store = under.memories;
      for (const id of [ana, bo]) {
        const limits = { memoryWrites: null, memorySearches: null, endUsers: null };
        const account = { id, email: `${id}@example.org`, phone: null, plan: 'free' as const, limits, createdAt: noon };
        await under.accounts.createAccount(account, 'hash');
      }
    });
    afterEach(() => under.close());

    async function add(changes: Partial<Memory> = {}, index = words('invoic go friday')): Promise<Memory> {
      const added = memory(changes);
      expect(await store.insert(added, index, unlimited)).toEqual({ kind: 'written' });
      return added;
    }
    function claim(options: Partial<ClaimOptions> = {}): Promise<Claim[]> {
      const plain = {
        limit: 100,
        extractions: 100,
        characters: 1e6,
        now: noon,
        leaseMs: 1_000,
        suspectAfter: 3,
        suspect: false,
      };
      return store.claim({ ...plain, ...options });
    }
    async function claimed(): Promise<Claim[]> {
      return claim();
    }
    async function finish(vectors: (claim: Claim) => Float32Array[]): Promise<void> {
      const claims = await claimed();
      const results = claims.map((claim) => ({
        claim,
        embedderId,
        vectors: vectors(claim),
        entities: [],
      }));
      expect(await store.complete(results)).toEqual(claims.map(({ id }) => id));
    }
    function find(search: {
      words?: string[];
      vector?: Float32Array;
      scope?: object;
      limit?: number;
      entities?: string[];
      times?: TimeSpan[];
      timesAreAll?: boolean;
      include?: string;
      embedder?: string;
    }): Promise<Candidates> {
      return store.candidates({
        scope: { ownerId: ana, ...search.scope },
        words: search.words ?? [],
        entities: search.entities ?? [],
        times: search.times ?? [],
        timesAreAll: search.timesAreAll ?? false,
        ...(search.include ? { include: search.include } : {}),
        vector: search.vector ? { embedderId: search.embedder ?? embedderId, values: search.vector } : null,
        limit: search.limit ?? 10,
      });
    }
    const ids = ({ candidates }: Candidates) => candidates.map(({ id }) => id).sort();

    describeRest('writing and reading', () => {
      it('gives back every field exactly as it was written', async () => {
        const metadata = JSON.parse(
          '{"__proto__":{"x":1},"a.b":[1,"1",true,null,{"deep":[[]]}],"":"🙂 مرحبا","constructor":2.5}',
        );
        const written = await add({
          text: 'quotes \' " \\ -- ; NEAR( OR * \u202e right-to-left 𝄞',
          messages: [{ role: 'user', content: 'hi', name: 'Ana' }],
          metadata,
          agentId: 'agent',
          runId: 'run',
          userId: 'someone',
          occurredAt: noon - 5,
        });
        const read = await store.get(ana, written.id);
        expect(read).toEqual(written);
        expect(JSON.stringify(read?.metadata)).toBe(JSON.stringify(metadata));
      });

      it("treats another owner's id like one that does not exist", async () => {
        const { id } = await add();
        const change = { id, expectedVersion: 1, updatedAt: noon, metadata: {}, index: emptyMetadataIndex, text: null };
        expect(await store.get(bo, id)).toBeUndefined();
        expect(await store.getMany(bo, [id])).toEqual([]);
        expect(await store.change({ ownerId: bo, ...change }, unlimited)).toEqual({ kind: 'missing' });
        expect(await store.remove(bo, id)).toEqual({ kind: 'missing' });
        expect(await store.requeue(bo, id, noon)).toEqual({ kind: 'missing' });
        expect((await store.list({ scope: { ownerId: bo }, limit: 10 })).memories).toEqual([]);
        expect(await store.get(ana, id)).toBeDefined();
      });

      it('returns many in the order asked for and leaves out what is gone', async () => {
        const [first, second] = [await add(), await add()];
        const found = await store.getMany(ana, [second.id, 'mem_none', first.id]);
        expect(found.map(({ id }) => id)).toEqual([second.id, first.id]);
      });

      it('changes metadata without sending the memory round ingest again', async () => {
        const { id } = await add();
        await finish(() => [vector(0)]);
        const change = {
          ownerId: ana,
          id,
          updatedAt: noon + 1,
          metadata: { a: 1 },
          index: { ...emptyMetadataIndex, labels: ['["a",1]'] },
          text: null,
        };
        expect(await store.change({ ...change, expectedVersion: 1 }, unlimited)).toEqual({ kind: 'written' });
        expect(await store.get(ana, id)).toMatchObject({
          status: 'ready',
          version: 2,
          metadata: { a: 1 },
          updatedAt: noon + 1,
        });
        expect(ids(await find({ vector: vector(0), scope: { labels: [['["a",1]']] } }))).toEqual([id]);
      });

      it('refuses a change that is based on an older version', async () => {
        const { id } = await add();
        const change = {
          ownerId: ana,
          id,
          expectedVersion: 1,
          updatedAt: noon,
          metadata: {},
          index: emptyMetadataIndex,
          text: null,
        };
        const results = await Promise.all([store.change(change, unlimited), store.change(change, unlimited)]);
        expect(results.map(({ kind }) => kind).sort()).toEqual(['stale', 'written']);
      });
    });

    describeRest('repeating a write', () => {
      it('answers the second time with what was kept the first time, and writes once', async () => {
        const first = memory();
        const second = memory();
        expect(await store.insert(first, words('a'), unlimited, once('key'))).toEqual({ kind: 'written' });
        expect(await store.insert(second, words('a'), unlimited, once('key'))).toEqual({
          kind: 'replayed',
          answer: once('key').answer,
        });
        expect(await store.get(ana, second.id)).toBeUndefined();
        expect(await store.findAnswer(ana, 'key', noon)).toEqual(once('key').answer);
      });

      it('admits exactly one of many at the same time', async () => {
        const all = Array.from({ length: 20 }, () => memory());
        const results = await Promise.all(all.map((one) => store.insert(one, words('a'), unlimited, once('key'))));
        expect(results.filter(({ kind }) => kind === 'written')).toHaveLength(1);
        expect((await store.list({ scope: { ownerId: ana }, limit: 100 })).memories).toHaveLength(1);
      });

      it("does not mix up two owners' keys", async () => {
        await store.insert(memory(), words('a'), unlimited, once('key'));
        expect(await store.insert(memory({ ownerId: bo }), words('a'), unlimited, once('key'))).toEqual({
          kind: 'written',
        });
        expect(await store.findAnswer(bo, 'other', noon)).toBeUndefined();
      });

      it('keeps answers of changes, deletions and retries, and none for what was refused', async () => {
        const { id } = await add();
        const change = {
          ownerId: ana,
          id,
          expectedVersion: 1,
          updatedAt: noon,
          metadata: {},
          index: emptyMetadataIndex,
          text: null,
        };
        expect((await store.change(change, unlimited, once('change'))).kind).toBe('written');
        expect((await store.change(change, unlimited, once('change'))).kind).toBe('replayed');
        expect((await store.requeue(ana, id, noon, once('retry'))).kind).toBe('stale');
        expect(await store.findAnswer(ana, 'retry', noon)).toBeUndefined();
        expect((await store.remove(ana, id, once('remove'))).kind).toBe('written');
        expect((await store.remove(ana, id, once('remove'))).kind).toBe('replayed');
        expect((await store.remove(ana, id, once('again'))).kind).toBe('missing');
        expect(await store.findAnswer(ana, 'again', noon)).toBeUndefined();
      });

      it('forgets an answer when its time is over', async () => {
        await store.insert(memory(), words('a'), unlimited, once('key'));
        expect(await store.findAnswer(ana, 'key', noon + 1_000)).toBeUndefined();
        const later = once('key', { createdAt: noon + 1_000, expiresAt: noon + 2_000 });
        expect(await store.insert(memory(), words('a'), unlimited, later)).toEqual({ kind: 'written' });
        expect(await store.purgeAnswers(noon + 1_500)).toBe(0);
        expect(await store.purgeAnswers(noon + 2_000)).toBe(1);
      });
    });

    describeRest('counting writes', () => {
      const three: Allowance = { ...unlimited, memoryWrites: 3 };
      const write = (allowance: Allowance, changes: Partial<Memory> = {}, projects: string[] = []) =>
        store.insert(memory(changes), { ...words('boat'), projects }, allowance);
      const move = (moved: Memory, allowance: Allowance, projects: string[]) => {
        const change = {
          ownerId: ana,
          id: moved.id,
          updatedAt: noon,
          metadata: {},
          index: { ...emptyMetadataIndex, projects },
          text: null,
        };
        return store.change({ ...change, expectedVersion: moved.version }, allowance);
      };

      it('admits exactly as many as the month has, however many come at once', async () => {
        const results = await Promise.all(Array.from({ length: 8 }, () => write(three)));
        expect(results.filter(({ kind }) => kind === 'written')).toHaveLength(3);
        expect(results.filter(({ kind }) => kind === 'over_limit')).toHaveLength(5);
        expect((await store.list({ scope: { ownerId: ana }, limit: 10 })).memories).toHaveLength(3);
        expect(await under.usage.usage(ana, three.month)).toMatchObject({ memoryWrites: 3 });
      });

      it('counts updates too, and nothing that was refused, stale, replayed, deleted or sent round again', async () => {
        const written = memory();
        await store.insert(written, words('boat'), three, once('k'));
        await store.insert(memory(), words('boat'), three, once('k'));
        await move({ ...written, version: 7 }, three, []);
        await move({ ...written, id: 'mem_missing' }, three, []);
        await move(written, three, []);
        await store.requeue(ana, written.id, noon);
        await store.remove(ana, written.id);
        expect(await under.usage.usage(ana, three.month)).toMatchObject({ memoryWrites: 2 });
      });

      it('begins anew with the month, and counts each account for itself', async () => {
        for (let n = 0; n < 3; n++) await write(three);
        expect(await write(three)).toEqual({ kind: 'over_limit', limit: 'memory_writes' });
        expect(await write({ ...three, month: Date.UTC(2026, 11) })).toEqual({ kind: 'written' });
        expect(await write(three, { ownerId: bo, userId: bo })).toEqual({ kind: 'written' });
      });

      it('answers a repeated write also when the month is used up', async () => {
        const one: Allowance = { ...unlimited, memoryWrites: 1 };
        await store.insert(memory(), words('boat'), one, once('k'));
        expect(await store.insert(memory(), words('boat'), one, once('k'))).toMatchObject({ kind: 'replayed' });
        expect(await store.insert(memory(), words('boat'), one, once('l'))).toMatchObject({ kind: 'over_limit' });
      });

      it('has room for so many end users, the account itself not counted, and frees a place with the last memory', async () => {
        const one: Allowance = { ...unlimited, endUsers: 1 };
        await write(one, { userId: ana });
        const first = memory({ userId: 'cleo' });
        await store.insert(first, words('boat'), one);
        expect(await write(one, { userId: 'cleo' })).toEqual({ kind: 'written' });
        expect(await write(one, { userId: 'dan' })).toEqual({ kind: 'over_limit', limit: 'end_users' });
        expect(await under.usage.usage(ana, one.month)).toMatchObject({ endUsers: 1, memoryWrites: 3 });
        for (const { id } of (await store.list({ scope: { ownerId: ana, userId: 'cleo' }, limit: 10 })).memories) {
          await store.remove(ana, id);
        }
        expect(await write(one, { userId: 'dan' })).toEqual({ kind: 'written' });
      });

      it('admits exactly one of the first projects that come at once, case by case, and frees its place', async () => {
        const one: Allowance = { ...unlimited, projects: 1 };
        const results = await Promise.all(['a', 'b', 'A'].map((project) => write(one, {}, [project])));
        expect(results.map(({ kind }) => kind).sort()).toEqual(['over_limit', 'over_limit', 'written']);
        expect(await write(one)).toEqual({ kind: 'written' });
        expect(await write(one, {}, ['c', 'd'])).toEqual({ kind: 'over_limit', limit: 'projects' });
        for (const { id } of (await store.list({ scope: { ownerId: ana }, limit: 10 })).memories) {
          await store.remove(ana, id);
        }
        expect(await write(one, {}, ['c'])).toEqual({ kind: 'written' });
        expect(await under.usage.usage(ana, one.month)).toMatchObject({ projects: 1 });
      });

      it('counts each project once, few or many, and those of no other account', async () => {
        const names = (first: number, count: number) =>
          Array.from({ length: count }, (_, at) => `project ${first + at}`);
        const counted = async () => (await under.usage.usage(ana, unlimited.month)).projects;
        await write(unlimited);
        await write(unlimited, { ownerId: bo }, ['other']);
        await write(unlimited, {}, names(0, 60));
        await write(unlimited, {}, ['project 1', 'Project 1']);
        expect(await counted()).toBe(61);
        await write(unlimited, {}, names(50, 60));
        expect(await counted()).toBe(111);
      });

      it('lets the only memory of a project move to another, and no other memory beside it', async () => {
        const one: Allowance = { ...unlimited, projects: 1 };
        const [first, second] = [memory(), memory()];
        await store.insert(first, { ...words('boat'), projects: ['a'] }, one);
        await store.insert(second, words('boat'), one);
        expect(await move(second, one, ['b'])).toEqual({ kind: 'over_limit', limit: 'projects' });
        expect(await move(first, one, ['b'])).toEqual({ kind: 'written' });
        expect(await move(second, one, ['b'])).toEqual({ kind: 'written' });
        expect(await under.usage.usage(ana, one.month)).toMatchObject({ projects: 1 });
      });

      it('lets a memory of an account that holds more than its plan be changed, and move, but not add', async () => {
        const inA = memory();
        await store.insert(inA, { ...words('boat'), projects: ['a'] }, unlimited);
        await write(unlimited, {}, ['b']);
        const one: Allowance = { ...unlimited, projects: 1 };
        expect(await move(inA, one, ['a'])).toEqual({ kind: 'written' });
        expect(await move({ ...inA, version: 2 }, one, ['c'])).toEqual({ kind: 'written' });
        expect(await move({ ...inA, version: 3 }, one, ['c', 'd'])).toEqual({ kind: 'over_limit', limit: 'projects' });
      });

      it('lets an account that holds more than its plan go on with what it has', async () => {
        for (const project of ['a', 'b', 'c']) await write(unlimited, {}, [project]);
        const one: Allowance = { ...unlimited, projects: 1 };
        expect(await write(one, {}, ['a', 'c'])).toEqual({ kind: 'written' });
        expect(await write(one, {}, ['a', 'd'])).toEqual({ kind: 'over_limit', limit: 'projects' });
      });
    });

    describeRest('listing', () => {
      it('walks newest first, page by page, without repeating or skipping while others write and delete', async () => {
        const written: string[] = [];
        for (let i = 0; i < 7; i++) written.push((await add()).id);
        const seen: string[] = [];
        let beforeId: string | undefined;
        for (;;) {
          const page = await store.list({ scope: { ownerId: ana }, limit: 3, ...(beforeId ? { beforeId } : {}) });
          seen.push(...page.memories.map(({ id }) => id));
          beforeId = page.memories.at(-1)?.id;
          await add();
          if (seen.length === 3) await store.remove(ana, seen[2] as string);
          if (!page.more) break;
        }
        expect(seen).toEqual(written.reverse());
      });

      it('narrows by user, agent, run, status and labels together', async () => {
        const wanted = await add({ userId: 'u', agentId: 'a', runId: 'r' }, words('x', ['["k","v"]', '["t",1]']));
        await add({ userId: 'u', agentId: 'a', runId: 'r' }, words('x', ['["k","v"]']));
        await add({ userId: 'u', agentId: 'a', runId: 'other' }, words('x', ['["k","v"]', '["t",1]']));
        await add({ userId: 'u', agentId: 'other', runId: 'r' }, words('x', ['["k","v"]', '["t",1]']));
        await add({ userId: 'other', agentId: 'a', runId: 'r' }, words('x', ['["k","v"]', '["t",1]']));
        const scope = {
          ownerId: ana,
          userId: 'u',
          agentId: 'a',
          runId: 'r',
          labels: [['["k","v"]', '["k","w"]'], ['["t",1]']],
        };
        const page = await store.list({ scope, status: 'pending', limit: 10 });
        expect(page).toEqual({ memories: [wanted], more: false });
        expect((await store.list({ scope, status: 'ready', limit: 10 })).memories).toEqual([]);
      });

      it('ends a page early rather than building an answer nobody can hold', async () => {
        const text = 'x'.repeat(100_000);
        for (let i = 0; i < 60; i++) await add({ text });
        const page = await store.list({ scope: { ownerId: ana }, limit: 1_000 });
        expect(page.more).toBe(true);
        expect(page.memories.length).toBeGreaterThan(10);
        expect(page.memories.length).toBeLessThan(60);
      });
    });

    describeRest('tallying', () => {
      const named = (...names: string[]) => names.map((name) => ({ name, kind: 'name' }));
      async function tell(entities: Entity[]): Promise<void> {
        const claims = await claim({ limit: 1_000 });
        await store.complete(claims.map((claim) => ({ claim, embedderId, vectors: [vector(0)], entities })));
      }
      async function pages(query: Partial<TallyQuery> = {}): Promise<TallyPage[]> {
        const all: TallyPage[] = [];
        let beforeId: string | null = null;
        do {
          const from = beforeId === null ? {} : { beforeId };
          const page: TallyPage = await store.tally({
            scope: { ownerId: ana },
            limit: 100,
            idsMost: 2,
            ...query,
            ...from,
          });
          all.push(page);
          beforeId = page.nextBeforeId;
        } while (beforeId !== null);
        return all;
      }
      const inProjects = (...projects: string[]): MemoryIndex => ({ ...words('boat'), projects });

      it('counts memories, projects and entities, and names the newest memories of each', async () => {
        const added: Memory[] = [];
        for (let n = 0; n < 3; n++) added.push(await add({}, n === 0 ? inProjects('a', 'b') : inProjects('a')));
        await tell([...named('Ada'), { name: 'Ada', kind: 'handle' }]);
        const pending = await add({}, inProjects('a'));
        const [first, second, third] = added.map(({ id }) => id);
        expect(await pages()).toEqual([
          {
            memories: 4,
            projects: [
              { name: 'a', count: 4, memoryIds: [pending.id, third] },
              { name: 'b', count: 1, memoryIds: [first] },
            ],
            entities: [
              { name: 'Ada', kind: 'name', count: 3, memoryIds: [third, second] },
              { name: 'Ada', kind: 'handle', count: 3, memoryIds: [third, second] },
            ],
            nextBeforeId: null,
          },
        ]);
      });

      it('goes through pages that add up, and ends exactly at the end', async () => {
        for (let n = 0; n < 4; n++) await add({}, inProjects('a'));
        const all = await pages({ limit: 2 });
        expect(all.map(({ memories }) => memories)).toEqual([2, 2]);
        expect(all.map(({ projects }) => projects[0]?.count)).toEqual([2, 2]);
        expect(await pages({ limit: 3 })).toHaveLength(2);
      });

      it('ends a page early that names more than can be taken in at once, and loses none', async () => {
        for (let n = 0; n < 150; n++) await add();
        await tell(Array.from({ length: 50 }, (_, n) => ({ name: `N${n}`, kind: 'name' })));
        const all = await pages({ limit: 1_000 });
        expect(all.length).toBeGreaterThan(1);
        expect(all.reduce((sum, { memories }) => sum + memories, 0)).toBe(150);
        expect(all.reduce((sum, { entities }) => sum + (entities[49]?.count ?? 0), 0)).toBe(150);
      });

      it('sees the scope only, and nothing deleted', async () => {
        const mine = await add({ userId: 'cleo', agentId: 'a' }, { ...words('x', ['["k","v"]']), projects: ['p'] });
        await add({ userId: 'dan', agentId: 'a' }, { ...words('x', ['["k","v"]']), projects: ['p'] });
        await add({ ownerId: bo, userId: 'cleo' }, inProjects('theirs'));
        const scope = { ownerId: ana, userId: 'cleo', agentId: 'a', labels: [['["k","v"]']] };
        const expected = [{ memories: 1, projects: [{ name: 'p', count: 1, memoryIds: [mine.id] }], entities: [] }];
        expect(await pages({ scope })).toMatchObject(expected);
        await store.remove(ana, mine.id);
        const nothing = [{ memories: 0, projects: [], entities: [], nextBeforeId: null }];
        expect(await pages({ scope })).toEqual(nothing);
        expect(await pages({ scope: { ownerId: 'acct_nobody' } })).toEqual(nothing);
      });
    });

    describe('finding candidates', () => {
      it('finds a memory by its words before it has a vector', async () => {
        const { id } = await add({}, words('invoic friday friday'));
        await add({}, words('boat'));
        const found = await find({ words: ['friday', 'nowher'], vector: vector(0) });
        expect(found).toEqual({
          candidates: [
            {
              copyHash: null,
              tagged: [false, false],
              toldAt: noon,
              entities: [],
              id,
              version: 1,
              wordCounts: [2, 0],
              length: 3,
              cosine: null,
              characters: 20,
              ending: '.',
              occurredAt: noon,
              turn: null,
              isContext: false,
            },
          ],
          scopeSize: 2,
          averageLength: 2,
          documentFrequencies: [1, 0],
        });
      });

      it('finds by vector, with the best cosine of several', async () => {
        const { id } = await add();
        await finish(() => [vector(3), vector(0, 0.3)]);
        const { candidates } = await find({ vector: vector(0) });
        expect(candidates.map((one) => one.id)).toEqual([id]);
        expect(candidates[0]?.cosine).toBeCloseTo(Math.cos(0.3), 1);
      });

      it('never compares vectors of another embedder', async () => {
        await add();
        await finish(() => [vector(0)]);
        const query = { scope: { ownerId: ana }, words: [], entities: [], times: [], timesAreAll: false, limit: 10 };
        const found = await store.candidates({ ...query, vector: { embedderId: 'other@1', values: vector(0) } });
        expect(found.candidates).toEqual([]);
      });

      it("never shows or counts another owner's memories, words or vectors", async () => {
        await add({ ownerId: bo }, words('secret plan'));
        const mine = await add({}, words('plan'));
        await finish(() => [vector(0)]);
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
        const labelled = await find({ words: ['boat', 'house'], scope: { labels: [['["p","x"]']] } });
        expect(labelled).toMatchObject({ scopeSize: 2, documentFrequencies: [2, 2] });
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
        await finish(() => [vector(0)]);
        await find({ words: ['old'], vector: vector(0) });
        const text = newText();
        await store.change(
          { ownerId: ana, id, expectedVersion: 1, updatedAt: noon, metadata: {}, index: emptyMetadataIndex, text },
          unlimited,
        );
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
        for (const id of gone) expect(await store.remove(ana, id)).toEqual({ kind: 'written' });
        const found = await find({ words: ['boat'], vector: vector(0), limit: 3 });
        expect(ids(found)).toEqual([kept.id]);
        expect(found).toMatchObject({ scopeSize: 1, documentFrequencies: [1] });
      });

      it('says which of the names asked for a memory holds, once ingest has found them', async () => {
        await add({}, words('boat'));
        const asked = { words: ['boat'], entities: ['anna', 'src/app.ts'] };
        expect((await find(asked)).candidates).toMatchObject([{ entities: [] }]);
        const [claim] = (await claimed()) as [Claim];
        const entities = ['Anna', 'Bo'].map((name) => ({ name, kind: 'name' }));
        await store.complete([{ claim, embedderId, vectors: [vector(0)], entities }]);
        expect((await find(asked)).candidates).toMatchObject([{ entities: ['anna'] }]);
      });

      it('gives back what the domain says of a text, also after a change of it', async () => {
        const index = makeIndex(['boat'], { characters: 7, ending: '?', copyHash: 4_294_967_295 });
        const { id } = await add({}, index);
        const read = async () => (await find({ words: ['boat'] })).candidates;
        expect(await read()).toMatchObject([{ characters: 7, ending: '?', copyHash: 4_294_967_295 }]);
        const text = { ...newText(null, 'boat'), characters: 8, ending: '', copyHash: null };
        const change = {
          ownerId: ana,
          id,
          expectedVersion: 1,
          updatedAt: noon,
          metadata: {},
          index: emptyMetadataIndex,
        };
        await store.change({ ...change, text }, unlimited);
        expect(await read()).toMatchObject([{ characters: 8, ending: '', copyHash: null }]);
      });

      it('finds by tags as by words, counts them apart, and follows a change of the metadata', async () => {
        const tagged = (tagWords: string[]) => ({ ...emptyMetadataIndex, tagWords });
        const { id } = await add({}, { ...words('boat boat'), ...tagged(['harbor']) });
        await add({}, words('rain'));
        await finish(() => [vector(0)]);
        const asked = { words: ['boat', 'harbor'] };
        const found = await find(asked);
        expect(found).toMatchObject({ averageLength: 1.5, documentFrequencies: [1, 1] });
        expect(found.candidates).toMatchObject([{ id, wordCounts: [2, 0], tagged: [false, true], length: 2 }]);
        expect(ids(await find({ words: ['harbor'], scope: { userId: ana } }))).toEqual([id]);
        const change = { ownerId: ana, id, expectedVersion: 1, updatedAt: noon, metadata: {}, text: null };
        await store.change({ ...change, index: tagged(['sea']) }, unlimited);
        expect(ids(await find({ words: ['harbor'] }))).toEqual([]);
        expect(
          (await find({ words: ['sea', 'boat'], vector: vector(0), scope: { userId: ana } })).candidates,
        ).toContainEqual(
          expect.objectContaining({ id, tagged: [true, false], wordCounts: [0, 2], cosine: expect.closeTo(1, 1) }),
        );
        await store.change({ ...change, expectedVersion: 2, index: emptyMetadataIndex, text: newText() }, unlimited);
        expect(ids(await find({ words: ['sea', 'boat'] }))).toEqual([]);
      });

      it('looks also among what happened at the times asked for, however much else matches better', async () => {
        for (let i = 0; i < 12; i++) await add({}, words('boat boat'));
        const past = await add({ occurredAt: noon - 5_000 }, words('boat and many other words around it'));
        await finish((claim) => [claim.id === past.id ? vector(0, 1) : vector(0)]);
        const asked = { words: ['boat'], vector: vector(0), limit: 4 };
        expect(ids(await find(asked))).not.toContain(past.id);
        const times = [{ from: noon - 5_000, to: noon - 4_999 }];
        expect(ids(await find({ ...asked, times }))).toContain(past.id);
        expect(ids(await find({ ...asked, words: [], times }))).toContain(past.id);
        expect(ids(await find({ ...asked, times: [{ from: noon - 6_000, to: noon - 5_000 }] }))).not.toContain(past.id);
        expect(ids(await find({ ...asked, times, scope: { agentId: 'other' } }))).toEqual([]);
        expect(ids(await find({ times }))).toEqual([]);
        expect(ids(await find({ times, timesAreAll: true }))).toEqual([past.id]);
        const newest = await add({ occurredAt: noon - 5_000 }, words('x'));
        expect(ids(await find({ times, timesAreAll: true, limit: 1 }))).toEqual([newest.id]);
      });

      it('holds filters to the letter, however many there are and however few they leave', async () => {
        const label = (number: number) => `["k",${number}]`;
        const all = Array.from({ length: 12 }, (_, number) => label(number));
        const whole = await add({}, words('boat', all));
        for (let left = 0; left < 12; left++)
          await add(
            {},
            words(
              'boat',
              all.filter((_, at) => at !== left),
            ),
          );
        for (let i = 0; i < 600; i++) await add({}, words('boat', [...new Set([label(0), label(i % 12)])]));
        const every = all.map((one) => [one]);
        expect(ids(await find({ words: ['boat'], scope: { labels: every } }))).toEqual([whole.id]);
        const most = await find({ words: ['boat'], scope: { labels: [[label(0)]] } });
        expect(most).toMatchObject({ scopeSize: 612, documentFrequencies: [612] });
        const either = await find({ words: ['boat'], scope: { labels: [[label(0)], [label(3), label(4)]] } });
        expect(either.scopeSize).toBe(13 - 1 + 100);
        const missing = Array.from({ length: 3_000 }, (_, number) => `["none",${number}]`);
        const long = [...missing, label(3), label(4)];
        const any = await find({ words: ['boat'], scope: { labels: [[label(0)], long] } });
        expect(any.scopeSize).toBe(112);
        expect(any.candidates).toHaveLength(10);
        expect((await find({ words: ['boat'], scope: { labels: [long, ...every] } })).scopeSize).toBe(1);
      });

      it('says when a text was told: when it happened, or when it was changed if that was later', async () => {
        const { id } = await add({ occurredAt: noon - 1_000 }, words('boat'));
        expect((await find({ words: ['boat'] })).candidates).toMatchObject([{ toldAt: noon - 1_000 }]);
        const change = { ownerId: ana, id, metadata: {}, index: emptyMetadataIndex };
        const text = newText(null, 'boat');
        await store.change({ ...change, expectedVersion: 1, updatedAt: noon + 5, text }, unlimited);
        await store.change({ ...change, expectedVersion: 2, updatedAt: noon + 9, text: null }, unlimited);
        expect((await find({ words: ['boat'] })).candidates).toMatchObject([
          { toldAt: noon + 5, occurredAt: noon - 1_000 },
        ]);
      });

      it('includes what is asked for by id, if the scope holds it', async () => {
        const [other, wanted] = [await add({}, words('boat')), await add({ agentId: 'a' }, words('rain'))];
        const foreign = await add({ ownerId: bo }, words('rain'));
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
        expect(few.candidates.map(({ wordCounts }) => wordCounts.join('')).sort()).toEqual([
          '100',
          '100',
          '110',
          '110',
        ]);
        expect((await find({ ...query, scope: { agentId: 'few' }, limit: 3 })).candidates).toHaveLength(3);
        const many = await find({ ...query, scope: { agentId: 'many' } });
        expect(many).toMatchObject({ scopeSize: 130, documentFrequencies: [87, 44, 0] });
        expect(many.candidates).toHaveLength(87);
        const scope = { agentId: 'few' };
        expect((await find({ vector: vector(0), scope, limit: 100 })).candidates).toHaveLength(6);
      });

      itAtOnce('answers searches of two owners at once, each from its own memories', async () => {
        const owners = [ana, bo];
        for (let n = 0; n < 40; n++) {
          const ownerId = owners[n % 2] as string;
          await add({ ownerId, userId: ownerId, agentId: `agent-${n % 4}` }, words(ownerId === ana ? 'boat' : 'sea'));
        }
        await finish((claim) => [vector(claim.ownerId === ana ? 0 : 4, 0.5)]);
        const found = await Promise.all(
          Array.from({ length: 30 }, async (_, n) => {
            const ownerId = owners[n % 2] as string;
            const scope = n % 3 === 0 ? { ownerId } : { ownerId, agentId: `agent-${n % 2}` };
            return {
              ownerId,
              scope,
              found: await find({ words: ['boat', 'sea'], vector: vector(0), scope, limit: 50 }),
            };
          }),
        );
        for (const { ownerId, scope, found: one } of found) {
          const size = 'agentId' in scope ? 10 : 20;
          expect(one.candidates).toHaveLength(size);
          expect(one.scopeSize).toBe(size);
          expect(one.documentFrequencies).toEqual(ownerId === ana ? [size, 0] : [0, size]);
          const cosine = ownerId === ana ? Math.cos(0.5) : 0;
          for (const candidate of one.candidates) expect(candidate.cosine).toBeCloseTo(cosine, 1);
        }
      });

      itAtOnce(
        'never finds what has gone, nor misses what has come, however many searches and writes overlap',
        async () => {
          const there: string[] = [];
          for (let n = 0; n < 30; n++) there.push((await add({}, words('boat'))).id);
          await finish(() => [vector(0)]);
          for (let round = 0; round < 10; round++) {
            const searches = Array.from({ length: 4 }, () => find({ words: ['boat'], vector: vector(0), limit: 100 }));
            const gone = there.shift() as string;
            const [, come] = await Promise.all([store.remove(ana, gone), add({}, words('boat'))]);
            there.push(come.id);
            for (const { candidates, scopeSize } of await Promise.all(searches)) {
              expect([29, 30, 31]).toContain(scopeSize);
              expect(candidates).toHaveLength(scopeSize);
            }
            expect(ids(await find({ words: ['boat'], vector: vector(0), limit: 100 }))).toEqual([...there].sort());
            await finish(() => [vector(0)]);
          }
        },
      );

      describe('turns of a conversation', () => {
        const said = (word: string, changes: Partial<Memory> = {}, speaker: string | null = 'Ana') =>
          add({ runId: 'monday', ...changes }, words(word, [], speaker));
        const inOrder = ({ candidates }: Candidates) =>
          candidates
            .toSorted((a, b) => (a.turn?.position ?? -1) - (b.turn?.position ?? -1))
            .map(({ id, isContext }) => ({ id, isContext }));

        it('come with the two before and after as candidates, and two more as context', async () => {
          const turns: Memory[] = [];
          for (let n = 0; n < 12; n++) turns.push(await said(n === 5 ? 'boat' : 'rain'));
          const found = await find({ words: ['boat'] });
          expect(inOrder(found)).toEqual(turns.slice(1, 10).map(({ id }, at) => ({ id, isContext: at < 2 || at > 6 })));
          expect(found.candidates.map(({ turn }) => turn?.position).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
          expect(new Set(found.candidates.map(({ turn }) => turn?.run)).size).toBe(1);
          expect(found.candidates[0]?.turn?.speaker).toBe('Ana');
        });

        it('stand in the order in which they happened, however they were written', async () => {
          const times = [3, 1, 5, 2, 4];
          const turns = new Map<number, string>();
          for (const time of times) turns.set(time, (await said('boat', { occurredAt: noon + time })).id);
          const asOfOneTime = await said('boat', { occurredAt: noon + 3 });
          const found = await find({ words: ['boat'] });
          expect(inOrder(found).map(({ id }) => id)).toEqual([
            ...[1, 2, 3].map((time) => turns.get(time)),
            asOfOneTime.id,
            ...[4, 5].map((time) => turns.get(time)),
          ]);
        });

        it('are those of the same user and agent only, whatever the run is called, and of the scope', async () => {
          const asked = await said('boat', { agentId: 'a' });
          await said('rain', { agentId: 'b' });
          await said('rain', { agentId: 'a', userId: 'u' });
          await said('rain', { agentId: 'a', runId: 'tuesday' });
          await said('rain', { agentId: 'a' }, null);
          const near = await said('rain', { agentId: 'a' });
          expect(ids(await find({ words: ['boat'] }))).toEqual([asked.id, near.id]);
          const labelled = await add({ agentId: 'a', runId: 'monday' }, words('boat', ['l'], 'Ana'));
          expect(ids(await find({ words: ['boat'], scope: { labels: [['l']] } }))).toEqual([labelled.id]);
        });

        it('close ranks when one goes, and follow a change of what they are', async () => {
          const first = await said('boat');
          const second = await said('rain');
          const third = await said('snow');
          await find({ words: ['boat'] });
          await store.remove(ana, second.id);
          expect(inOrder(await find({ words: ['boat'] })).map(({ id }) => id)).toEqual([first.id, third.id]);
          const change = (id: string, expectedVersion: number, speaker: string | null) =>
            store.change(
              {
                ownerId: ana,
                id,
                expectedVersion,
                updatedAt: noon,
                metadata: {},
                index: emptyMetadataIndex,
                text: newText(speaker, 'boat'),
              },
              unlimited,
            );
          await change(first.id, 1, null);
          const found = await find({ words: ['boat'] });
          expect(found.candidates).toMatchObject([{ id: first.id, turn: null }]);
          await change(first.id, 2, 'Bo');
          expect(inOrder(await find({ words: ['boat'] })).map(({ id }) => id)).toEqual([first.id, third.id]);
        });
      });

      it('counts memories and words of a scope without looking for anything', async () => {
        await add({ agentId: 'a' }, words('boat house'));
        await add({ agentId: 'b' }, words('boat'));
        await add({ ownerId: bo }, words('boat'));
        expect(await store.wordStatistics({ ownerId: ana }, ['boat', 'house', 'sea'])).toEqual({
          scopeSize: 2,
          documentFrequencies: [2, 1, 0],
        });
        expect(await store.wordStatistics({ ownerId: ana, agentId: 'b' }, ['house'])).toEqual({
          scopeSize: 1,
          documentFrequencies: [0],
        });
        expect(await store.wordStatistics({ ownerId: 'acct_nobody' }, ['boat'])).toEqual({
          scopeSize: 0,
          documentFrequencies: [0],
        });
      });

      it('takes query words as plain words, whatever they mean to a search engine', async () => {
        const { id } = await add({}, words('near or not'));
        expect(ids(await find({ words: ['near', 'or', 'not'] }))).toEqual([id]);
      });
    });

    describe('extraction', () => {
      const extraction = { duplicateOf: null, extractedIds: [], originalText: null };
      const sees = async (id: string, word: string) => ({
        list: (await store.list({ scope: { ownerId: ana }, limit: 10 })).memories.some((one) => one.id === id),
        words: (await find({ words: [word] })).candidates.some((one) => one.id === id),
        tally: (await store.tally({ scope: { ownerId: ana }, limit: 10, idsMost: 10 })).projects.some(({ memoryIds }) =>
          memoryIds.includes(id),
        ),
      });
      async function addForExtraction(changes: Partial<Memory> = {}): Promise<Claim> {
        const index = { ...words('raw text'), projects: ['apollo'] };
        await add({ infer: true, text: 'raw text', metadata: { project: 'apollo' }, ...changes }, index);
        const [one] = await claim();
        return one as Claim;
      }

      itRest('hands out at most as many memories to extract from as asked for, and others beside them', async () => {
        const [first, second] = [await add({ infer: true }), await add({ infer: true, userId: 'zoe' })];
        const plain = await add();
        const some = await claim({ extractions: 1 });
        expect(some.map(({ id, infer }) => [id, infer])).toEqual([
          [first.id, true],
          [plain.id, false],
        ]);
        expect(await claim({ extractions: 0 })).toEqual([]);
        expect((await claim()).map(({ id }) => id)).toEqual([second.id]);
      });

      itRest(
        'hands out one memory of a user at a time to extract from, whoever asks, and those of others beside it',
        async () => {
          const ofAna = [await add({ infer: true }), await add({ infer: true }), await add({ infer: true })];
          const ofZoe = [await add({ infer: true, userId: 'zoe' }), await add({ infer: true, userId: 'zoe' })];
          const ofBo = await add({ infer: true, ownerId: bo, userId: ana });
          const idsOf = (claims: Claim[]) => claims.map(({ id }) => id).toSorted();
          const claims = (await Promise.all([claim(), claim(), claim()])).flat();
          expect(idsOf(claims)).toEqual([ofAna[0]?.id, ofZoe[0]?.id, ofBo.id]);
          expect(await claim()).toEqual([]);
          // Nobody knows who of those that ask at once gets which.
          const [first, other] = [ofAna, ofZoe].map(([oldest]) => claims.find(({ id }) => id === oldest?.id)) as [
            Claim,
            Claim,
          ];
          await store.release([first], noon + 5);
          expect(idsOf(await claim())).toEqual([ofAna[1]?.id]);
          const failure = { code: 'c', message: 'm' };
          await store.fail([{ claim: other, failure, refusal: true, retryAt: null }]);
          expect(idsOf(await claim())).toEqual([ofZoe[1]?.id]);
          // Leases that have ended are given to others, still one at a time.
          expect(await claim({ now: noon + 1_000 })).toHaveLength(3);
          expect(await claim({ now: noon + 1_500 })).toEqual([]);
        },
      );

      itRest(
        'hands out one memory of a user at a time also to workers that ask while another is being handed one',
        async () => {
          for (let n = 0; n < 12; n++) await add({ infer: true });
          const asked = Array.from({ length: 12 }, async (_, n) => {
            await new Promise((resolve) => setTimeout(resolve, n * 7));
            return claim();
          });
          expect((await Promise.all(asked)).flat()).toHaveLength(1);
        },
      );

      const ends: [string, (one: Claim) => Promise<unknown>][] = [
        [
          'is settled',
          (one: Claim) =>
            store.settleExtraction({
              claim: one,
              at: noon,
              reliesOn: [],
              kind: 'raw',
              metadata: {},
              index: emptyMetadataIndex,
            }),
        ],
        ['is removed', (one: Claim) => store.remove(ana, one.id)],
        [
          'gets another text',
          (one: Claim) =>
            store.change(
              {
                ownerId: ana,
                id: one.id,
                expectedVersion: 1,
                updatedAt: noon,
                metadata: {},
                index: emptyMetadataIndex,
                text: newText(),
              },
              unlimited,
            ),
        ],
      ];
      for (const [how, end] of ends) {
        itRest(`hands out the next memory of a user to extract from when the one before ${how}`, async () => {
          const one = await addForExtraction();
          const next = await add({ infer: true });
          expect(await claim()).toEqual([]);
          await end(one);
          expect((await claim()).map(({ id }) => id)).toContain(next.id);
        });
      }

      itRest('lets the users of an owner take turns, however much one of them has waiting', async () => {
        for (let n = 0; n < 20; n++) await add({ infer: true, userId: 'busy', nextAttemptAt: noon - 100 });
        const [late, plain] = [await add({ infer: true, userId: 'late' }), await add({ userId: 'late' })];
        const claims = await claim({ limit: 4, extractions: 2 });
        expect(claims.map(({ id }) => id)).toEqual(expect.arrayContaining([late.id, plain.id]));
        await store.release(claims, noon);
        const served = [];
        for (let n = 0; n < 4; n++) {
          const [one] = (await claim({ limit: 1, extractions: 1, characters: 1e6 })).filter(({ infer }) => infer);
          if (!one) continue;
          served.push(one.userId);
          await store.release([one], noon);
        }
        expect(new Set(served)).toEqual(new Set(['busy', 'late']));
      });

      it('sets a memory aside: it is ready, and reached by its id only', async () => {
        const one = await addForExtraction();
        expect(await sees(one.id, 'raw')).toEqual({ list: true, words: true, tally: true });
        const found = { ...extraction, duplicateOf: 'mem_other' };
        const result = {
          claim: one,
          at: noon,
          reliesOn: [],
          kind: 'aside',
          outcome: 'duplicate',
          extraction: found,
          completed: [],
        } as const;
        expect(await store.settleExtraction(result)).toBe('written');
        expect(await store.get(ana, one.id)).toMatchObject({
          status: 'ready',
          outcome: 'duplicate',
          infer: false,
          isAside: true,
          extraction: found,
          nextAttemptAt: null,
        });
        expect(await sees(one.id, 'raw')).toEqual({ list: false, words: false, tally: false });
        expect((await store.wordStatistics({ ownerId: ana }, ['raw'])).scopeSize).toBe(0);
        expect((await find({ words: ['raw'], include: one.id })).candidates).toEqual([]);
        expect(await store.settleExtraction(result)).toBe('stale');
        expect(await store.remove(ana, one.id)).toEqual({ kind: 'written' });
      });

      it('stores facts, adds and completes memories in one step, each found by its own words only', async () => {
        const older = await add({ text: 'old fact', sourceMemoryId: 'mem_source' }, words('old fact'));
        await finish(() => [vector(1)]);
        const one = await addForExtraction();
        const added = memory({ text: 'second fact', sourceMemoryId: one.id });
        const own = { ...extraction, extractedIds: [one.id, added.id, older.id], originalText: 'raw text' };
        expect(
          await store.settleExtraction({
            claim: one,
            at: noon + 5,
            reliesOn: [],
            kind: 'facts',
            text: 'first fact',
            index: makeTextIndex(['first', 'fact']),
            extraction: own,
            added: [{ memory: added, index: words('second fact') }],
            completed: [{ id: older.id, expectedVersion: 1, text: 'newer', index: makeTextIndex(['newer']) }],
          }),
        ).toBe('written');
        expect(await store.get(ana, one.id)).toMatchObject({
          text: 'first fact',
          status: 'pending',
          outcome: null,
          version: 1,
        });
        expect(await store.get(ana, older.id)).toMatchObject({
          text: 'newer',
          status: 'pending',
          version: 2,
          textChangedAt: noon + 5,
        });
        const found = async (word: string) => (await find({ words: [word] })).candidates.map(({ id }) => id).toSorted();
        expect(await found('fact')).toEqual([one.id, added.id].toSorted());
        expect([await found('raw'), await found('old'), await found('newer')]).toEqual([[], [], [older.id]]);
        const due = await claim({ now: noon + 5 });
        expect(due.map(({ id, infer }) => [id, infer]).toSorted()).toEqual(
          [one.id, added.id, older.id].map((id) => [id, false]).toSorted(),
        );
        const results = due.map((given) => ({ claim: given, embedderId, vectors: [vector(2)], entities: [] }));
        await store.complete(results);
        expect(await store.get(ana, one.id)).toMatchObject({ status: 'ready', outcome: 'extracted', extraction: own });
        expect(await store.get(ana, added.id)).toMatchObject({
          status: 'ready',
          outcome: 'stored',
          sourceMemoryId: one.id,
        });
      });

      itRest('writes nothing at all when a memory to be completed changed or went meanwhile', async () => {
        const older = await add({ text: 'old fact' });
        await finish(() => []);
        const one = await addForExtraction();
        const completed = [{ id: older.id, expectedVersion: 7, text: 'newer', index: makeTextIndex(['newer']) }];
        const result = {
          claim: one,
          at: noon,
          reliesOn: [],
          kind: 'aside',
          outcome: 'extracted',
          extraction,
          completed,
        } as const;
        expect(await store.settleExtraction(result)).toBe('conflict');
        await store.remove(ana, older.id);
        expect(await store.settleExtraction(result)).toBe('conflict');
        expect(await store.get(ana, one.id)).toMatchObject({ status: 'pending', infer: true, isAside: false });
      });

      itRest('writes nothing when what the result relies on changed, went, or was set aside meanwhile', async () => {
        const same = await add({ text: 'says the same' });
        await finish(() => []);
        const one = await addForExtraction();
        const aside = { claim: one, at: noon, kind: 'aside', outcome: 'duplicate', extraction, completed: [] } as const;
        const settle = (reliesOn: { id: string; version: number }[]) => store.settleExtraction({ ...aside, reliesOn });
        const metadata = { project: 'written meanwhile' };
        const change = { ownerId: ana, id: one.id, expectedVersion: 1, updatedAt: noon, metadata, text: null };
        await store.change({ ...change, index: emptyMetadataIndex }, unlimited);
        expect(await settle([{ id: one.id, version: 1 }])).toBe('conflict');
        expect(await settle([{ id: same.id, version: 7 }])).toBe('conflict');
        await store.remove(ana, same.id);
        expect(await settle([{ id: same.id, version: 1 }])).toBe('conflict');
        expect(await settle([{ id: 'mem_of_nobody', version: 1 }])).toBe('conflict');
        expect(await store.get(ana, one.id)).toMatchObject({
          status: 'pending',
          infer: true,
          isAside: false,
          metadata,
        });
        expect(await settle([{ id: one.id, version: 2 }])).toBe('written');
      });

      itRest('keeps the text as it is with metadata that say why, and it goes round ingest as usual', async () => {
        const one = await addForExtraction();
        const metadata = { project: 'apollo', infer_fallback_reason: 'llm_failed' };
        const index = { labels: ['why'], projects: ['apollo'], tagWords: ['apollo'] };
        const at = noon + 60_000;
        expect(await store.settleExtraction({ claim: one, at, reliesOn: [], kind: 'raw', metadata, index })).toBe(
          'written',
        );
        expect(await store.get(ana, one.id)).toMatchObject({
          text: 'raw text',
          metadata,
          infer: false,
          status: 'pending',
        });
        const labelled = await store.list({ scope: { ownerId: ana, labels: [['why']] }, limit: 1 });
        expect(labelled.memories).toHaveLength(1);
        // What it waited for the language model does not count against the embedder.
        const claims = await claim({ now: at });
        expect(claims).toMatchObject([{ id: one.id, infer: false, pendingSince: at }]);
        await store.release(claims, noon);
        await finish(() => [vector(1)]);
        expect(await store.get(ana, one.id)).toMatchObject({ status: 'ready', outcome: 'stored', extraction: null });
      });

      itRest('drops a result whose memory was changed or deleted meanwhile', async () => {
        const one = await addForExtraction();
        const change = {
          ownerId: ana,
          id: one.id,
          expectedVersion: 1,
          updatedAt: noon,
          metadata: {},
          index: emptyMetadataIndex,
        };
        await store.change({ ...change, text: newText() }, unlimited);
        const result = {
          claim: one,
          at: noon,
          reliesOn: [],
          kind: 'aside',
          outcome: 'nothing_to_store',
          extraction,
          completed: [],
        } as const;
        expect(await store.settleExtraction(result)).toBe('stale');
        expect(await store.get(ana, one.id)).toMatchObject({ text: 'new', infer: false, isAside: false });
        await store.remove(ana, one.id);
        expect(await store.settleExtraction(result)).toBe('stale');
      });

      it('brings a memory back that was set aside when it gets a text of its own, and not for metadata', async () => {
        const one = await addForExtraction();
        await store.settleExtraction({
          claim: one,
          at: noon,
          reliesOn: [],
          kind: 'aside',
          outcome: 'nothing_to_store',
          extraction,
          completed: [],
        });
        const index = { ...emptyMetadataIndex, projects: ['apollo'], tagWords: ['apollo'] };
        const change = { ownerId: ana, id: one.id, updatedAt: noon, metadata: { project: 'apollo' }, index };
        await store.change({ ...change, expectedVersion: 1, text: null }, unlimited);
        expect(await sees(one.id, 'apollo')).toEqual({ list: false, words: false, tally: false });
        await store.change({ ...change, expectedVersion: 2, text: newText() }, unlimited);
        expect(await sees(one.id, 'new')).toEqual({ list: true, words: true, tally: true });
        expect(await store.get(ana, one.id)).toMatchObject({ isAside: false, extraction: null, outcome: null });
      });

      it('frees the user and the project of what is set aside, and needs room for both to bring it back', async () => {
        const most: Allowance = { ...unlimited, endUsers: 1, projects: 1 };
        const used = async () => {
          const { endUsers, projects } = await under.usage.usage(ana, unlimited.month);
          return { endUsers, projects };
        };
        const index = { ...words('raw text'), projects: ['apollo'] };
        const cleo = { userId: 'cleo', metadata: { project: 'apollo' } };
        const first = memory({ ...cleo, infer: true });
        await store.insert(first, index, most);
        const [one] = (await claim()) as [Claim];
        const aside = { at: noon, reliesOn: [], kind: 'aside', outcome: 'nothing_to_store', extraction } as const;
        const second = memory(cleo);
        await store.insert(second, index, most);
        await store.settleExtraction({ ...aside, claim: one, completed: [] });
        expect(await used()).toEqual({ endUsers: 1, projects: 1 });
        await store.remove(ana, second.id);
        expect(await used()).toEqual({ endUsers: 0, projects: 0 });

        const dan = memory({ userId: 'dan' });
        expect(await store.insert(dan, words('boat'), most)).toEqual({ kind: 'written' });
        const change = { ownerId: ana, id: first.id, expectedVersion: 1, updatedAt: noon, metadata: {} };
        const back = { ...change, index: { ...emptyMetadataIndex, projects: ['apollo'] }, text: newText() };
        expect(await store.change(back, most)).toEqual({ kind: 'over_limit', limit: 'end_users' });
        expect(await used()).toEqual({ endUsers: 1, projects: 0 });
        await store.remove(ana, dan.id);
        const inOther = memory();
        await store.insert(inOther, { ...words('boat'), projects: ['gemini'] }, most);
        expect(await store.change(back, most)).toEqual({ kind: 'over_limit', limit: 'projects' });
        await store.remove(ana, inOther.id);
        expect(await store.change(back, most)).toEqual({ kind: 'written' });
        expect(await used()).toEqual({ endUsers: 1, projects: 1 });
        await store.remove(ana, first.id);
        expect(await used()).toEqual({ endUsers: 0, projects: 0 });
      });

      it('forgets that a fact was extracted when somebody gives it another text, and not for metadata', async () => {
        const fact = await add({ sourceMemoryId: 'mem_source' });
        const change = { ownerId: ana, id: fact.id, updatedAt: noon, metadata: {}, index: emptyMetadataIndex };
        await store.change({ ...change, expectedVersion: 1, text: null }, unlimited);
        expect(await store.get(ana, fact.id)).toMatchObject({ sourceMemoryId: 'mem_source' });
        await store.change({ ...change, expectedVersion: 2, text: newText() }, unlimited);
        expect(await store.get(ana, fact.id)).toMatchObject({ sourceMemoryId: null });
      });

      it('takes no place away with a memory that is deleted after it was set aside', async () => {
        const one = await addForExtraction({ userId: 'cleo' });
        await add({ userId: 'cleo' });
        const aside = { at: noon, reliesOn: [], kind: 'aside', outcome: 'nothing_to_store', extraction } as const;
        await store.settleExtraction({ ...aside, claim: one, completed: [] });
        await store.remove(ana, one.id);
        expect(await under.usage.usage(ana, unlimited.month)).toMatchObject({ endUsers: 1 });
      });

      it('needs no room and counts nothing for facts, which are in the places of the write', async () => {
        const most: Allowance = { ...unlimited, memoryWrites: 1, endUsers: 1, projects: 1 };
        const metadata = { project: 'apollo' };
        const index = { ...words('raw text'), projects: ['apollo'] };
        const written = memory({ userId: 'cleo', infer: true, metadata });
        await store.insert(written, index, most);
        const [one] = (await claim()) as [Claim];
        const added = memory({ userId: 'cleo', metadata, sourceMemoryId: written.id });
        const facts = {
          kind: 'facts',
          text: 'fact',
          index: makeTextIndex(['fact']),
          extraction,
          completed: [],
        } as const;
        const result = { ...facts, claim: one, at: noon, reliesOn: [], added: [{ memory: added, index }] };
        expect(await store.settleExtraction(result)).toBe('written');
        const used = { memoryWrites: 1, memorySearches: 0, endUsers: 1, projects: 1 };
        expect(await under.usage.usage(ana, most.month)).toEqual(used);
        await store.remove(ana, written.id);
        expect(await under.usage.usage(ana, most.month)).toEqual(used);
        await store.remove(ana, added.id);
        expect(await under.usage.usage(ana, most.month)).toMatchObject({ endUsers: 0, projects: 0 });
      });
    });

    describeRest('ingest', () => {
      it('hands a due memory to one worker only, and again when the lease has ended', async () => {
        const { id } = await add();
        const [first, second] = await Promise.all([claimed(), claimed()]);
        expect([...first, ...second].map((claim) => claim.id)).toEqual([id]);
        expect(await store.get(ana, id)).toMatchObject({ status: 'pending', attempts: 1 });
        const again = await claim({ limit: 10, now: noon + 1_000, leaseMs: 1_000 });
        expect(again.map(({ attempts }) => attempts)).toEqual([2]);
      });

      it('hands out the oldest first, no more than asked, and nothing that is not due', async () => {
        await add({ nextAttemptAt: noon + 1 });
        const later = await add({ nextAttemptAt: noon });
        const earlier = await add({ nextAttemptAt: noon - 1 });
        const claims = await claim({ limit: 1, now: noon, leaseMs: 1_000 });
        expect(claims.map(({ id }) => id)).toEqual([earlier.id]);
        expect((await claimed()).map(({ id }) => id)).toEqual([later.id]);
      });

      it('gives every owner a turn, however much another has waiting', async () => {
        for (let n = 0; n < 20; n++) await add({ nextAttemptAt: noon - 100 });
        const late = await add({ ownerId: bo, userId: bo });
        expect((await claim({ limit: 4 })).map(({ id }) => id)).toContain(late.id);
      });

      it('stops when it has handed out as much text as asked for', async () => {
        const long = { ...words('boat'), characters: 100 };
        for (let n = 0; n < 5; n++) await add({ text: 'x'.repeat(100) }, long);
        expect(await claim({ characters: 150 })).toHaveLength(2);
        expect(await claim({ characters: 1 })).toHaveLength(1);
      });

      it('hands the trace of the last request that made a memory pending to whoever claims it', async () => {
        const [first, second] = [
          '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
          '00-1af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-00',
        ];
        const traced = memory();
        await store.insert(traced, words('invoic'), unlimited, undefined, first);
        await add();
        const claims = await claimed();
        expect(claims.map(({ traceParent }) => traceParent)).toEqual([first, null]);
        const change = {
          ownerId: ana,
          id: traced.id,
          expectedVersion: 1,
          updatedAt: noon,
          metadata: {},
          index: emptyMetadataIndex,
        };
        await store.change({ ...change, text: newText() }, unlimited, undefined, second);
        const [again] = (await claimed()) as [Claim];
        expect(again.traceParent).toBe(second);
        await store.fail([{ claim: again, failure: { code: 'c', message: 'm' }, refusal: true, retryAt: null }]);
        await store.requeue(ana, traced.id, noon, undefined, first);
        expect(await claimed()).toMatchObject([{ traceParent: first }]);
      });

      it('keeps the facts of a memory in its trace', async () => {
        const traceParent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
        const written = memory({ infer: true });
        await store.insert(written, words('invoic'), unlimited, undefined, traceParent);
        const [one] = (await claimed()) as [Claim];
        const fact = memory({ sourceMemoryId: written.id });
        await store.settleExtraction({
          claim: one,
          at: noon,
          reliesOn: [],
          kind: 'facts',
          ...newText(),
          index: newText(),
          extraction: { duplicateOf: null, extractedIds: [], originalText: null },
          added: [{ memory: fact, index: words('invoic') }],
          completed: [],
        });
        expect((await claimed()).map((claim) => claim.traceParent)).toEqual([traceParent, traceParent]);
      });

      it('prolongs the lease of a memory under way, and touches none that was handed back or has changed', async () => {
        const [kept, back, changed] = [await add(), await add(), await add()];
        const claims = await claimed();
        await store.release(
          claims.filter(({ id }) => id === back.id),
          noon,
        );
        const change = { ownerId: ana, updatedAt: noon, metadata: {}, index: emptyMetadataIndex, text: newText() };
        await store.change({ ...change, id: changed.id, expectedVersion: 1 }, unlimited);
        await store.extend(claims, noon + 60_000);
        expect((await claim({ now: noon + 59_999 })).map(({ id }) => id).toSorted()).toEqual([back.id, changed.id]);
        expect(await claim({ now: noon + 60_000, limit: 1 })).toMatchObject([{ id: kept.id, attempts: 2 }]);
      });

      it('takes a memory back unfinished and hands it out again at once, without a mark against it', async () => {
        await add();
        const [first] = (await claimed()) as [Claim];
        expect(await claimed()).toEqual([]);
        await store.release([first], noon);
        expect(await claimed()).toMatchObject([{ id: first.id, attempts: 2, refusals: 0, interruptions: 0 }]);
      });

      it('counts refusals apart from other attempts', async () => {
        await add();
        const failure = { code: 'c', message: 'm' };
        for (const refusal of [false, true]) {
          const [taken] = (await claimed()) as [Claim];
          await store.fail([{ claim: taken, failure, refusal, retryAt: noon }]);
        }
        expect(await claimed()).toMatchObject([{ attempts: 3, refusals: 1 }]);
      });

      it('makes a memory ready with its entities', async () => {
        const { id } = await add();
        const [claim] = (await claimed()) as [Claim];
        const entities = [{ name: 'Ana', kind: 'name' }];
        await store.complete([{ claim, embedderId, vectors: [vector(0)], entities }]);
        expect(await store.get(ana, id)).toMatchObject({
          status: 'ready',
          outcome: 'stored',
          entities,
          nextAttemptAt: null,
        });
        expect(await store.backlog()).toEqual({ pending: 0, failed: 0, oldestPendingAt: null });
      });

      it('drops a result for a text that has changed, and for a memory that has gone', async () => {
        const [changed, gone] = [await add(), await add()];
        const claims = await claimed();
        const text = newText();
        await store.change(
          {
            ownerId: ana,
            id: changed.id,
            expectedVersion: 1,
            updatedAt: noon,
            metadata: {},
            index: emptyMetadataIndex,
            text,
          },
          unlimited,
        );
        await store.remove(ana, gone.id);
        const results = claims.map((claim) => ({
          claim,
          embedderId,
          vectors: [vector(0)],
          entities: [],
        }));
        expect(await store.complete(results)).toEqual([]);
        expect(
          await store.fail(
            claims.map((claim) => ({ claim, failure: { code: 'c', message: 'm' }, refusal: true, retryAt: null })),
          ),
        ).toEqual([]);
        expect(await store.get(ana, changed.id)).toMatchObject({ status: 'pending', attempts: 0 });
        expect(await store.get(ana, gone.id)).toBeUndefined();
        expect(ids(await find({ vector: vector(0) }))).toEqual([]);
      });

      it('keeps a result when only the metadata changed meanwhile', async () => {
        const { id } = await add();
        const [claim] = (await claimed()) as [Claim];
        await store.change(
          {
            ownerId: ana,
            id,
            expectedVersion: 1,
            updatedAt: noon,
            metadata: { a: 1 },
            index: emptyMetadataIndex,
            text: null,
          },
          unlimited,
        );
        await store.complete([{ claim, embedderId, vectors: [vector(0)], entities: [] }]);
        expect(await store.get(ana, id)).toMatchObject({ status: 'ready', metadata: { a: 1 } });
      });

      it('takes a second result of the same claim as done already', async () => {
        await add();
        const [claim] = (await claimed()) as [Claim];
        const result = { claim, embedderId, vectors: [vector(0)], entities: [] };
        expect(await store.complete([result])).toHaveLength(1);
        expect(await store.complete([result])).toEqual([]);
      });

      it('shows a postponed failure as pending and a final one as failed, until it is sent round again', async () => {
        const { id } = await add();
        const failure = { code: 'embedder_unavailable', message: 'down' };
        const [claim] = (await claimed()) as [Claim];
        await store.fail([{ claim, failure, refusal: true, retryAt: noon + 500 }]);
        expect(await store.get(ana, id)).toMatchObject({
          status: 'pending',
          failure,
          nextAttemptAt: noon + 500,
          attempts: 1,
        });
        const [second] = (await store.claim({
          limit: 1,
          extractions: 1,
          characters: 1,
          now: noon + 500,
          leaseMs: 1,
          suspectAfter: 3,
          suspect: false,
        })) as [Claim];
        await store.fail([{ claim: second, failure, refusal: true, retryAt: null }]);
        expect(await store.get(ana, id)).toMatchObject({ status: 'failed', failure, nextAttemptAt: null, attempts: 2 });
        expect(await store.backlog()).toEqual({ pending: 0, failed: 1, oldestPendingAt: null });
        expect(await store.requeue(ana, id, noon + 900)).toEqual({ kind: 'written' });
        expect(await store.requeue(ana, id, noon + 900)).toEqual({ kind: 'stale' });
        expect(await store.get(ana, id)).toMatchObject({
          status: 'pending',
          failure: null,
          attempts: 0,
          nextAttemptAt: noon + 900,
        });
        expect(await store.backlog()).toEqual({ pending: 1, failed: 0, oldestPendingAt: noon + 900 });
      });

      it('still finds a failed memory by its words', async () => {
        const { id } = await add({}, words('boat'));
        const [claim] = (await claimed()) as [Claim];
        await store.fail([{ claim, failure: { code: 'c', message: 'm' }, refusal: true, retryAt: null }]);
        expect(ids(await find({ words: ['boat'] }))).toEqual([id]);
      });
    });

    describe('moving to another embedder', () => {
      const newId = 'new-embedder@1';
      function claimOutdated(options: Partial<OutdatedQuery> = {}): Promise<OutdatedMemory[]> {
        const plain = { embedderId: newId, limit: 100, characters: 1e6, now: noon, leaseMs: 1_000, suspectAfter: 2 };
        return store.claimOutdated({ ...plain, ...options });
      }
      /** Ready, with a vector of the old embedder. */
      async function addReady(changes: Partial<Memory> = {}, index = words('boat')): Promise<Memory> {
        const added = await add(changes, index);
        await finish(() => [vector(0)]);
        return added;
      }
      const moved = (memory: OutdatedMemory, vectors = [vector(1)]): NewVectors => ({
        memory,
        embedderId: newId,
        vectors,
      });
      const findNew = (more: object = {}) => find({ vector: vector(1), embedder: newId, ...more });
      const idsOf = (memories: readonly { id: string }[]) => memories.map(({ id }) => id);

      itRest('hands out what is ready and of another embedder, and nothing else', async () => {
        const { id } = await addReady({ messages: [{ role: 'user', content: 'The invoices go out on Fridays' }] });
        const pending = await add();
        expect(await claimOutdated({ embedderId })).toEqual([]);
        expect(await store.countOutdated(embedderId)).toBe(0);
        expect(await store.hasOutdated(ana, embedderId)).toBe(false);
        expect(await store.countOutdated(newId)).toBe(1);
        expect([await store.hasOutdated(ana, newId), await store.hasOutdated(bo, newId)]).toEqual([true, false]);
        const [claimed, ...more] = await claimOutdated();
        expect(more).toEqual([]);
        const { text, messages } = (await store.get(ana, id)) as Memory;
        expect(claimed).toMatchObject({ id, ownerId: ana, text, messages, attempts: 0 });
        expect(await store.embedderOf(ana, id)).toBe(embedderId);
        expect(await store.embedderOf(bo, id)).toBeNull();
        expect(await store.embedderOf(ana, pending.id)).toBeNull();
      });

      it('puts the new vectors in the place of the old ones and changes nothing else', async () => {
        const { id } = await addReady();
        const before = await store.get(ana, id);
        const outdated = await claimOutdated();
        expect(ids(await findNew())).toEqual([]);
        expect(ids(await findNew({ words: ['boat'] }))).toEqual([id]);
        expect(await store.replaceVectors(outdated.map((one) => moved(one, [vector(2), vector(1)])))).toEqual([id]);
        expect(await store.get(ana, id)).toEqual(before);
        const [found] = (await findNew()).candidates;
        expect(found).toMatchObject({ id, cosine: expect.closeTo(1, 1) });
        expect(ids(await find({ vector: vector(0) }))).toEqual([]);
        expect(await store.embedderOf(ana, id)).toBe(newId);
        expect([await store.countOutdated(newId), await store.hasOutdated(ana, newId)]).toEqual([0, false]);
        expect(await claimOutdated({ now: noon + 10_000 })).toEqual([]);
        // Back again, too.
        expect(idsOf(await claimOutdated({ embedderId }))).toEqual([id]);
      });

      itRest('hands a memory to one worker only, and again when the lease has ended', async () => {
        const { id } = await addReady();
        const claims = await Promise.all([claimOutdated(), claimOutdated(), claimOutdated()]);
        expect(claims.flat()).toHaveLength(1);
        expect(await claimOutdated({ now: noon + 999 })).toEqual([]);
        expect(await claimOutdated({ now: noon + 1_000 })).toEqual([expect.objectContaining({ id, attempts: 1 })]);
      });

      itRest('takes vectors once, whoever brings them first', async () => {
        const { id } = await addReady();
        const [first] = (await claimOutdated()) as [OutdatedMemory];
        const [second] = (await claimOutdated({ now: noon + 1_000 })) as [OutdatedMemory];
        const kept = await Promise.all([first, second].map((one) => store.replaceVectors([moved(one)])));
        expect(kept.flat()).toEqual([id]);
        expect((await findNew()).candidates).toHaveLength(1);
      });

      it('drops vectors of a text that changed meanwhile, and of a memory that went', async () => {
        const changed = await addReady();
        const gone = await addReady();
        const kept = await addReady();
        const outdated = await claimOutdated();
        expect(idsOf(outdated).sort()).toEqual([changed.id, gone.id, kept.id].sort());
        const change = { ownerId: ana, id: changed.id, expectedVersion: 1, updatedAt: noon, metadata: {} };
        await store.change({ ...change, index: emptyMetadataIndex, text: newText() }, unlimited);
        await store.remove(ana, gone.id);
        expect(await store.replaceVectors(outdated.map((one) => moved(one)))).toEqual([kept.id]);
        expect(ids(await findNew())).toEqual([kept.id]);
        expect(await store.get(ana, changed.id)).toMatchObject({ status: 'pending' });
        expect(await claimOutdated({ now: noon + 10_000 })).toEqual([]);
        expect(await store.countOutdated(newId)).toBe(0);
      });

      it('keeps vectors when only the metadata changed meanwhile, and finds them by the new ones', async () => {
        const { id } = await addReady();
        const outdated = await claimOutdated();
        const index = { ...emptyMetadataIndex, labels: ['["a",1]'] };
        const change = { ownerId: ana, id, expectedVersion: 1, updatedAt: noon, metadata: { a: 1 }, index, text: null };
        await store.change(change, unlimited);
        expect(await store.replaceVectors(outdated.map((one) => moved(one)))).toEqual([id]);
        expect(ids(await findNew({ scope: { labels: [['["a",1]']] } }))).toEqual([id]);
      });

      itRest(
        'hands back without a mark unless the memory was refused, and tries what is under suspicion alone',
        async () => {
          const { id } = await addReady();
          const handBack = async (at: number, refused: boolean) => {
            const outdated = await claimOutdated({ now: at, limit: 1 });
            await store.postponeOutdated(outdated, { at: at + 100, refused });
            return outdated.map(({ attempts }) => attempts);
          };
          expect(await handBack(noon, false)).toEqual([0]);
          expect(await handBack(noon + 99, false)).toEqual([]);
          expect(await handBack(noon + 100, true)).toEqual([0]);
          expect(await handBack(noon + 200, true)).toEqual([1]);
          const others = [await addReady(), await addReady()];
          const later = { now: noon + 1_000 };
          expect(idsOf(await claimOutdated(later)).sort()).toEqual(idsOf(others).sort());
          expect(await claimOutdated(later)).toEqual([expect.objectContaining({ id, attempts: 2 })]);
        },
      );

      it('counts a memory without vectors as moved, finds it by its words, and moves it to the next embedder', async () => {
        const { id } = await addReady();
        const outdated = await claimOutdated();
        expect(await store.replaceVectors(outdated.map((one) => moved(one, [])))).toEqual([id]);
        expect(await store.countOutdated(newId)).toBe(0);
        expect(await store.embedderOf(ana, id)).toBeNull();
        expect(ids(await findNew())).toEqual([]);
        expect(ids(await findNew({ words: ['boat'] }))).toEqual([id]);
        expect(await claimOutdated({ embedderId: 'third@1' })).toEqual([expect.objectContaining({ id, attempts: 0 })]);
      });

      itRest('serves owners in turn, and stops when it has handed out as many and as much as asked for', async () => {
        for (let i = 0; i < 6; i++) await addReady();
        await addReady({ ownerId: bo });
        const claims: OutdatedMemory[][] = [];
        for (let i = 0; i < 5; i++) claims.push(await claimOutdated({ limit: 2 }));
        expect(claims.map(({ length }) => length)).toEqual([2, 1, 2, 2, 0]);
        expect(new Set(idsOf(claims.flat()))).toHaveLength(7);
        expect(claims[1]?.[0]?.ownerId).toBe(bo);
        expect(await claimOutdated({ now: noon + 1_000, characters: 31 })).toHaveLength(2);
      });

      itRest('does not move what is set aside', async () => {
        const { id } = await add({ infer: true });
        const [claim] = (await claimed()) as [Claim];
        const extraction = { duplicateOf: null, extractedIds: [], originalText: null };
        const aside = { kind: 'aside', outcome: 'nothing_to_store', extraction, completed: [] } as const;
        expect(await store.settleExtraction({ claim, at: noon, reliesOn: [], ...aside })).toBe('written');
        expect([await store.countOutdated(newId), await claimOutdated()]).toEqual([0, []]);
        expect(await store.get(ana, id)).toMatchObject({ isAside: true });
      });
    });

    itRest('says that it works when it works', async () => {
      await expect(store.probe()).resolves.toEqual([]);
    });

    itRest('refuses everything once closed, instead of answering with nothing', async () => {
      await under.close();
      await expect(store.insert(memory(), words('a'), unlimited)).rejects.toThrow();
      await expect(store.list({ scope: { ownerId: ana }, limit: 1 })).rejects.toThrow();
      await expect(store.get(ana, 'mem_x')).rejects.toThrow();
    });
  });
}
