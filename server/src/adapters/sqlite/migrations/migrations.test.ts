import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { emptyMetadataIndex } from '../../../../test/make-index.ts';
import { changeMemory, removeMemory } from '../../../../test/store-steps.ts';
import { toIdentifiers } from '../../../domain/text/identifiers.ts';
import { openSqliteStore } from '../open-store.ts';
import { suspendedAccounts } from './0014-suspended-accounts.ts';
import { identifiers } from './0015-identifiers.ts';
import { tokenVectors } from './0016-token-vectors.ts';
import { wordsInMemory } from './0017-words-in-memory.ts';
import { endUsers } from './0018-end-users.ts';
import { versions } from './0019-versions.ts';
import { applyMigrations, migrations } from './migrations.ts';

const now = Date.UTC(2026, 10, 21);

/** Creates a store as the version with this number of migrations left it. */
function storeOfFormat(format: number, memories: { user: string; metadata: object; archived?: true }[]): string {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-old-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const db = new DatabaseSync(join(directory, 'mnema.db'));
  db.exec(`PRAGMA application_id = ${0x4d4e4d41}`);
  applyMigrations(db, { from: 0, to: format });
  db.exec(`PRAGMA user_version = ${format}; PRAGMA journal_mode = WAL`);
  db.prepare(
    "INSERT INTO account (id, email, email_folded, password_hash, plan, created_at) VALUES ('acct_ana', 'a@b.c', 'a@b.c', 'h', 'free', 0)",
  ).run();
  for (const [index, { user, metadata, archived }] of memories.entries()) {
    db.prepare(
      `INSERT INTO memory (owner, id, user_id, text, metadata, status, words, word_count, version, occurred_at, created_at,
         updated_at, pending_since, attempts, next_attempt_at)
       VALUES (1, ?, ?, 'the boat', ?, 'pending', 'boat', 1, 1, 0, 0, 0, 0, 0, 99999999999999)`,
    ).run(`mem_${index}`, user, JSON.stringify(metadata));
    if (archived)
      db.exec(`UPDATE memory SET aside = 1, status = 'ready', next_attempt_at = NULL WHERE id = 'mem_${index}'`);
  }
  db.close();
  writeFileSync(join(directory, 'mnema.created'), '');
  return directory;
}

it.each([1, 2, 3])(
  'a store of format %i is opened with its memories, users and projects counted, and its work due',
  async (format) => {
    const directory = storeOfFormat(format, [
      { user: 'acct_ana', metadata: { project: 'apollo' } },
      { user: 'cleo', metadata: { project: ['apollo', 'Gemini', 'Gemini', 5] } },
      { user: 'cleo', metadata: { project: { name: 'no' } } },
      { user: 'dan', metadata: {} },
    ]);
    const store = await openSqliteStore(directory, { now: () => now });
    onTestFinished(() => store.close());
    expect(await store.usage.usage('acct_ana', now)).toEqual({
      memoryWrites: 0,
      memorySearches: 0,
      endUsers: 2,
      // From format 3 on, a write of a memory includes its projects.
      projects: format < 3 ? 2 : 0,
    });
    await removeMemory(store.memories, 'acct_ana', 'mem_3');
    expect(await store.usage.usage('acct_ana', now)).toMatchObject({ endUsers: 1 });
    if (format === 1) {
      const options = {
        limit: 10,
        extractions: 100,
        characters: 1e6,
        leaseMs: 1_000,
        purpose: 'ingest' as const,
        quarantineAfter: 3,
        quarantined: false,
      };
      expect(await store.memories.claim({ now, ...options })).toHaveLength(3);
    }
  },
);

it('a store of format 10 is opened with the users of its live memories, not of archived ones', async () => {
  const metadata = {};
  const directory = storeOfFormat(10, [
    { user: 'cleo', metadata },
    { user: 'cleo', metadata, archived: true },
    { user: 'dan', metadata, archived: true },
  ]);
  const store = await openSqliteStore(directory, { now: () => now });
  onTestFinished(() => store.close());
  const endUsers = async () => (await store.usage.usage('acct_ana', now)).endUsers;
  expect(await endUsers()).toBe(1);
  await removeMemory(store.memories, 'acct_ana', 'mem_1');
  await removeMemory(store.memories, 'acct_ana', 'mem_2');
  expect(await endUsers()).toBe(1);
  await removeMemory(store.memories, 'acct_ana', 'mem_0');
  expect(await endUsers()).toBe(0);
});

