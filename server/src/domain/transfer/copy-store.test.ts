import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { makeAccountRecord, makeKeyRecord, makeMemoryRecord } from '../../../test/copy/make-records.ts';
import { readAll } from '../../../test/copy/use-records.ts';
import { openSqliteRecordStore } from '../../adapters/sqlite/transfer/open-records.ts';
import type { MemoryRecord, RecordKind, RecordStore, Records } from '../../ports/records.ts';
import { type CopyResult, copyStore } from './copy-store.ts';
import { putRecords } from './put-records.ts';

const [ana, bo] = ['acct_ana', 'acct_bo'];
const month = { month: Date.UTC(2026, 0), memoryWrites: 7, memorySearches: 3 };

async function openStore(): Promise<RecordStore> {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-copy-store-'));
  const store = openSqliteRecordStore(directory);
  onTestFinished(async () => {
    await store.close();
    rmSync(directory, { recursive: true, force: true });
  });
  return store;
}

/** Makes a source of two accounts, one of them with 250 memories, and an empty target. */
async function openStores() {
  const [source, target] = [await openStore(), await openStore()];
  for (const id of [ana, bo]) await source.addAccount(makeAccountRecord(id));
  const records = Array.from({ length: 250 }, (_, at) => makeMemoryRecord(ana, `tea ${at}`));
  await putRecords(source, 'memory', ana, records);
  await putRecords(source, 'memory', bo, [makeMemoryRecord(bo, 'coffee')]);
  await putRecords(source, 'key', ana, [makeKeyRecord('key_1', ana)]);
  await putRecords(source, 'month', ana, [month]);
  return { source, target, records };
}

interface Run {
  result: CopyResult;
  /** The counts of copied records, and of records that were at the target before. */
  counted: { advanced: number; skipped: number; total: number };
}

async function run(
  stores: { source: RecordStore; target: RecordStore },
  options: { accountName?: string; isStopping?: () => boolean } = {},
): Promise<Run> {
  const counted = { advanced: 0, skipped: 0, total: 0 };
  let part = '';
  const result = await copyStore({
    ...stores,
    accountName: options.accountName,
    isStopping: options.isStopping ?? (() => false),
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

function changed(record: MemoryRecord, text: string, version = record.memory.version + 1): MemoryRecord {
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
    memories: { same: 250, onlyAtTarget: 0 },
    keys: { same: 1 },
    sums: { same: 1 },
    embedderIds: ['test@1'],
    keptAtTarget: [],
  });
  expect(report?.checksums.source).toBe(report?.checksums.target);
  expect(await readAll(stores.target, 'month', ana)).toEqual([month]);
  expect(await readAll(stores.target, 'key', ana)).toEqual([makeKeyRecord('key_1', ana)]);
});

it('reads only the copied accounts from the target', async () => {
  const { source, target } = await openStores();
  const accounts = () => Promise.reject(new Error('all accounts of the target are read'));
  const { result } = await run({ source, target: { ...target, accounts } });
  expect(result.reports.map(({ isComplete }) => isComplete)).toEqual([true, true]);
});

it.each([ana, `${ana.toUpperCase()}@Example.com`])(
  'copies one account alone when asked for %s',
  async (accountName) => {
    const stores = await openStores();
    const done = await run(stores, { accountName });
    expect(done.result.reports.map(({ account }) => account.id)).toEqual([ana]);
    expect((await stores.target.accounts()).map(({ account }) => account.id)).toEqual([ana]);
  },
);

it('rejects an account that does not exist', async () => {
  await expect(run(await openStores(), { accountName: 'nobody@example.com' })).rejects.toThrow(
    'The source has no account nobody@example.com.',
  );
});

