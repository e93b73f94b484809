import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestMongodb, type TestMongodb } from '../../../../test/mongodb/start-test-mongodb.ts';
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

let mongodb: TestMongodb;
beforeAll(async () => {
  mongodb = await startTestMongodb();
  await ensureIndexes(mongodb.client.db(mongodb.database), libraryKinds);
});
afterAll(() => mongodb.close());

async function open(clock: { now: number }) {
  const { client, db, snapshots } = await openConnected(mongodb.uri, async (connection) => connection);
  await Promise.all(libraryKinds.map((kind) => collectionOf(db, kind).deleteMany({})));
  const domain = { commands: libraryCommands, queries: libraryQueries };
  const records = createRecordStore({ client, db, snapshots, ...domain, now: () => clock.now });
  return { records, close: () => client.close() };
}

describeRecordStore('MongoDB', open);

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
