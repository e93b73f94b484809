import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { migrateMongodb } from '../../src/adapters/mongodb/open-store.ts';
import { collectionOf } from '../../src/adapters/mongodb/records/stored-documents.ts';
import {
  searchCollections,
  vectorIndexName,
  wordIndexName,
} from '../../src/adapters/mongodb/search/search-documents.ts';
import { storeDomain } from '../../src/app/store-commands.ts';
import { probes as probesKind } from '../../src/domain/usage/usage-commands.ts';
import { type Diagnosis, runDoctor } from '../process/run-doctor.ts';
import { useTestMongodb } from './use-test-mongodb.ts';

/** The dimensions of the local embedder. */
const dimensions = 384;

const mongodb = useTestMongodb();

function diagnose(uri = mongodb.uri): Promise<Diagnosis> {
  return runDoctor({ environment: { MNEMA_STORE: 'mongodb', MNEMA_MONGODB_URI: uri } });
}

it('finds nothing wrong before the first start, and creates nothing', async () => {
  const name = `mnema_none_${randomBytes(4).toString('hex')}`;
  const { problems, checks } = await diagnose(mongodb.uri.replace(mongodb.database, name));
  expect(problems).toEqual([]);
  expect(checks.MongoDB?.finding).toMatch(new RegExp(`database ${name}: there is no store yet`));
  expect(checks['data directory']).toBeUndefined();
  expect(checks['disk space']).toBeUndefined();
  const { databases } = await mongodb.client.db('admin').admin().listDatabases();
  expect(databases.map((database) => database.name)).not.toContain(name);
});

it('tries a write in a store that is there, changes nothing else, and names what each search index needs', async () => {
  const db = mongodb.client.db(mongodb.database);
  const { memories, vectors } = searchCollections(db);
  const probes = collectionOf(db, probesKind);
  await migrateMongodb(mongodb.uri, { ...storeDomain, dimensions, limitMs: 60_000, onProgress: () => {} });
  const counts = async () => {
    const names = (await db.listCollections().toArray()).map(({ name }) => name).sort();
    return Promise.all(names.map(async (name) => [name, await db.collection(name).countDocuments()]));
  };
  await probes.insertOne({ _id: 'probe', id: 'probe', beat: 4 });
  const before = await counts();
  const well = await diagnose();
  expect(well.problems).toEqual([]);
  expect(well.checks.MongoDB?.finding).toMatch(
    / on [^ ]+:\d+, database mnema_test_\w+; a majority confirms a write in \d+ ms$/,
  );
  expect(well.checks['search indexes']?.finding).toBe(
    `${wordIndexName} is ready; ${vectorIndexName(dimensions)} is ready`,
  );
  expect(await counts()).toEqual(before);
  expect(await probes.findOne({ _id: 'probe' })).toMatchObject({ id: 'probe', beat: 5 });

  await memories.updateSearchIndex(wordIndexName, { mappings: { dynamic: false, fields: {} } });
  await vectors.dropSearchIndex(vectorIndexName(dimensions));
  const spoilt = await diagnose();
  expect(spoilt.problems).toEqual(['search indexes']);
  expect(spoilt.checks['search indexes']).toMatchObject({
    finding: expect.stringContaining('another definition'),
    fix: expect.stringContaining('mnema migrate'),
    lines: [expect.stringContaining('is missing')],
  });

  const definition = { fields: [{ type: 'vector', path: 'vector', numDimensions: 16, similarity: 'cosine' }] };
  await vectors.createSearchIndex({ name: vectorIndexName(dimensions), type: 'vectorSearch', definition });
  const mistaken = await diagnose();
  expect(mistaken.checks['search indexes']?.lines).toContainEqual(
    expect.stringMatching(/for vectors of 16 dimensions, and the embedder makes 384/),
  );
});

it('distinguishes a wrong password from an address without a server, and prints no password', async () => {
  const wrong = mongodb.uri.replace('mongodb://', 'mongodb://me:hush-hush@');
  const nobody = 'mongodb://me:hush-hush@127.0.0.1:1/mnema?directConnection=true';
  const found = await Promise.all([diagnose(wrong), diagnose(nobody), diagnose('mongodb://')]);
  const [password, address] = found.map(({ checks }) => checks.MongoDB);
  expect(password).toMatchObject({
    status: 'problem',
    fix: expect.stringContaining('user and password in MNEMA_MONGODB_URI'),
  });
  expect(address).toMatchObject({ status: 'problem', fix: expect.stringContaining('network access list') });
  for (const { stdout } of found) expect(stdout).not.toContain('hush');
});