it('writes only new records the second time', async () => {
  const stores = await openStores();
  await run(stores);
  expect((await run(stores)).counted).toEqual({ advanced: 0, skipped: 251, total: 251 });
  const [first] = stores.records as [MemoryRecord];
  await putRecords(stores.source, 'memory', ana, [changed(first, 'changed'), makeMemoryRecord(ana, 'new')]);
  const again = await run(stores);
  expect(again.counted).toEqual({ advanced: 2, skipped: 250, total: 252 });
  expect(reportOf(again)).toMatchObject({ isComplete: true, memories: { same: 251 } });
});

it('stops between two batches on demand, and continues there the next time', async () => {
  const stores = await openStores();
  let checks = 0;
  const stopped = await run(stores, { isStopping: () => ++checks > 5 });
  expect(stopped.result).toEqual({ reports: [], isInterrupted: true });
  const { memories } = await stores.target.count(ana);
  expect(memories).toBeGreaterThan(0);
  expect(memories).toBeLessThan(250);
  const again = await run(stores);
  expect(again.counted).toEqual({ advanced: 251 - memories, skipped: memories, total: 251 });
  expect(again.result.reports.every(({ isComplete }) => isComplete)).toBe(true);
});

it('copies the keys of an account last, so that no program uses a part of it', async () => {
  const stores = await openStores();
  let checks = 0;
  await run(stores, { isStopping: () => ++checks > 5 });
  expect(await stores.target.accounts()).toHaveLength(1);
  expect(await readAll(stores.target, 'key', ana)).toEqual([]);
});

it('leaves memories that are newer at the target, or were re-embedded there', async () => {
  const stores = await openStores();
  await run(stores);
  const [first, second] = stores.records as [MemoryRecord, MemoryRecord];
  await putRecords(stores.target, 'memory', ana, [changed(first, 'said at the target')]);
  const vectors = second.vectors.map((vector) => ({ ...vector, embedderId: 'other@1' }));
  await putRecords(stores.source, 'memory', ana, [{ ...second, memory: { ...second.memory, version: 2 } }]);
  await putRecords(stores.target, 'memory', ana, [{ ...second, memory: { ...second.memory, version: 2 }, vectors }]);
  const again = await run(stores);
  expect(reportOf(again)).toMatchObject({
    isComplete: true,
    memories: { same: 248, newer: 1, 're-embedded': 1, different: 0 },
  });
  expect((await stores.target.find('memory', ana, [first]))[0]?.memory.text).toBe('said at the target');
});

const at = Date.UTC(2026, 0);

function aWebhook(id: string): Records['webhook'] {
  return {
    ...{ id, accountId: ana, url: 'https://example.com/hook', events: ['memory.ready'], description: null },
    ...{ includeText: false, disabledReason: null, enabledAt: at, secret: 'whsec_1', previousSecret: null },
    ...{ previousSecretEndsAt: null, createdAt: at, updatedAt: at },
  };
}

function aDelivery(id: string, webhookId: string): Records['delivery'] {
  return {
    ...{ id, webhookId, type: 'memory.deleted', memoryId: 'mem_1', version: null, detail: {}, status: 'pending' },
    ...{ attempts: 0, createdAt: at, firstAttemptAt: null, lastAttemptAt: null, nextAttemptAt: at },
    ...{ responseStatus: null, error: null, order: 1 },
  };
}

function aWebhookDeletion(webhookId: string): Records['audit'] {
  const actor = { kind: 'session', keyPrefix: null, sessionId: 'ses_1' } as const;
  return {
    ...{ id: 'aud_1', accountId: ana, time: at, action: 'webhook_deleted', outcome: 'ok', actor, address: null },
    detail: { webhook_id: webhookId },
  };
}