it('a store of format 11 is opened with its stored responses and its request log', async () => {
  const directory = storeOfFormat(11, []);
  const db = new DatabaseSync(join(directory, 'mnema.db'));
  db.exec(`INSERT INTO answer VALUES (1, 'key', 'print', 200, NULL, '{"a":1}', 10);
    INSERT INTO request_log (owner, id, created_at, method, path, operation, source, status_code, latency_ms)
      VALUES (1, 'req_1', 5, 'GET', '/usage', 'getUsage', 'rest', 429, 1)`);
  db.close();
  const store = await openSqliteStore(directory, { now: () => now });
  onTestFinished(() => store.close());
  const response = { fingerprint: 'print', status: 200, location: null, etag: null, body: '{"a":1}', subjectId: null };
  const keys = { key: 'key_1 key', formerKey: 'key' };
  expect(await store.memories.findResponse('acct_ana', keys, 1)).toEqual(response);
  const { rows } = await store.requests.list({ accountId: 'acct_ana', limit: 10, offset: 0 });
  expect(rows).toMatchObject([{ id: 'req_1', count: 1 }]);
});

it('a store from before accounts could be suspended is opened with its accounts in use, and they can be suspended', async () => {
  const directory = storeOfFormat(migrations.indexOf(suspendedAccounts), []);
  const store = await openSqliteStore(directory, { now: () => now });
  onTestFinished(() => store.close());
  const suspendedAt = async () => (await store.accounts.findAccounts({ id: 'acct_ana' }))[0]?.account.suspendedAt;
  expect(await suspendedAt()).toBeNull();
  await store.accounts.updateAccount('acct_ana', { suspendedAt: now });
  expect(await suspendedAt()).toBe(now);
});

it('a store from before versions were kept is opened with memories of unknown writers, whose changes keep versions', async () => {
  const directory = storeOfFormat(migrations.indexOf(versions), [{ user: 'acct_ana', metadata: {} }]);
  const { memories, close } = await openSqliteStore(directory, { now: () => now });
  onTestFinished(close);
  expect(await memories.get('acct_ana', 'mem_0')).toMatchObject({ version: 1, changedBy: null });
  const update = { accountId: 'acct_ana', id: 'mem_0', expectedVersion: 1, at: now, metadata: {}, text: null };
  await changeMemory(memories, { ...update, index: emptyMetadataIndex });
  const kept = await memories.versions({ accountId: 'acct_ana', id: 'mem_0', limit: 10 });
  expect(kept).toMatchObject({ versions: [{ version: 1, changedBy: null, replacedAt: now }], more: false });
});

