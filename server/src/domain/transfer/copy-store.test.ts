import { expect, it, onTestFinished } from 'vitest';
import { makeAccountRecord, makeKeyRecord, makeMemoryCopy } from '../../../test/copy/make-records.ts';
import { putAll, readAll } from '../../../test/copy/use-records.ts';
import { temporaryDirectory } from '../../../test/process/spawn-server.ts';
import { openCopyTarget } from '../../app/services/open-store.ts';
import { kinds } from '../../app/store-commands.ts';
import type { Reader } from '../../ports/record-store.ts';
import { accounts } from '../accounts/kinds.ts';
import { memories as memoryKind } from '../memories/kinds.ts';
import { copyRules, type MemoryCopy } from './copy-records.ts';
import { type AccountReport, type CopyTarget, copyStore } from './copy-store.ts';

const [ana, bo] = ['acct_ana', 'acct_bo'];
const month = { accountId: ana, month: Date.UTC(2026, 0), memoryWrites: 7, memorySearches: 3 };

async function openStore(): Promise<CopyTarget> {
  const { records, close } = await openCopyTarget({ mongodbUri: undefined, dataDirectory: temporaryDirectory() });
  onTestFinished(close);
  return records;
}

const addAccount = (store: CopyTarget, account: ReturnType<typeof makeAccountRecord>) =>
  store.run(account.id, 'createAccount', { account, passwordHash: account.passwordHash });
const accountsOf = (store: CopyTarget) => store.scan(accounts, 'created', { of: [], limit: 9 });

/** Makes a source of two accounts, one of them with 250 memories, and an empty target. */
async function openStores() {
  const [source, target] = await Promise.all([openStore(), openStore()]);
  const records = Array.from({ length: 250 }, (_, at) => makeMemoryCopy(ana, `tea ${at}`));
  await putAll(source, 'memories', ana, records);
  await putAll(source, 'memories', bo, [makeMemoryCopy(bo, 'coffee')]);
  await putAll(source, 'api_keys', ana, [makeKeyRecord('key_1', ana)]);
  await putAll(source, 'usage_months', ana, [month]);
  for (const id of [ana, bo]) await addAccount(source, makeAccountRecord(id));
  return { source, target, records };
}

async function run(
  stores: { source: Reader; target: CopyTarget },
  options: { accountName?: Parameters<typeof copyStore>[0]['accountName']; stopAfter?: number } = {},
) {
  /** The counts of written or compared records, and of those that were at the target before. */
  const counted = { advanced: 0, skipped: 0, total: 0 };
  let pages = 0;
  const copying = copyStore({
    ...{ source: stores.source, target: stores.target, accountName: options.accountName },
    begin: (total) => {
      counted.total = total;
    },
    skip: (count) => {
      counted.skipped += count;
    },
    async advance(count) {
      counted.advanced += count;
      if (++pages === options.stopAfter) throw new Error('stopped');
    },
  });
  const reports: AccountReport[] = [];
  for await (const report of copying) reports.push(report);
  return { reports, counted };
}

const reportOf = ({ reports }: { reports: AccountReport[] }, id = ana) =>
  reports.find(({ account }) => account.id === id);

/** A source in which a memory has another text. */
function withText(source: Reader, { memory: { id } }: MemoryCopy, text: () => string): Reader {
  const scan: Reader['scan'] = async (kind, index, page) => {
    const found = (await source.scan(kind, index, page)) as { id?: string }[];
    return found.map((record) => (record.id === id ? { ...record, text: text() } : record)) as never;
  };
  return { ...source, scan };
}

it('copies every account, and compares the copies with the source', async () => {
  const stores = await openStores();
  const done = await run(stores);
  expect(done.counted).toEqual({ advanced: 506, skipped: 0, total: 506 });
  expect(done.reports).toMatchObject([
    { account: { id: ana }, memories: 250, records: 252, wrong: 0, examples: [], embedderIds: ['test@1'] },
    { account: { id: bo }, memories: 1, records: 1, wrong: 0 },
  ]);
  expect(await readAll(stores.target, 'usage_months', ana)).toEqual([month]);
  expect(await readAll(stores.target, 'api_keys', ana)).toEqual([makeKeyRecord('key_1', ana)]);
  expect(await readAll(stores.target, 'memories', ana)).toEqual(await readAll(stores.source, 'memories', ana));
});

