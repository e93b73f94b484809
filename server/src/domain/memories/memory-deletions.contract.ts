import { describe, expect, it } from 'vitest';
import { type DeletionSteps, deletionSteps } from '../../../test/deletion-steps.ts';
import {
  ana,
  bo,
  ids,
  idsOf,
  memory,
  newText,
  noon,
  record,
  vector,
  words,
} from '../../../test/memory-store-samples.ts';
import { type MemoryStoreUnderTest, useMemoryStore } from '../../../test/memory-store-steps.ts';
import { commitExtraction } from '../../../test/store-steps.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Memory } from '../../ports/memory.ts';
import type { Change } from './changes.ts';
import type { Claim } from './claim.ts';
import type { ErasingStore } from './delete-scope.ts';
import { type NewDeletion, noCodes, type StoredDeletion } from './deletion-kinds.ts';

type StoreUnderTest = MemoryStoreUnderTest & ErasingStore;

const nothing = { memories: 0, versions: 0, vectors: 0, wordEntries: 0, storedResponses: 0 };
const apiKey = { kind: 'api_key', keyPrefix: 'mnk_01234567' } as const;

/** Specifies deletions of memories by scope, and the receipts of all deletions. */
export function describeMemoryDeletions(name: string, create: (clock: Clock) => Promise<StoreUnderTest>): void {
  describe(`deletions of memories: ${name}`, () => {
    let deletions: DeletionSteps;
    const steps = useMemoryStore(async (clock) => {
      const under = await create(clock);
      deletions = deletionSteps(under);
      return under;
    });
    const { store, clock, add, insert, change, claimDue, complete, finish, find, listed, usage } = steps;
    let made = 0;

    function newDeletion(changes: Partial<NewDeletion> = {}): NewDeletion {
      const id = `del_${String(++made).padStart(26, '0')}`;
      const scoped = { kind: 'scope', parameters: { user_id: 'alice' }, ...noCodes, userCode: 'c0de' } as const;
      return { id, accountId: ana, ...scoped, secret: 'ab', actor: apiKey, startedAt: noon, ...changes };
    }
    async function begin(memories: readonly Memory[], changes: Partial<NewDeletion> = {}): Promise<StoredDeletion> {
      const deletion = newDeletion(changes);
      await deletions.prepare(deletion, idsOf(memories));
      expect(await deletions.begin(deletion, { ids: idsOf(memories) })).toMatchObject({ isReplay: false });
      return (await deletions.get(ana, deletion.id)) as StoredDeletion;
    }
    const read = async ({ id, accountId }: Pick<StoredDeletion, 'id' | 'accountId'>) =>
      (await deletions.get(accountId, id)) as StoredDeletion;
    function removal(memories: readonly Memory[], deletion: NewDeletion, expired?: true) {
      const changes = idsOf(memories).map((id): Change => ({ kind: 'remove', id, ...(expired ? { expired } : {}) }));
      return store.commit([{ accountId: ana, deletion, changes }]);
    }
    /** Hides or removes all memories of a deletion. */
    async function repeat(step: 'hide' | 'remove', deletion: StoredDeletion): Promise<void> {
      for (let after: string | null = ''; after !== null; ) after = await deletions[step](deletion, after);
    }
    const matching = async (scope: object, archived = false, limit = 9) =>
      (await deletions.matching({ scope: { accountId: ana, ...scope }, archived, limit })).map(({ id }) => id);

    it('lists what matches a scope in pages, and archived memories apart, with their metadata', async () => {
      const [first, second] = [await add({ endUserId: 'alice' }), await add({ endUserId: 'alice' })];
      const inProject = await add({ endUserId: 'alice', agentId: 'a' }, words('boat', ['["project","x"]']));
      await add({ accountId: bo, userId: bo, endUserId: 'alice' });
      await add({ endUserId: 'alice', expiresAt: noon });
      const source = memory({ infer: true, endUserId: 'alice', metadata: { project: 'x' } });
      await insert(source);
      const [claim] = (await claimDue()).filter(({ infer }) => infer);
      const extraction = { duplicateOf: null, extractedIds: [], originalText: null };
      const archive = { kind: 'archive', outcome: 'duplicate', extraction, completed: [] } as const;
      await commitExtraction(store, { claim: claim as Claim, at: noon, guards: [], ...archive });
      expect(await matching({ userId: 'alice' })).toEqual([first.id, second.id, inProject.id]);
      expect(await matching({ userId: 'alice', filterKeys: [['["project","x"]']] })).toEqual([inProject.id]);
      expect(await matching({ userId: 'alice', agentId: 'a', created: { from: noon } })).toEqual([inProject.id]);
      const scope = { accountId: ana, userId: 'alice' };
      const [one] = await deletions.matching({ scope, archived: false, limit: 1 });
      const rest = await deletions.matching({ scope, archived: false, limit: 9, after: one });
      expect([one?.id, ...rest.map(({ id }) => id)]).toEqual([first.id, second.id, inProject.id]);
      const others = { ...scope, filterKeys: [['other']] };
      const archived = await deletions.matching({ scope: others, archived: true, limit: 9 });
      expect(archived).toEqual([{ id: source.id, createdAt: noon, metadata: { project: 'x' } }]);
      expect(await matching({ userId: 'bob' }, true)).toEqual([]);
    });

    it('hides memories from every read, removes their rows, and verifies that nothing is left', async () => {
      const first = await add({ endUserId: 'alice' }, words('boat sea'));
      const gone = [first, await add({ endUserId: 'alice' }, words('boat'))];
      const kept = await add({}, words('boat'));
      const other = await add({ accountId: bo, userId: bo }, words('boat'));
      await finish();
      const ofText = record('text', { expiresAt: noon + 9, subjectId: first.id });
      await change(first.id, { text: newText(null, 'boat'), record: ofText });
      await finish();
      const query = { words: ['boat'], vector: vector(0) };
      const reads = async () => ({
        got: (await store.getMany(ana, idsOf(gone))).length,
        listed: await listed(),
        versions: (await store.versions({ accountId: ana, id: first.id, limit: 9 })).versions.length,
        facets: (await store.countValues({ accountId: ana })).total,
        counted: (await store.countFacets({ scope: { accountId: ana }, limit: 9, maxIds: 9 })).memories,
        found: ids(await find(query)),
        included: ids(await find({ ...query, include: first.id })).includes(first.id),
        response: (await store.findResponse(ana, ofText.key))?.body,
      });
      const visible = await reads();
      expect(visible).toMatchObject({ got: 2, versions: 1, facets: 3, counted: 3, included: true });
      expect(visible.response).toBe('{"a":1}');
      const deletion = newDeletion();
      await deletions.prepare(deletion, [first.id, 'mem_unknown', other.id]);
      await deletions.prepare(deletion, idsOf(gone));
      expect(await deletions.get(ana, deletion.id)).toBeUndefined();
      expect(await deletions.begin(deletion, { ids: idsOf(gone) })).toMatchObject({ isReplay: false });
      expect(await reads()).toEqual(visible);
      const begun = await read(deletion);
      expect(begun).toEqual({
        ...{ ...deletion, state: 'running', matched: 2, removed: nothing, finishedAt: null, verifiedAt: null },
        ...{ hidingSince: noon, unverifiedSince: noon },
      });
      // Several processes may continue a deletion.
      await Promise.all([repeat('hide', begun), repeat('hide', begun)]);
      const only = { listed: [kept.id], found: [kept.id] };
      const hidden = { ...only, got: 0, versions: 0, facets: 1, counted: 1, included: false };
      expect(await reads()).toEqual({ ...hidden, response: '' });
      expect(await store.expired(9)).toEqual([]);
      expect((await usage()).endUsers).toBe(1);
      expect(await deletions.scan([begun])).toEqual([]);
      clock.time = noon + 5;
      const [last, same] = await Promise.all([deletions.remove(begun, ''), deletions.remove(begun, '')]);
      expect([last, same]).toEqual([gone.at(-1)?.id, gone.at(-1)?.id]);
      expect((await usage()).endUsers).toBe(0);
      expect((await read(deletion)).state).toBe('running');
      for (let times = 0; times < 2; times++) await repeat('remove', begun);
      const done = await read(deletion);
      expect(done).toMatchObject({ state: 'done', finishedAt: noon + 5, verifiedAt: null });
      expect(done.removed).toMatchObject({ memories: 2, versions: 1, vectors: 2, wordEntries: 2, storedResponses: 1 });
      expect(await reads()).toEqual({ ...hidden, response: '' });
      expect(await deletions.unverified(9)).toEqual([done]);
      expect(await deletions.scan([done])).toEqual([deletion.id]);
      const parameters = { user_id: 'hmac' };
      await deletions.verify({ ...done, removed: { ...done.removed, memories: 1 } }, { at: noon + 6, parameters });
      expect((await read(deletion)).verifiedAt).toBeNull();
      await deletions.verify(done, { at: noon + 6, parameters });
      expect(await read(deletion)).toEqual({ ...done, parameters, verifiedAt: noon + 6, unverifiedSince: null });
      expect(await deletions.unverified(9)).toEqual([]);
      expect(await store.get(bo, other.id)).toBeDefined();
    });

    it('begins once, and keeps a response with it, which a repetition gets', async () => {
      const gone = await add();
      const idempotency = { credential: 'key_1', key: 'k', fingerprint: 'print' };
      const [first, second] = [newDeletion(), newDeletion()];
      for (const one of [first, second]) await deletions.prepare(one, [gone.id]);
      const value = { id: first.id, matched: 1, status: 'done' };
      expect(await deletions.begin(first, { ids: [gone.id], idempotency })).toEqual({ value, isReplay: false });
      expect(await deletions.begin(second, { ids: [gone.id], idempotency })).toEqual({ value, isReplay: true });
      await deletions.discard(second);
      await deletions.discard(first);
      expect(await deletions.begin(second, { ids: [gone.id] })).toBeNull();
      expect(await deletions.begin(first, { ids: [gone.id] })).toBeNull();
      expect((await deletions.unverified(9)).map(({ id }) => id)).toEqual([first.id]);
      expect(await deletions.hide(first, '')).toBe(gone.id);
      expect(await deletions.get(bo, first.id)).toBeUndefined();
      expect(await deletions.begin({ accountId: 'acct_9', id: first.id }, { ids: [gone.id] })).toBeNull();
    });

    it('begins only while all of its memories can be read, and no other deletion still hides some', async () => {
      const [one, two, other] = [await add(), await add(), await add()];
      const [first, ...rest] = Array.from({ length: 6 }, () => newDeletion()) as [NewDeletion, ...NewDeletion[]];
      const both = { ids: [one.id, two.id] };
      for (const deletion of [first, ...rest]) await deletions.prepare(deletion, both.ids);
      const begun = await Promise.all([first, ...rest].map((deletion) => deletions.begin(deletion, both)));
      const [winner] = begun.flatMap((result) => (result && 'value' in result ? result.value.id : []));
      const busy = begun.filter((result) => result && 'hiding' in result && result.hiding === winner);
      expect([winner, busy.length]).toEqual([expect.stringMatching(/^del_/), 5]);
      const loser = rest.find(({ id }) => id !== winner) as NewDeletion;
      const separate = newDeletion();
      await deletions.prepare(separate, [other.id]);
      expect(await deletions.begin(separate, { ids: [other.id] })).toEqual({ hiding: winner });
      await repeat('hide', await read({ accountId: ana, id: winner as string }));
      expect(await deletions.begin(loser, both)).toEqual({ hiding: null });
      expect(await deletions.begin(separate, { ids: [other.id] })).toMatchObject({ isReplay: false });
      await deletions.discard(loser);
      expect(await deletions.get(ana, loser.id)).toBeUndefined();
    });

    it('brings back nothing that is being ingested, nor a fact of it', async () => {
      const plain = await add({}, words('boat'));
      const source = await add({ infer: true }, words('raw'));
      const late = await add({ infer: true, userId: 'zoe' }, words('raw'));
      const early = await add({ sourceMemoryId: late.id, createdAt: noon - 1, userId: 'zoe' });
      const claims = await claimDue();
      const claimOf = (one: Memory) => claims.find(({ id }) => id === one.id) as Claim;
      const deletion = await begin([plain, source, late]);
      const extraction = { duplicateOf: null, extractedIds: [], originalText: null };
      const fact = memory({ sourceMemoryId: late.id, createdAt: noon, userId: 'zoe' });
      const extract = { kind: 'extract', text: 'a fact', index: words('fact'), extraction, completed: [] } as const;
      const added = [{ memory: fact, index: words('fact') }];
      const extracted = { claim: claimOf(late), at: noon, guards: [], ...extract, added };
      expect(await commitExtraction(store, extracted)).toBe('written');
      await repeat('hide', deletion);
      expect(await complete([claimOf(plain), claimOf(early)])).toEqual([early.id]);
      expect(await commitExtraction(store, { ...extracted, claim: claimOf(source) })).toBe('lapsed');
      expect(await claimDue({ now: noon + 9_000 })).toEqual([]);
      expect(await listed()).toEqual([early.id]);
      await repeat('remove', deletion);
      expect((await read(deletion)).removed.memories).toBe(4);
    });

    it('has receipts of single deletes and of sweeps, by the commits that remove', async () => {
      const [one, two, three] = [await add({}, words('boat')), await add(), await add({ accountId: bo, userId: bo })];
      await finish();
      const single = newDeletion({ kind: 'memory', parameters: { memory_id: one.id }, ...noCodes });
      const removed = { ...nothing, memories: 1, vectors: 1, wordEntries: 1 };
      clock.time = noon + 3;
      await removal([one], single);
      const ended = { state: 'done', hidingSince: null, matched: 1, removed, finishedAt: noon + 3, verifiedAt: null };
      expect(await read(single)).toEqual({ ...single, ...ended, unverifiedSince: noon });
      expect(await deletions.scan([await read(single)])).toEqual([single.id]);
      const sweep = newDeletion({ kind: 'expiry', parameters: {}, ...noCodes, actor: null });
      await removal([two], sweep);
      const between = await read(sweep);
      const last = await add({ expiresAt: noon + 4 });
      clock.time = noon + 5;
      await deletions.verify(between, { at: noon + 5, parameters: {} });
      await removal([last], sweep, true);
      expect(await read(sweep)).toMatchObject({ matched: 2, finishedAt: noon + 5, verifiedAt: null, actor: null });
      expect(await removal([three], newDeletion({ kind: 'memory' }))).toEqual([{ kind: 'missing' }]);
      expect((await deletions.list(ana, { limit: 9 })).map(({ id }) => id)).toEqual([sweep.id, single.id]);
    });

    it('lists receipts of an account by kind, by codes and in pages, and purges verified old ones', async () => {
      const old = await begin([], { startedAt: noon - 9 });
      const newer = await begin([], { userCode: 'other', agentCode: 'a', secret: 'cd' });
      const newest = await begin([], { ...noCodes });
      await deletions.prepare(newDeletion(), []);
      const list = async (query: object) => (await deletions.list(ana, { limit: 9, ...query })).map(({ id }) => id);
      expect(await list({})).toEqual([newest.id, newer.id, old.id]);
      expect(await list({ limit: 1, after: { startedAt: newest.startedAt, id: newest.id } })).toEqual([newer.id]);
      expect(await list({ codes: { userCode: { any: ['c0de', 'x'] } } })).toEqual([old.id]);
      expect(await list({ codes: { userCode: { any: ['other'] }, agentCode: { any: ['a'] } }, kind: 'scope' })).toEqual(
        [newer.id],
      );
      expect([await list({ codes: { userCode: { any: [] } } }), await list({ kind: 'memory' })]).toEqual([[], []]);
      expect((await deletions.secrets(ana)).toSorted()).toEqual(['ab', 'cd']);
      expect([await deletions.secrets(bo), await deletions.list(bo, { limit: 9 })]).toEqual([[], []]);
      await repeat('remove', old);
      expect(await deletions.purge(noon)).toBe(0);
      await deletions.verify(await read(old), { at: noon, parameters: {} });
      expect(await deletions.purge(noon)).toBe(1);
      expect(await list({})).toEqual([newest.id, newer.id]);
    });

    it('verifies a deletion although a new memory has got the id of one', async () => {
      const gone = await add({}, words('boat'));
      await finish();
      const single = newDeletion({ kind: 'memory', ...noCodes });
      await removal([gone], single);
      await insert({ ...gone }, words('boat'));
      await change(gone.id, { record: record('text', { expiresAt: noon + 9, subjectId: gone.id }) });
      expect(await deletions.scan([await read(single)])).toEqual([single.id]);
    });
  });
}
