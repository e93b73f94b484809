import { MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';
import { describeProblem, type FoundIndex, vectorIndex } from '../schema/search-indexes.ts';
import { rejectUnusable, toStartError } from './connect.ts';

it.each<[string, object, RegExp | null]>([
  ['is a replica set', { maxWireVersion: 21, setName: 'rs' }, null],
  ['is sharded', { maxWireVersion: 25, msg: 'isdbgrid' }, null],
  ['is too old', { maxWireVersion: 17, setName: 'rs' }, /too old\. Use MongoDB 7\.0 or newer/],
  ['is no replica set', { maxWireVersion: 21 }, /not a replica set.*--replSet/],
])('a server that %s can be used, or the way out is named', (_, hello, message) => {
  const reject = () => rejectUnusable(hello);
  if (message) expect(reject).toThrow(message);
  else reject();
});

it.each([
  [18, 'Authentication failed.', /user and password in MNEMA_MONGODB_URI.*%40/],
  [8000, 'bad auth : authentication failed', /user and password in MNEMA_MONGODB_URI.*%40/],
  [8000, 'you are over your space quota', /storage quota.*Check MNEMA_MONGODB_URI/],
  [13, 'not authorized', /readWrite/],
])('explains the code %i with "%s", with the way out', (code, message, text) => {
  const error = toStartError(new MongoServerError({ message, code }));
  expect(error).toMatchObject({ name: 'MongodbError', message: expect.stringMatching(text) });
});

const wanted = vectorIndex(1_024);
const ready: FoundIndex = {
  ...{ name: wanted.name, type: wanted.type, status: 'READY', queryable: true },
  latestDefinition: wanted.definition,
};
const ofOtherLength = { fields: [{ type: 'vector', path: 'vector', numDimensions: 384, similarity: 'cosine' }] };

it.each<[string, FoundIndex | undefined, RegExp]>([
  ['missing', undefined, /is missing\. Run mnema migrate/],
  ['pending', { ...ready, status: 'PENDING', queryable: false }, /is PENDING\. Run mnema migrate/],
  ['built again', { ...ready, status: 'BUILDING' }, /is BUILDING\. Run mnema migrate/],
  [
    'broken',
    { ...ready, status: 'FAILED', message: 'no room' },
    new RegExp(`no room\\. .*dropSearchIndex\\("${wanted.name}"\\).*mnema migrate`),
  ],
  ['of another version', { ...ready, latestDefinition: { fields: [] } }, /another definition.*mnema migrate/],
  ['of another type', { ...ready, type: 'search' }, /of type search.*Drop it.*start again/],
  ['for other vectors', { ...ready, latestDefinition: ofOtherLength }, /384 .*makes 1024.*MNEMA_EMBEDDING_DIMENSIONS/],
])('names the way out for a search index that is %s', (_, found, problem) => {
  expect(describeProblem(found, wanted)).toMatch(problem);
  expect(describeProblem(ready, wanted)).toBeUndefined();
});