it('reads only the copied accounts from the target', async () => {
  const { source, target } = await openStores();
  const scan: CopyTarget['scan'] = (kind, index, page) => {
    if ((kind as object) === accounts && index === 'created') throw new Error('all accounts of the target are read');
    return target.scan(kind, index, page);
  };
  const { reports } = await run({ source, target: { ...target, scan } });
  expect(reports.map(({ wrong }) => wrong)).toEqual([0, 0]);
});

it.each([{ id: ana }, { email: `${ana.toUpperCase()}@Example.com` }])(
  'copies one account alone when asked for %o',
  async (accountName) => {
    const stores = await openStores();
    expect((await run(stores, { accountName })).reports.map(({ account }) => account.id)).toEqual([ana]);
    expect((await accountsOf(stores.target)).map(({ id }) => id)).toEqual([ana]);
  },
);

it('rejects an account that does not exist', async () => {
  await expect(run(await openStores(), { accountName: { email: 'nobody@example.com' } })).rejects.toThrow(
    'The source has no account nobody@example.com.',
  );
});

it('writes nothing once an account is at the target, and compares it again', async () => {
  const { source, target, records } = await openStores();
  await run({ source, target });
  expect((await run({ source, target })).counted).toEqual({ advanced: 253, skipped: 253, total: 506 });
  const [first] = records as [MemoryCopy];
  const again = await run({ source: withText(source, first, () => 'changed'), target });
  expect(again.counted).toEqual({ advanced: 253, skipped: 253, total: 506 });
  expect(reportOf(again)).toMatchObject({ wrong: 1, examples: [`memories ${first.memory.id}`] });
  expect((await target.get(memoryKind, first.memory))?.text).toBe(first.memory.text);
});

it('creates an account only when its copy is complete, and begins with it again until then', async () => {
  const { source, target, records } = await openStores();
  const [first] = records as [MemoryCopy];
  let reads = 0;
  // It changes after it was copied.
  const live = await run({ source: withText(source, first, () => (++reads > 1 ? 'changed' : 'first')), target });
  expect(reportOf(live)).toMatchObject({ wrong: 1, memories: 250 });
  expect((await accountsOf(target)).map(({ id }) => id)).toEqual([bo]);
  // A memory that is no longer in the source.
  await putAll(target, 'memories', ana, [makeMemoryCopy(ana, 'gone')]);
  expect(reportOf(await run({ source: withText(source, first, () => 'changed'), target }))).toMatchObject({ wrong: 0 });
  expect((await target.get(memoryKind, first.memory))?.text).toBe('changed');
  expect(await target.count(memoryKind, 'key', { of: [ana] })).toBe(250);
  expect((await accountsOf(target)).map(({ id }) => id).toSorted()).toEqual([ana, bo]);
});

it('copies no memory that has expired, because a worker may remove it', async () => {
  const { source, target } = await openStores();
  const expired = makeMemoryCopy('acct_expired', 'tea');
  const memory = { ...expired.memory, expiresAt: 5 };
  await putAll(source, 'memories', 'acct_expired', [{ ...expired, memory }]);
  await addAccount(source, makeAccountRecord('acct_expired'));
  expect(reportOf(await run({ source, target }), 'acct_expired')).toMatchObject({ memories: 0, wrong: 0 });
});

it('copies every kind of record of an account except those of running processes', () => {
  const copied = new Set(copyRules.map(({ kind }) => kind.name));
  const left = kinds.filter(({ key, name }) => key[0] === 'accountId' && !copied.has(name)).map(({ name }) => name);
  // The parts of a memory are copied with it.
  expect(left).toEqual(['access_tokens', 'stored_responses', 'memory_versions', 'memory_vectors', 'memory_tokens']);
});

