import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { readCompactionDue } from '../../src/adapters/sqlite/connection/erasures.ts';
import { compactStore } from '../../src/adapters/sqlite/transfer/back-up.ts';
import { addAccount } from '../account-steps.ts';
import { makeAccount } from '../make-account.ts';
import { emptyMetadataIndex, makeIndex, makeTextIndex } from '../make-index.ts';
import { makePendingMemory } from '../make-memory.ts';
import { openSqliteStores } from '../open-stores.ts';
import { createRandom } from '../process/random.ts';
import { temporaryDirectory } from '../process/spawn-server.ts';
import { changeMemory, insertMemory, removeMemory, unlimited } from '../store-steps.ts';

const accountId = 'acct_ana';

async function openStore(clock = { time: 0 }) {
  const directory = temporaryDirectory();
  const store = await openSqliteStores(directory, { now: () => clock.time });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= store.close();
    return closed;
  };
  onTestFinished(close);
  await addAccount(store.records, makeAccount(accountId));
  /** Lists the markers that the files hold. */
  const markersIn = (...suffixes: string[]) => {
    const files = suffixes.map((suffix) => join(directory, `mnema.db${suffix}`)).filter(existsSync);
    const contents = files.map((file) => readFileSync(file, 'latin1')).join('');
    return new Set(contents.match(/(marker|reply)\d+x/g));
  };
  const add = async (marker: string, filler: string) => {
    const memory = makePendingMemory(`${marker} ${filler}`, 0, { accountId, metadata: { note: marker } });
    const index = makeIndex([marker, 'word'], { tagWords: marker, filterKeys: [`["note","${marker}"]`] });
    const body = marker.replace('marker', 'reply');
    const record = { key: `key ${memory.id}`, fingerprint: 'f', body, subjectId: memory.id, expiresAt: 1_000 };
    await insertMemory(store.memories, memory, index, unlimited, record);
    return memory.id;
  };
  const openReader = () => {
    const db = new DatabaseSync(join(directory, 'mnema.db'), { readOnly: true });
    onTestFinished(() => db.close());
    return db;
  };
  const defects = () =>
    openReader()
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => ({ ...row }));
  const compact = async () => {
    await close();
    return compactStore(directory, () => {});
  };
  return { store, directory, markersIn, add, defects, openReader, close, compact };
}

it('texts and words of deleted memories, with those of their versions, leave the log at once, and the store when it is compacted', async () => {
  const { store, markersIn, add, defects, compact } = await openStore();
  const random = createRandom(18);
  const alive = new Map<string, { markers: string[]; reply: string }>();
  let count = 0;
  const nextMarker = () => `marker${++count}x`;
  // Rows of many lengths make pages overflow, split and merge.
  const filler = () => 'f'.repeat(random.chance(0.1) ? random.below(9_000) : random.below(300));
  for (let round = 0; round < 6; round++) {
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        const marker = nextMarker();
        alive.set(await add(marker, filler()), { markers: [marker], reply: marker.replace('marker', 'reply') });
      }),
    );
    const chosen = [...alive].filter(() => random.chance(0.5));
    // Erasing goes on beside writes.
    const erasing = store.local.eraseDeleted();
    await Promise.all(
      chosen.map(async ([id, { markers, reply }]) => {
        alive.delete(id);
        if (random.chance(0.7)) return removeMemory(store.memories, accountId, id);
        const marker = nextMarker();
        alive.set(id, { markers: [...markers, marker], reply });
        const text = { ...makeTextIndex([marker]), text: `${marker} ${filler()}`, nextAttemptAt: 0 };
        const change = { accountId, id, expectedVersion: markers.length, at: 0, metadata: { note: marker } };
        return changeMemory(store.memories, { ...change, index: emptyMetadataIndex, text }, unlimited);
      }),
    );
    await erasing;
  }
  expect(markersIn('', '-wal').size).toBeGreaterThan(alive.size);
  expect(await store.local.eraseDeleted()).toBe(true);
  // The response to a write is replayed until it expires or its memory is deleted, with which its versions end, too.
  const kept = new Set([...alive.values()].flatMap(({ markers, reply }) => [...markers, reply]));
  expect(markersIn('-wal')).toEqual(new Set());
  const left = [...markersIn('')].filter((marker) => !kept.has(marker));
  // SQLite overwrites what it frees, so only rows that it moved before leave copies.
  expect(left.length).toBeLessThan(0.05 * count);
  await compact();
  expect(markersIn('', '-wal')).toEqual(kept);
  expect(defects()).toEqual([{ integrity_check: 'ok' }]);
});

