import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeAccountRecord, makeKeyRecord, makeMemoryCopy } from '../../../test/copy/make-records.ts';
import { putAll, readAll } from '../../../test/copy/use-records.ts';
import { openCopyTarget } from '../../app/services/open-copy.ts';
import { kinds } from '../../app/store-commands.ts';
import { accounts } from '../accounts/kinds.ts';
import { memories as memoryKind } from '../memories/kinds.ts';
import type { MemoryCopy } from './copy-memories.ts';
import { type CopyTarget, copyNames, ruleOf } from './copy-records.ts';
import { copyStore } from './copy-store.ts';

const [ana, bo] = ['acct_ana', 'acct_bo'];
const month = { accountId: ana, month: Date.UTC(2026, 0), memoryWrites: 7, memorySearches: 3 };

async function openStore(): Promise<CopyTarget> {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-copy-store-'));
  const store = await openCopyTarget({ kind: 'sqlite', directory });
  onTestFinished(async () => {
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return store;
}

const addAccount = (store: CopyTarget, account: ReturnType<typeof makeAccountRecord>) =>
  store.run(account.id, 'copyAccount', account);
const accountsOf = (store: CopyTarget) => store.scan(accounts, 'created', { of: [], limit: 9 });

/** Makes a source of two accounts, one of them with 250 memories, and an empty target. */
async function openStores() {
  const [source, target] = [await openStore(), await openStore()];
  for (const id of [ana, bo]) await addAccount(source, makeAccountRecord(id));
  const records = Array.from({ length: 250 }, (_, at) => makeMemoryCopy(ana, `tea ${at}`));
  await putAll(source, 'memories', ana, records);
  await putAll(source, 'memories', bo, [makeMemoryCopy(bo, 'coffee')]);
  await putAll(source, 'keys', ana, [makeKeyRecord('key_1', ana)]);
  await putAll(source, 'months', ana, [month]);
  return { source, target, records };
}

interface Run {
  result: Awaited<ReturnType<typeof copyStore>>;
  /** The counts of copied records, and of records that were at the target before. */
  counted: { advanced: number; skipped: number; total: number };
}

async function run(
  stores: { source: CopyTarget; target: CopyTarget },
  options: { accountName?: string; isStopping?: () => boolean } = {},
): Promise<Run> {
  const counted = { advanced: 0, skipped: 0, total: 0 };
  let part = '';
  const result = await copyStore({
    ...stores,
    accountName: options.accountName,
    isStopping: options.isStopping ?? (() => false),
    now: Date.now,
    observer: {
      begin(begun) {
        part = begun.name;
        counted.total = begun.total;
      },
      advance(count) {
        if (part === 'copying') counted.advanced += count;
      },
      skip(count) {
        if (part === 'copying') counted.skipped += count;
      },
      end() {},
      checked() {},
    },
  });
  return { result, counted };
}

const reportOf = ({ result }: Run, id = ana) => result.reports.find(({ account }) => account.id === id);

function changed(record: MemoryCopy, text: string, version = record.memory.version + 1): MemoryCopy {
  return { ...record, memory: { ...record.memory, version, text } };
}

it('copies every account, and compares the copies with the source', async () => {
  const stores = await openStores();
  const done = await run(stores);
  expect(done.counted).toEqual({ advanced: 251, skipped: 0, total: 251 });
  expect(done.result.reports.map(({ account, isComplete }) => [account.id, isComplete])).toEqual([
    [ana, true],
    [bo, true],
  ]);
  const report = reportOf(done);
  expect(report).toMatchObject({
    counts: { memories: { same: 250, only_at_target: 0 }, keys: { same: 1 }, months: { same: 1 } },
    embedderIds: ['test@1'],
  });
  expect(report?.checksums.source).toBe(report?.checksums.target);
  expect(await readAll(stores.target, 'months', ana)).toEqual([month]);
  expect(await readAll(stores.target, 'keys', ana)).toEqual([makeKeyRecord('key_1', ana)]);
});

it('reads only the copied accounts from the target', async () => {
  const { source, target } = await openStores();
  const scan: CopyTarget['scan'] = (kind, index, page) => {
    if ((kind as object) === accounts && index === 'created') throw new Error('all accounts of the target are read');
    return target.scan(kind, index, page);
  };
  const { result } = await run({ source, target: { ...target, scan } });
  expect(result.reports.map(({ isComplete }) => isComplete)).toEqual([true, true]);
});

it.each([ana, `${ana.toUpperCase()}@Example.com`])(
  'copies one account alone when asked for %s',
  async (accountName) => {
    const stores = await openStores();
    const done = await run(stores, { accountName });
    expect(done.result.reports.map(({ account }) => account.id)).toEqual([ana]);
    expect((await accountsOf(stores.target)).map(({ id }) => id)).toEqual([ana]);
  },
);

it('rejects an account that does not exist', async () => {
  await expect(run(await openStores(), { accountName: 'nobody@example.com' })).rejects.toThrow(
    'The source has no account nobody@example.com.',
  );
});

it('writes nothing once an account is at the target, and compares it again', async () => {
  const stores = await openStores();
  await run(stores);
  expect((await run(stores)).counted).toEqual({ advanced: 0, skipped: 251, total: 251 });
  const [first] = stores.records as [MemoryCopy];
  await putAll(stores.source, 'memories', ana, [changed(first, 'changed'), makeMemoryCopy(ana, 'new')]);
  const again = await run(stores);
  expect(again.counted).toEqual({ advanced: 0, skipped: 252, total: 252 });
  expect(reportOf(again)).toMatchObject({
    ...{ isComplete: false, wrongIds: expect.arrayContaining([first.memory.id]) },
    counts: { memories: { same: 249, different: 1, missing: 1 } },
  });
  expect((await stores.target.get(memoryKind, first.memory))?.text).toBe(first.memory.text);
});

it('writes what has changed in the source until the copy is complete, and then creates the account', async () => {
  const { source, target, records } = await openStores();
  const [first] = records as [MemoryCopy];
  let checks = 0;
  // It changes when all memories are copied.
  const query = async (accountId: string, name: never, input: never) => {
    const isKeys = (input as { name: string }).name === 'keys';
    if (isKeys && ++checks === 1) await putAll(source, 'memories', ana, [changed(first, 'changed meanwhile')]);
    return source.query(accountId, name, input);
  };
  const live = await run({ source: { ...source, query } as CopyTarget, target });
  expect(reportOf(live)).toMatchObject({ isComplete: false, counts: { memories: { same: 249, different: 1 } } });
  expect((await accountsOf(target)).map(({ id }) => id)).toEqual([bo]);
  const last = await run({ source, target });
  expect(last.counted).toEqual({ advanced: 1, skipped: 250, total: 251 });
  expect(reportOf(last)).toMatchObject({ isComplete: true, counts: { memories: { same: 250 } } });
  expect((await target.get(memoryKind, first.memory))?.text).toBe('changed meanwhile');
  expect((await accountsOf(target)).map(({ id }) => id).toSorted()).toEqual([ana, bo]);
});

it('copies no memory that has expired, because a worker may remove it', async () => {
  const { source, target, records } = await openStores();
  const [first] = records as [MemoryCopy];
  await putAll(source, 'memories', ana, [{ ...first, memory: { ...first.memory, expiresAt: 5 } }]);
  expect(reportOf(await run({ source, target }))).toMatchObject({
    isComplete: true,
    counts: { memories: { same: 249, missing: 0 } },
  });
  expect(await target.count(memoryKind, 'key', { of: [ana] })).toBe(249);
});

it('copies every kind of record of an account except those of running processes', () => {
  const copied = new Set(copyNames.map((name) => ruleOf(name).kind.name));
  const left = kinds.filter(({ key, name }) => key[0] === 'accountId' && !copied.has(name)).map(({ name }) => name);
  // The parts of a memory are copied with it.
  expect(left).toEqual(['access_tokens', 'stored_responses', 'memory_versions', 'memory_vectors', 'memory_tokens']);
});

it('stops between two batches on demand, and continues there the next time', async () => {
  const stores = await openStores();
  let checks = 0;
  const stopped = await run(stores, { isStopping: () => ++checks > 4 });
  expect(stopped.result).toEqual({ reports: [], isInterrupted: true });
  const memories = await stores.target.count(memoryKind, 'key', { of: [ana] });
  expect(memories).toBeGreaterThan(0);
  expect(memories).toBeLessThan(250);
  const again = await run(stores);
  expect(again.counted).toEqual({ advanced: 251 - memories, skipped: memories, total: 251 });
  expect(again.result.reports.every(({ isComplete }) => isComplete)).toBe(true);
});

it('creates no account before its copy is complete, so that no program uses a part of it', async () => {
  const stores = await openStores();
  let checks = 0;
  await run(stores, { isStopping: () => ++checks > 5 });
  expect(await stores.target.count(memoryKind, 'key', { of: [ana] })).toBeGreaterThan(0);
  expect(await accountsOf(stores.target)).toEqual([]);
});

/** Changes records on their way, by kind. */
type Damage = Partial<Record<string, (records: readonly object[]) => object[]>>;

it.each<[string, Damage, object]>([
  ['a memory is lost', { memories: (records) => records.slice(1) }, { memories: { missing: 3, different: 3 } }],
  [
    'a vector is damaged',
    {
      memories(records) {
        const [first, ...others] = records as [MemoryCopy];
        const vectors = first.vectors.map((vector) => ({ ...vector, values: vector.values.map((value) => value + 1) }));
        return [{ ...first, vectors }, ...others];
      },
    },
    { memories: { different: 3 } },
  ],
  ['keys are lost', { keys: () => [] }, { keys: { missing: 1 } }],
  ['a month is lost', { months: () => [] }, { months: { missing: 1 } }],
])('notices when %s on the way', async (_, damage, found) => {
  const { source, target } = await openStores();
  const damaged: CopyTarget['run'] = (accountId, command, input) => {
    const { name = 'memories', records } = input as unknown as { name?: string; records?: object[] };
    return target.run(accountId, command, records ? { ...input, records: damage[name]?.(records) ?? records } : input);
  };
  const report = reportOf(await run({ source, target: { ...target, run: damaged } }));
  expect(report).toMatchObject({ isComplete: false, counts: found });
});

it('fails when another account takes the email at the target meanwhile', async () => {
  const { source, target } = await openStores();
  await addAccount(target, makeAccountRecord('acct_other', { email: `${ana}@example.com` }));
  const scan: CopyTarget['scan'] = async (kind, index, page) =>
    (kind as object) === accounts ? [] : target.scan(kind, index, page);
  await expect(run({ source, target: { ...target, scan } })).rejects.toThrow(/belongs to another account/);
});

it('rejects, before it writes, an email that belongs to another account at the target', async () => {
  const stores = await openStores();
  await addAccount(stores.target, makeAccountRecord('acct_other', { email: `${bo}@EXAMPLE.com` }));
  await expect(run(stores)).rejects.toThrow(/already has a different account .*\(acct_other; in the source acct_bo\)/);
  expect(await accountsOf(stores.target)).toHaveLength(1);
});

it('rejects an account whose id has another address at the target', async () => {
  const stores = await openStores();
  await addAccount(stores.target, makeAccountRecord(ana, { email: 'other@example.com' }));
  await expect(run(stores)).rejects.toThrow(/already has a different account other@example.com \(acct_ana; /);
});
