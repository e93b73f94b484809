import { beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { startTestMongodb } from '../../../../test/mongodb/start-test-mongodb.ts';
import { useTestMongodb } from '../../../../test/mongodb/use-test-mongodb.ts';
import { describeLaterVersion } from '../../../../test/record-store/describe-later-version.ts';
import { laterCommands, laterKinds } from '../../../../test/record-store/later-library.ts';
import {
  books,
  libraryCommands,
  libraryKinds,
  libraryQueries,
  makeBook,
} from '../../../../test/record-store/library.ts';
import { describeRecordStore } from '../../../ports/record-store.contract.ts';
import { openConnected } from '../connection/connect.ts';
import { ensureIndexes } from '../schema/indexes.ts';
import { createRecordStore } from './record-store.ts';
import { collectionOf } from './stored-documents.ts';

const mongodb = useTestMongodb();
beforeAll(() => ensureIndexes(mongodb.client.db(mongodb.database), libraryKinds));

async function open(clock: { now: number }) {
  const { client, db, snapshots } = await openConnected(mongodb.uri, async (connection) => connection);
  await Promise.all(libraryKinds.map((kind) => collectionOf(db, kind).deleteMany({})));
  const domain = { commands: libraryCommands, queries: libraryQueries };
  const records = createRecordStore({ client, db, snapshots, ...domain, now: () => clock.now });
  return { records, close: () => client.close() };
}

describeRecordStore('MongoDB', open);

it('gives a record the next number if another process has taken its own', async () => {
  const { records, close } = await open({ now: 0 });
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);
  try {
    const numberOf = async (id: string) => (await records.get(books, { libraryId: 'lib_1', id }))?.number as number;
    await records.run('lib_1', 'addBooks', [makeBook('a'), makeBook('b')]);
    const [a, b] = [await numberOf('a'), await numberOf('b')];
    await records.run('lib_1', 'removeBooks', ['a']);
    const taken = { _id: 'lib_1/other', ...makeBook('other'), number: 2 * b - a };
    await collectionOf(mongodb.client.db(mongodb.database), books).insertOne(taken);
    await records.run('lib_1', 'addBooks', [makeBook('c')]);
    // A repeated transaction may have used numbers as well.
    expect(await numberOf('c')).toBeGreaterThan(2 * b - a);
  } finally {
    vi.restoreAllMocks();
    await close();
  }
});

it.skipIf(process.env['MNEMA_TEST_MONGODB_URI'])('jumps from one distinct value to the next in the index', async () => {
  const { records, close } = await open({ now: 0 });
  const db = mongodb.client.db(mongodb.database);
  try {
    const shelves = Array.from({ length: 300 }, (_, at) => makeBook(`${at}`, { shelf: `${at % 3}`, dueAt: at }));
    await records.run('lib_1', 'addBooks', shelves);
    await db.command({ profile: 2 });
    expect(await records.distinct(books, 'shelf', { of: ['lib_1'], limit: 9 })).toEqual(['0', '1', '2']);
    expect(await records.distinct(books, 'due', { of: [], below: 9, limit: 9 })).toEqual(['lib_1']);
    await db.command({ profile: 0 });
    const profiled = await db.collection('system.profile').find({ 'command.aggregate': books.name }).toArray();
    expect(profiled.map(({ docsExamined }) => docsExamined)).toEqual([0, 0]);
    for (const { keysExamined } of profiled) expect(keysExamined).toBeLessThan(9);
  } finally {
    await close();
  }
});

describeLaterVersion('MongoDB', async () => {
  const mongodb = await startTestMongodb();
  onTestFinished(() => mongodb.close());
  return {
    words: ['mongodb', mongodb.uri],
    async within(version, work) {
      const { client, db, snapshots } = await openConnected(mongodb.uri, async (connection) => connection);
      await ensureIndexes(db, version === 'later' ? laterKinds : libraryKinds);
      const commands = version === 'later' ? (laterCommands as unknown as typeof libraryCommands) : libraryCommands;
      const domain = { commands, queries: libraryQueries };
      await work(createRecordStore({ client, db, snapshots, ...domain, now: () => 0 })).finally(() => client.close());
    },
  };
});
