import { MongoServerError } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { describeSearchIndex, summarise } from '../schema/check-search-indexes.ts';
import { type FoundIndex, vectorIndex } from '../schema/search-indexes.ts';
import { describeMongodb, type MongodbFacts } from './check-mongodb.ts';
import { toStartError } from './connect.ts';

const well: MongodbFacts = {
  version: '8.0.4',
  pingMs: 1.2,
  isReplicated: true,
  database: 'mnema',
  write: { ms: 4 },
};

describe('a check of MongoDB', () => {
  it.each<[Partial<MongodbFacts>, string, RegExp, RegExp?]>([
    [{}, 'ok', /8\.0\.4 responds in 1 ms, a majority confirms a write in 4 ms; database mnema/],
    [{ write: null }, 'ok', /first start or mnema migrate creates it/],
    [{ version: '6.0.20' }, 'problem', /too old/, /7\.0 or newer/],
    [{ version: 'unknown' }, 'problem', /too old/, /7\.0 or newer/],
    [{ isReplicated: false }, 'problem', /not a replica set/, /--replSet/],
    [{ write: { failure: 'no majority' } }, 'problem', /no majority/, /majority/],
    [{ pingMs: 51 }, 'warning', /far/, /region/],
  ])('%j is %s', (changes, status, finding, fix) => {
    const found = describeMongodb({ ...well, ...changes });
    expect(found).toMatchObject({ status, finding: expect.stringMatching(finding) });
    if (fix) expect(found.fix).toMatch(fix);
    else expect(found.fix).toBeNull();
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

  it.each<[string, FoundIndex | undefined, string, RegExp, RegExp?]>([
    ['ready', ready, 'ok', /is ready/],
    ['missing', undefined, 'problem', /missing/, /mnema migrate/],
    ['pending', { ...ready, status: 'PENDING', queryable: false }, 'warning', /is PENDING$/, /mnema migrate/],
    ['built again', { ...ready, status: 'BUILDING' }, 'warning', /former version answers/, /mnema migrate/],
    [
      'broken',
      { ...ready, status: 'FAILED', message: 'no room' },
      'problem',
      /no room/,
      new RegExp(`dropSearchIndex\\("${wanted.name}"\\).*mnema migrate`),
    ],
    [
      'of another version',
      { ...ready, latestDefinition: { fields: [] } },
      'problem',
      /another definition/,
      /mnema migrate/,
    ],
    ['of another type', { ...ready, type: 'search' }, 'problem', /of type search/, /drop it.*start again/],
    [
      'for other vectors',
      { ...ready, latestDefinition: ofOtherLength },
      'problem',
      /384 dimensions.*makes 1024/,
      /MNEMA_EMBEDDING_DIMENSIONS/,
    ],
  ])('a search index that is %s', (_, found, status, finding, fix) => {
    const other = { status: 'ok' as const, finding: 'other is ready', fix: null };
    const described = summarise([other, describeSearchIndex(found, wanted)]);
    expect(described).toMatchObject({ status, finding: expect.stringMatching(finding) });
    if (fix) expect(described.fix).toMatch(fix);
    else expect(described.fix).toBeNull();
  });

  it('names the worst of several search indexes, and lists all of them', () => {
    const building = describeSearchIndex({ ...ready, status: 'PENDING', queryable: false }, { ...wanted, name: 'a' });
    const missing = describeSearchIndex(undefined, { ...wanted, name: 'b' });
    expect(summarise([building, missing])).toMatchObject({
      status: 'problem',
      finding: 'b is missing',
      lines: ['a is PENDING', 'b is missing'],
    });
  });
});
