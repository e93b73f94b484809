import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { addAccount } from '../account-steps.ts';
import { makeAccount } from '../make-account.ts';
import { emptyMetadataIndex, makeIndex, makeTextIndex } from '../make-index.ts';
import { makePendingMemory } from '../make-memory.ts';
import { openSqliteStores } from '../open-stores.ts';
import { createRandom } from '../process/random.ts';
import { changeMemory, insertMemory, removeMemory } from '../store-steps.ts';

const accountId = 'acct_ana';
const month = Date.UTC(2026, 10);
const unlimited = { month, memoryWrites: null, endUsers: null, projects: null };

async function openStore(clock = { time: 0 }) {
  const directory = mkdtempSync(join(tmpdir(), 'mnema-deleted-'));
  const store = await openSqliteStores(directory, { now: () => clock.time });
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= store.close();
    return closed;
  };
  onTestFinished(async () => {
    await close();
    rmSync(directory, { recursive: true, force: true });
  });
  await addAccount(store.records, makeAccount(accountId));
  /** Lists the markers that the files hold. */
  const markersIn = (...suffixes: string[]) => {
    const files = suffixes.map((suffix) => join(directory, `mnema.db${suffix}`)).filter(existsSync);
    const contents = files.map((file) => readFileSync(file, 'latin1')).join('');
    return new Set(contents.match(/(marker|reply)\d+x/g));
  };
  const add = async (marker: string, filler: string) => {
    const memory = makePendingMemory(`${marker} ${filler}`, 0, { accountId, metadata: { note: marker } });
    const index = makeIndex([marker, 'word'], { tagWords: [marker], filterKeys: [`["note","${marker}"]`] });
    const body = marker.replace('marker', 'reply');
    const response = { fingerprint: 'f', status: 202, location: null, etag: null, body, subjectId: memory.id };
    const record = { key: `key ${memory.id}`, createdAt: 0, expiresAt: 1_000, response };
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
  return { store, markersIn, add, defects, openReader, close };
}

it('texts and words of deleted memories, with those of their versions, are in no file after the log was emptied', async () => {
  const { store, markersIn, add, defects } = await openStore();
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
    const erasing = store.eraseDeleted();
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
  expect(await store.eraseDeleted()).toBe(true);
  // The response to a write is replayed until it expires or its memory is deleted, with which its versions end, too.
  const kept = new Set([...alive.values()].flatMap(({ markers, reply }) => [...markers, reply]));
  expect(markersIn('', '-wal')).toEqual(kept);
  expect(defects()).toEqual([{ integrity_check: 'ok' }]);
});

it('expired responses are in no file after the log was emptied', async () => {
  const clock = { time: 0 };
  const { store, markersIn, add } = await openStore(clock);
  await add('marker1x', '');
  clock.time = 2_000;
  await store.memories.purgeResponses();
  expect(await store.eraseDeleted()).toBe(true);
  expect(markersIn('', '-wal')).toEqual(new Set(['marker1x']));
});

it('a text that a read still needs is erased when the read has ended', async () => {
  const { store, markersIn, add, openReader } = await openStore();
  const id = await add('marker1x', '');
  const reader = openReader();
  reader.exec('BEGIN; SELECT count(*) FROM memories');
  await removeMemory(store.memories, accountId, id);
  expect(await store.eraseDeleted()).toBe(false);
  reader.exec('COMMIT');
  expect(await store.eraseDeleted()).toBe(true);
  expect(markersIn('', '-wal')).toEqual(new Set());
});

it('a text that was deleted just before the server stopped is in no file afterwards', async () => {
  const { store, markersIn, add, close } = await openStore();
  const random = createRandom(3);
  const ids: string[] = [];
  for (let number = 1; number < 120; number++) ids.push(await add(`marker${number}x`, 'f'.repeat(random.below(900))));
  for (const id of ids) await removeMemory(store.memories, accountId, id);
  await close();
  expect(markersIn('', '-wal')).toEqual(new Set());
});

it('the log is left alone when nothing was deleted', async () => {
  const { store, markersIn, add } = await openStore();
  await add('marker1x', '');
  expect(await store.eraseDeleted()).toBe(true);
  expect(markersIn('-wal')).toEqual(new Set(['marker1x', 'reply1x']));
});
