import { expect, it } from 'vitest';
import { loopIterationsDuring } from '../../../test/loop-iterations-during.ts';
import { runToEnd } from '../../../test/make-memory.ts';
import { runYielding } from '../../lib/yielding.ts';
import { identifiersOf, identifiersOfQuery, joined } from './identifiers.ts';
import { toWords } from './words.ts';

const identifiersIn = (text: string) => runToEnd(identifiersOf(text)).result;
/** The identifiers without their common sign. */
const found = (text: string) => identifiersIn(text).map((identifier) => identifier.slice(1));

it.each<[string, string, string[]]>([
  ['takes spellings of one identifier as one', 'KX-4410-B, kx4410b, `kx_4410_b` (Kx–4410–b) #KX.4410.B', ['kx4410b']],
  ['ignores diacritics', 'zoë_blåbær zoe_blabaer', ['zoeblabaer']],
  ['keeps stop words and endings', 'credit_notes the_end', ['creditnotes', 'theend']],
  ['joins camel-case names', 'getUserName XMLParser', ['getusername', 'xmlparser']],
  ['reads a version with and without v', 'v1.2.3 1.2.3', ['1x2x3']],
  ['distinguishes versions with the same digits', '1.12.3 11.2.3', ['1x12x3', '11x2x3']],
  [
    'finds a path by each of its ends, with and without the line',
    'src/server/index.ts:42',
    ['srcserverindexts42', 'srcserverindexts', 'serverindexts42', 'serverindexts', 'indexts42', 'indexts'],
  ],
  ['finds a name within a dotted one', 'config.maxRetries', ['configmaxretries', 'maxretries']],
  ['finds an address by its name and its host', 'a.brandvold@fjord.no', ['abrandvoldfjordno', 'abrandvold', 'fjordno']],
  ['finds a URL by its segments', 'https://www.a.com/b/KX-44-B?x=1', ['acombkx44b', 'bkx44b', 'kx44b', 'acom']],
  ['finds a hash by its first seven characters', '9f8e7d6c5b4a3928', ['9f8e7d6c5b4a3928', '9f8e7d6']],
  ['takes a long number with and without separators as one', '88-213-407 88213407', ['88213407']],
  ['finds a number with and without its 0x', '0x80070005', ['0x80070005', '80070005']],
  ['finds identifiers between letters of scripts without spaces', '请看KX-4410-B的', ['kx4410b']],
  ['finds none in plain words, names, numbers and contractions', 'Ana saw NASA in 2024, don’t - 12 ... yes/', []],
])('%s', (_, text, identifiers) => expect(found(text)).toEqual(identifiers));

it('finds a UUID whole and by its first seven characters', () => {
  expect(found('3f2a9c1d-4b5e-4f6a-8b7c-9d0e1f2a3b4c')).toEqual(
    expect.arrayContaining(['3f2a9c1d4b5e4f6a8b7c9d0e1f2a3b4c', '3f2a9c1']),
  );
});

it('gives no identifier that could be a word', () => {
  for (const identifier of identifiersIn('KX-4410-B kx4410b getUserName'))
    expect(toWords(identifier)).not.toContain(identifier);
});

it('stops after a thousand identifiers, and leaves out those that are data', () => {
  expect(identifiersIn(Array.from({ length: 1_200 }, (_, at) => `a${at}`).join(' '))).toHaveLength(1_000);
  expect(found(`x1${'b'.repeat(200)}`)).toEqual([]);
});

it('pauses for the event loop in a long text', async () => {
  const long = 'KX-4410-B and kx4411b, '.repeat(5_000);
  expect(await loopIterationsDuring(() => runYielding('acct', identifiersOf(long)))).toBeGreaterThan(30);
  expect(await loopIterationsDuring(() => runYielding('acct', identifiersOf('KX-4410-B')))).toBeLessThan(2);
});

it('gives each identifier as it is written, the whole before its parts', () => {
  const [path, address] = identifiersOfQuery('Where is src/app.ts, ask a.b@fjord.no');
  expect(path?.written).toBe('src/app.ts');
  expect(path?.forms).toEqual([
    { identifier: joined(['src', 'app', 'ts']), share: 1 },
    { identifier: joined(['app', 'ts']), share: 5 / 8 },
  ]);
  expect(address?.forms[0]).toEqual({ identifier: joined(['a', 'b', 'fjord', 'no']), share: 1 });
});

it('takes the first characters of a hash for all of it', () => {
  expect(identifiersOfQuery('9f8e7d6c5b')[0]?.forms).toEqual([
    { identifier: joined(['9f8e7d6c5b']), share: 1 },
    { identifier: joined(['9f8e7d6']), share: 1 },
  ]);
});

it('does not take an ordinary word with a hyphen for distinctive', () => {
  expect(identifiersOfQuery('a well-known KX-4410-B').map(({ isDistinctive }) => isDistinctive)).toEqual([false, true]);
});