it('memories embedded before tokens had vectors are embedded again, and their vectors are used meanwhile', async () => {
  const directory = storeOfFormat(migrations.indexOf(tokenVectors), [{ user: 'acct_ana', metadata: {} }]);
  const db = new DatabaseSync(join(directory, 'mnema.db'));
  const [local, other] = ['bge-small-en-v1.5-int8', 'other@1'];
  db.prepare('INSERT INTO embedder (number, id) VALUES (1, ?), (2, ?)').run(local, other);
  db.exec(`UPDATE memory SET status = 'ready', next_attempt_at = NULL, embedder = 1;
    INSERT INTO memory_vector VALUES (1, 1, 0, 1, 1, x'01')`);
  db.close();
  const { memories, close } = await openSqliteStore(directory, { now: () => now });
  onTestFinished(close);
  expect(await memories.countStale(local)).toBe(1);
  expect(await memories.hasStale('acct_ana', local)).toBe(false);
  expect(await memories.hasStale('acct_ana', other)).toBe(true);
  expect(await memories.embeddingOf('acct_ana', 'mem_0')).toMatchObject({ embedderId: local });
  const limits = { limit: 10, characters: 1e6, leaseMs: 1_000, quarantineAfter: 2 };
  const [claim] = await memories.claim({ purpose: 'reembed', embedderId: local, now, ...limits });
  expect(claim).toMatchObject({ id: 'mem_0' });
  const tokens = Int8Array.of(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
  const change = {
    kind: 'complete' as const,
    embedderId: local,
    vectors: [new Float32Array([1])],
    tokens,
    entities: null,
  };
  await memories.commit([
    { accountId: 'acct_ana', changes: [{ ...change, claim: claim as NonNullable<typeof claim> }] },
  ]);
  expect(await memories.countStale(local)).toBe(0);
});

it('a store from before identifiers is opened with the identifiers of its texts, which find its memories', async () => {
  const metadata = {};
  const user = 'acct_ana';
  const directory = storeOfFormat(migrations.indexOf(identifiers), [
    { user, metadata },
    { user, metadata },
    { user, metadata, archived: true },
  ]);
  const db = new DatabaseSync(join(directory, 'mnema.db'));
  db.exec("UPDATE memory SET text = 'Part KX-4410-B' WHERE id <> 'mem_0'");
  db.close();
  const store = await openSqliteStore(directory, { now: () => now, identifiersOf: toIdentifiers });
  onTestFinished(() => store.close());
  const find = async (words: string[], wanted: string[]) => {
    const query = { words, identifiers: wanted, entities: [], vector: null, limit: 9, times: [], timesAreAll: false };
    const found = await store.memories.candidates({ scope: { accountId: user }, ...query });
    return { ids: found.candidates.map(({ id }) => id).sort(), frequencies: found.identifierFrequencies };
  };
  const wanted = toIdentifiers('kx4410b');
  expect(await find([], wanted)).toEqual({ ids: ['mem_1'], frequencies: [1] });
  expect(await find(['boat'], wanted)).toMatchObject({ ids: ['mem_0', 'mem_1'] });
});

describe('a store with a word index', () => {
  const store = () => {
    const directory = storeOfFormat(migrations.indexOf(wordsInMemory), [{ user: 'cleo', metadata: {} }]);
    const file = join(directory, 'mnema.db');
    const change = (sql: string) => {
      const db = new DatabaseSync(file);
      db.exec(sql);
      db.close();
    };
    change("INSERT INTO memory_word (rowid, words) VALUES (1, '1xboat'), (2, '1xdeletedlongago')");
    return { directory, file, change };
  };

  it('is opened with the words of its memories, and without the index and its words', async () => {
    const { directory, file } = store();
    expect(readFileSync(file, 'latin1')).toContain('deletedlongago');
    const opened = await openSqliteStore(directory, { now: () => now });
    onTestFinished(() => opened.close());
    const found = await opened.memories.wordStatistics({ accountId: 'acct_ana' }, ['boat', 'deletedlongago']);
    expect(found).toEqual({ scopeSize: 1, documentFrequencies: [1, 0] });
    expect(readFileSync(file, 'latin1')).not.toContain('deletedlongago');
  });

  it('stays as it was when it cannot be upgraded', async () => {
    const { directory, file, change } = store();
    change('DROP TABLE memory_word');
    await expect(openSqliteStore(directory, { now: () => now })).rejects.toThrow(/memory_word/);
    const db = new DatabaseSync(file);
    onTestFinished(() => db.close());
    expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: migrations.indexOf(wordsInMemory) });
    expect(db.prepare("SELECT 1 AS there FROM sqlite_schema WHERE name = 'memory_word_frequency'").all()).toHaveLength(
      1,
    );
  });
});

it('a store from before end users is opened with the memories of its users, newest first', async () => {
  const metadata = {};
  const users = ['acct_ana', 'cleo', 'cleo'].map((user) => ({ user, metadata }));
  const store = await openSqliteStore(storeOfFormat(migrations.indexOf(endUsers), users), { now: () => now });
  onTestFinished(() => store.close());
  const listed = async (userId: string) => {
    const { memories } = await store.memories.list({ scope: { accountId: 'acct_ana', userId }, limit: 9 });
    return memories.map(({ id, endUserId }) => [id, endUserId]);
  };
  expect(await listed('cleo')).toEqual([
    ['mem_2', null],
    ['mem_1', null],
  ]);
  expect(await listed('acct_ana')).toEqual([['mem_0', null]]);
});