it.each([1, 4, 6])(
  'stops after page %i on demand, without the account, and is complete the next time',
  async (pages) => {
    const stores = await openStores();
    await expect(run(stores, { stopAfter: pages })).rejects.toThrow('stopped');
    expect(await stores.target.count(memoryKind, 'key', { of: [ana] })).toBe(Math.min(250, pages * 100));
    expect(await accountsOf(stores.target)).toEqual([]);
    const again = await run(stores);
    expect(again.counted).toEqual({ advanced: 506, skipped: 0, total: 506 });
    expect(again.reports.map(({ wrong }) => wrong)).toEqual([0, 0]);
    expect(await stores.target.count(memoryKind, 'key', { of: [ana] })).toBe(250);
  },
);

it('leaves the accounts as they are that an interrupted copy has completed', async () => {
  const stores = await openStores();
  const copying = copyStore({
    ...{ source: stores.source, target: stores.target, accountName: undefined },
    ...{ begin() {}, skip() {}, async advance() {} },
  });
  expect((await copying.next()).value).toMatchObject({ account: { id: ana }, wrong: 0 });
  await copying.return();
  expect((await accountsOf(stores.target)).map(({ id }) => id)).toEqual([ana]);
  expect((await run(stores)).counted).toEqual({ advanced: 254, skipped: 252, total: 506 });
});

/** Changes records on their way. */
type Damage = (kind: string, records: readonly object[]) => readonly object[];
const without =
  (kind: string): Damage =>
  (name, records) =>
    name === kind ? records.slice(1) : records;

const withDamagedVector: Damage = (_, records) =>
  (records as MemoryCopy[]).map((record, at) =>
    at === 0 && record.vectors ? { ...record, vectors: [{ scale: 1, values: Int8Array.of(1) }] } : record,
  );

it.each<[string, Damage, { wrong: number; examples: string[] }]>([
  [
    'memories are lost',
    without('memories'),
    { wrong: 3, examples: Array(3).fill(expect.stringMatching('memories mem_')) },
  ],
  ['a vector is damaged', withDamagedVector, { wrong: 3, examples: expect.any(Array) }],
  ['keys are lost', without('api_keys'), { wrong: 1, examples: ['api_keys key_1'] }],
  ['a month is lost', without('usage_months'), { wrong: 1, examples: [`usage_months ${month.month}`] }],
])('notices when %s on the way', async (_, damage, found) => {
  const { source, target } = await openStores();
  const damaged: CopyTarget['run'] = (accountId, command, input) => {
    const { name = '', records } = input as unknown as { name?: string; records?: object[] };
    const changed = records ? { ...input, records: damage(name, records) } : input;
    return target.run(accountId, command, command === 'copyVectors' ? (damage('', input as never) as never) : changed);
  };
  expect(reportOf(await run({ source, target: { ...target, run: damaged } }))).toMatchObject(found);
  expect((await accountsOf(target)).map(({ id }) => id)).not.toContain(ana);
});

it('fails when another account takes the email at the target meanwhile', async () => {
  const { source, target } = await openStores();
  await addAccount(target, makeAccountRecord('acct_other', { email: `${ana}@example.com` }));
  const scan: CopyTarget['scan'] = async (kind, index, page) =>
    (kind as object) === accounts ? [] : target.scan(kind, index, page);
  await expect(run({ source, target: { ...target, scan } })).rejects.toThrow(/now belongs to another account/);
});

it.each([
  [
    'an email that belongs to another account',
    'acct_other',
    `${bo}@EXAMPLE.com`,
    /\(acct_other; in the source acct_bo\)/,
  ],
  ['an account whose id has another address', ana, 'other@example.com', /account other@example.com \(acct_ana; /],
])('rejects, before it writes, %s at the target', async (_, id, email, message) => {
  const stores = await openStores();
  await addAccount(stores.target, makeAccountRecord(id, { email }));
  const failed = await run(stores).catch((error: Error) => error);
  expect(String(failed)).toMatch(/already has a different account /);
  expect(String(failed)).toMatch(message);
  expect(await accountsOf(stores.target)).toHaveLength(1);
});