it('expired responses are in no file after the log was emptied', async () => {
  const clock = { time: 0 };
  const { store, markersIn, add } = await openStore(clock);
  await add('marker1x', '');
  clock.time = 2_000;
  await store.memories.purgeResponses();
  expect(await store.local.eraseDeleted()).toBe(true);
  expect(markersIn('', '-wal')).toEqual(new Set(['marker1x']));
});

it('a text that a read still needs is erased when the read has ended', async () => {
  const { store, markersIn, add, openReader } = await openStore();
  const id = await add('marker1x', '');
  const reader = openReader();
  reader.exec('BEGIN; SELECT count(*) FROM memories');
  await removeMemory(store.memories, accountId, id);
  expect(await store.local.eraseDeleted()).toBe(false);
  reader.exec('COMMIT');
  expect(await store.local.eraseDeleted()).toBe(true);
  expect(markersIn('', '-wal')).toEqual(new Set());
});

it('a text that was deleted just before the server stopped is in no log afterwards', async () => {
  const { store, directory, markersIn, add, close, compact } = await openStore();
  const random = createRandom(3);
  const ids: string[] = [];
  for (let number = 1; number < 120; number++) ids.push(await add(`marker${number}x`, 'f'.repeat(random.below(900))));
  for (const id of ids) await removeMemory(store.memories, accountId, id);
  await close();
  expect(existsSync(join(directory, 'mnema.db-wal'))).toBe(false);
  await compact();
  expect(markersIn('')).toEqual(new Set());
});

it('the log is left alone when nothing was deleted', async () => {
  const { store, markersIn, add } = await openStore();
  await add('marker1x', '');
  expect(await store.local.eraseDeleted()).toBe(true);
  expect(markersIn('-wal')).toEqual(new Set(['marker1x', 'reply1x']));
});

it('a store knows since when a compaction erases something', async () => {
  const { store, add, compact, openReader } = await openStore();
  const id = await add('marker1x', '');
  expect(await store.local.compactionDueSince()).toBeNull();
  const before = Math.floor(Date.now() / 1_000) * 1_000;
  await removeMemory(store.memories, accountId, id);
  const since = await store.local.compactionDueSince();
  expect(since).toBeGreaterThanOrEqual(before);
  await removeMemory(store.memories, accountId, await add('marker2x', ''));
  expect(await store.local.compactionDueSince()).toBe(since);
  await compact();
  expect(readCompactionDue(openReader())).toBeNull();
});

it('a compaction needs a stopped server, and no other reader', async () => {
  const { store, directory, add, close, compact, openReader } = await openStore();
  await removeMemory(store.memories, accountId, await add('marker1x', ''));
  expect(() => compactStore(directory, () => {})).toThrow(
    /in use by a Mnema server \(pid \d+\)\. Compacting rewrites the whole file.* Stop the server/,
  );
  const reader = openReader();
  reader.exec('BEGIN; SELECT count(*) FROM memories');
  await close();
  const begun: number[] = [];
  expect(() => compactStore(directory, (size) => begun.push(size))).toThrow('Another process still reads');
  expect(begun).toEqual([]);
  reader.exec('COMMIT');
  await compact();
});

it('a compaction makes the store smaller, and leaves the records as they are', async () => {
  const { store, directory, add, compact } = await openStore();
  const ids = await Promise.all(Array.from({ length: 60 }, (_, n) => add(`marker${n}x`, 'f'.repeat(20_000))));
  for (const id of ids.slice(0, 40)) await removeMemory(store.memories, accountId, id);
  const { bytesBefore, bytes } = await compact();
  expect(bytes).toBeLessThan(bytesBefore * 0.7);
  const again = await openSqliteStores(directory);
  for (const id of ids.slice(40)) expect(await again.memories.get(accountId, id)).toMatchObject({ id });
  await again.close();
});

it('a compaction does not begin without the disk space that it announces', async () => {
  const { directory, add, close } = await openStore();
  await add('marker1x', '');
  await close();
  const steps: number[][] = [];
  const compactWith = (free: number) =>
    compactStore(
      directory,
      (...sizes) => void steps.push(sizes),
      () => free,
    );
  expect(() => compactWith(1_000)).toThrow(/Compacting needs .* which has 1.*left\. Free some space/);
  expect(steps).toEqual([]);
  compactWith(1e9);
  const [[size = 0, needed = 0] = []] = steps;
  // SQLite writes the store to another file, and then to the log.
  expect(needed).toBeGreaterThan(2 * size);
});
