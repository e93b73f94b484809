import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import {
  makeAccountRecord,
  makeDeliveryRecord,
  makeKeyRecord,
  makeMemoryCopy,
  makeWebhookRecord,
} from '../../../test/copy/make-records.ts';
import { putAll, readAll } from '../../../test/copy/use-records.ts';
import { openCopyTarget } from '../../app/services/open-copy.ts';
import type { AuditEvent } from '../accounts/kinds.ts';
import { accounts } from '../accounts/kinds.ts';
import { memories as memoryKind } from '../memories/kinds.ts';
import type { CopyTarget } from './copy-commands.ts';
import type { MemoryCopy } from './copy-memories.ts';
import { type CopyResult, copyStore } from './copy-store.ts';

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
  result: CopyResult;
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
    memories: { same: 250, onlyAtTarget: 0 },
    keys: { same: 1 },
    months: { same: 1 },
    embedderIds: ['test@1'],
    keptAtTarget: [],
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

it('writes only new records the second time', async () => {
  const stores = await openStores();
  await run(stores);
  expect((await run(stores)).counted).toEqual({ advanced: 0, skipped: 251, total: 251 });
  const [first] = stores.records as [MemoryCopy];
  await putAll(stores.source, 'memories', ana, [changed(first, 'changed'), makeMemoryCopy(ana, 'new')]);
  const again = await run(stores);
  expect(again.counted).toEqual({ advanced: 2, skipped: 250, total: 252 });
  expect(reportOf(again)).toMatchObject({ isComplete: true, memories: { same: 251 } });
});

it('stops between two batches on demand, and continues there the next time', async () => {
  const stores = await openStores();
  let checks = 0;
  const stopped = await run(stores, { isStopping: () => ++checks > 5 });
  expect(stopped.result).toEqual({ reports: [], isInterrupted: true });
  const memories = await stores.target.count(memoryKind, 'key', { of: [ana] });
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
  expect(await accountsOf(stores.target)).toHaveLength(1);
  expect(await readAll(stores.target, 'keys', ana)).toEqual([]);
});

it('leaves memories that are newer at the target, or were re-embedded there', async () => {
  const stores = await openStores();
  await run(stores);
  const [first, second] = stores.records as [MemoryCopy, MemoryCopy];
  await putAll(stores.target, 'memories', ana, [changed(first, 'said at the target')]);
  const later = { ...second.memory, version: 2 };
  await putAll(stores.source, 'memories', ana, [{ ...second, memory: later }]);
  await putAll(stores.target, 'memories', ana, [{ ...second, memory: { ...later, embedderId: 'other@1' } }]);
  const again = await run(stores);
  expect(reportOf(again)).toMatchObject({
    isComplete: true,
    memories: { same: 248, newer: 1, 're-embedded': 1, different: 0 },
  });
  expect((await stores.target.get(memoryKind, first.memory))?.text).toBe('said at the target');
});

const at = Date.UTC(2026, 0);

function aWebhookDeletion(webhookId: string): AuditEvent {
  const actor = { kind: 'session', keyPrefix: null, sessionId: 'ses_1' } as const;
  return {
    ...{ id: 'aud_1', accountId: ana, time: at, action: 'webhook_deleted', outcome: 'ok', actor, address: null },
    detail: { webhook_id: webhookId },
  };
}

it('copies no webhook that was deleted at the target, and none of its events', async () => {
  const { source, target } = await openStores();
  const hooks = ['whk_kept', 'whk_deleted'].map((id) => makeWebhookRecord(id, ana));
  await putAll(source, 'webhooks', ana, hooks);
  const deliveries = hooks.map(({ id: webhookId }, index) => makeDeliveryRecord(`dlv_${index}`, ana, { webhookId }));
  await putAll(source, 'deliveries', ana, deliveries);
  await run({ source, target });
  expect((await readAll(target, 'webhooks', ana)).map(({ id }) => id).toSorted()).toEqual(['whk_deleted', 'whk_kept']);

  const { target: other } = await openStores();
  await addAccount(other, makeAccountRecord(ana));
  await putAll(other, 'auditEvents', ana, [aWebhookDeletion('whk_deleted')]);
  expect(reportOf(await run({ source, target: other }))).toMatchObject({
    ...{ isComplete: true, webhooks: { same: 1, missing: 0 }, deliveries: { same: 1, missing: 0 } },
  });
  expect((await readAll(other, 'webhooks', ana)).map(({ id }) => id)).toEqual(['whk_kept']);
  expect((await readAll(other, 'deliveries', ana)).map(({ webhookId }) => webhookId)).toEqual(['whk_kept']);
});

it('reports memories that both stores changed to the same version, and overwrites neither', async () => {
  const stores = await openStores();
  await run(stores);
  const [first] = stores.records as [MemoryCopy];
  await putAll(stores.source, 'memories', ana, [changed(first, 'here')]);
  await putAll(stores.target, 'memories', ana, [changed(first, 'there')]);
  const report = reportOf(await run(stores));
  expect(report).toMatchObject({ isComplete: false, memories: { different: 1 }, wrongIds: [first.memory.id] });
  expect(report?.checksums.source).not.toBe(report?.checksums.target);
  expect((await stores.target.get(memoryKind, first.memory))?.text).toBe('there');
});

/** Changes records on their way, by kind. */
type Damage = Partial<Record<string, (records: readonly object[]) => object[]>>;

it.each<[string, Damage, object]>([
  ['a memory is lost', { memories: (records) => records.slice(1) }, { memories: { missing: 3 } }],
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
  expect(report).toMatchObject({ isComplete: false, ...found });
});

it('fails when another account takes the email at the target meanwhile', async () => {
  const { source, target } = await openStores();
  await addAccount(target, makeAccountRecord(bo));
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

it('keeps plan, limits, password and suspension of an account that is at the target, and reports it', async () => {
  const stores = await openStores();
  await addAccount(stores.target, makeAccountRecord(ana, { passwordHash: '$new', plan: 'growth', suspendedAt: 5 }));
  expect(reportOf(await run(stores))).toMatchObject({
    isComplete: true,
    keptAtTarget: ['plan', 'password', 'suspension'],
  });
});
