import { expect, it } from 'vitest';
import { useTestMongodb } from '../../../../test/mongodb/use-test-mongodb.ts';
import { openConnected } from './connect.ts';

const mongodb = useTestMongodb();

const connect = (query: string) => openConnected(`${mongodb.uri}${query}`, async (connection) => connection);

async function optionsOf(query: string) {
  const { client, db } = await connect(query);
  await client.close();
  return { client: client.options, memories: db.collection('memories') };
}

it('uses its own options where the URI states none, and those that it states, in any case', async () => {
  expect((await optionsOf('')).client).toMatchObject({
    ...{ appName: 'mnema', maxPoolSize: 50, serverSelectionTimeoutMS: 5_000, socketTimeoutMS: 60_000 },
    retryWrites: true,
  });
  const stated = '&maxPoolSize=7&SERVERSELECTIONTIMEOUTMS=9000&sockettimeoutms=1234&retryWrites=false&appname=theirs';
  expect((await optionsOf(stated)).client).toMatchObject({
    ...{ appName: 'theirs', maxPoolSize: 7, serverSelectionTimeoutMS: 9_000, socketTimeoutMS: 1_234 },
    ...{ retryWrites: false, connectTimeoutMS: 5_000 },
  });
});

it.each(['&w=1', '&w=0', '&w=1&journal=false', '&journal=false', '&j=false', '&fsync=false'])(
  'waits for a majority and its journals, and reads from the primary, even with %s in the URI',
  async (weaker) => {
    const { memories } = await optionsOf(`${weaker}&readPreference=secondaryPreferred`);
    // This is the form that is sent.
    expect(memories.writeConcern).toMatchObject({ w: 'majority', j: true });
    expect(memories.readPreference?.mode).toBe('primary');
  },
);

it('rejects a read concern in the URI, because snapshots need another, and searches have none', async () => {
  await expect(connect('&readConcernLevel=majority')).rejects.toThrow(
    /^MNEMA_MONGODB_URI contains readConcernLevel: remove it/,
  );
});