it('copies no webhook that was deleted at the target, and none of its events', async () => {
  const { source, target } = await openStores();
  const hooks = ['whk_kept', 'whk_deleted'].map((id) => aWebhook(id));
  await putRecords(source, 'webhook', ana, hooks);
  await putRecords(
    source,
    'delivery',
    ana,
    hooks.map(({ id }, index) => aDelivery(`dlv_${index}`, id)),
  );
  await run({ source, target });
  expect((await readAll(target, 'webhook', ana)).map(({ id }) => id).toSorted()).toEqual(['whk_deleted', 'whk_kept']);

  const { target: other } = await openStores();
  await other.addAccount(makeAccountRecord(ana));
  await putRecords(other, 'audit', ana, [aWebhookDeletion('whk_deleted')]);
  expect(reportOf(await run({ source, target: other }))).toMatchObject({
    ...{ isComplete: true, webhooks: { same: 1, missing: 0 }, deliveries: { same: 1, missing: 0 } },
  });
  expect((await readAll(other, 'webhook', ana)).map(({ id }) => id)).toEqual(['whk_kept']);
  expect((await readAll(other, 'delivery', ana)).map(({ webhookId }) => webhookId)).toEqual(['whk_kept']);
});

it('reports memories that both stores changed to the same version, and overwrites neither', async () => {
  const stores = await openStores();
  await run(stores);
  const [first] = stores.records as [MemoryRecord];
  await putRecords(stores.source, 'memory', ana, [changed(first, 'here')]);
  await putRecords(stores.target, 'memory', ana, [changed(first, 'there')]);
  const report = reportOf(await run(stores));
  expect(report).toMatchObject({ isComplete: false, memories: { different: 1 }, wrongIds: [first.memory.id] });
  expect(report?.checksums.source).not.toBe(report?.checksums.target);
  expect((await stores.target.find('memory', ana, [first]))[0]?.memory.text).toBe('there');
});

/** Changes records on their way, by kind. */
type Damage = { [Kind in RecordKind]?: (records: readonly Records[Kind][]) => Records[Kind][] };

it.each<[string, Damage, object]>([
  ['a memory is lost', { memory: (records) => records.slice(1) }, { memories: { missing: 3 } }],
  [
    'a vector is damaged',
    {
      memory(records) {
        const [first, ...others] = records as [MemoryRecord];
        const vectors = first.vectors.map((vector) => ({ ...vector, values: vector.values.map((value) => value + 1) }));
        return [{ ...first, vectors }, ...others];
      },
    },
    { memories: { different: 3 } },
  ],
  ['keys are lost', { key: () => [] }, { keys: { missing: 1 } }],
  ['a month is lost', { month: () => [] }, { sums: { missing: 1 } }],
])('notices when %s on the way', async (_, damage, found) => {
  const { source, target } = await openStores();
  const put: RecordStore['put'] = (kind, accountId, records, merge) =>
    target.put(kind, accountId, damage[kind]?.(records) ?? records, merge);
  const report = reportOf(await run({ source, target: { ...target, put } }));
  expect(report).toMatchObject({ isComplete: false, ...found });
});

it('fails when another account takes the email at the target meanwhile', async () => {
  const { source, target } = await openStores();
  const addAccount = async () => 'taken' as const;
  await expect(run({ source, target: { ...target, addAccount } })).rejects.toThrow(/belongs to another account/);
});

it('rejects, before it writes, an email that belongs to another account at the target', async () => {
  const stores = await openStores();
  await stores.target.addAccount(makeAccountRecord('acct_other', `${bo}@EXAMPLE.com`));
  await expect(run(stores)).rejects.toThrow(/already has a different account .*\(acct_other; in the source acct_bo\)/);
  expect(await stores.target.accounts()).toHaveLength(1);
});

it('keeps plan, limits, password and suspension of an account that is at the target, and reports it', async () => {
  const stores = await openStores();
  const there = makeAccountRecord(ana);
  await stores.target.addAccount({
    ...there,
    passwordHash: '$new',
    account: { ...there.account, plan: 'growth', suspendedAt: 5 },
  });
  expect(reportOf(await run(stores))).toMatchObject({
    isComplete: true,
    keptAtTarget: ['plan', 'password', 'suspension'],
  });
});
