import { expect, it } from 'vitest';
import { loopIterationsDuring } from '../../../test/loop-iterations-during.ts';
import { runYielding } from '../../lib/yielding.ts';
import { entitiesOf } from './entities.ts';

const toEntities = (text: string) => runYielding('acct', entitiesOf(text));

async function found(text: string): Promise<string[]> {
  return (await toEntities(text)).map(({ kind, name }) => `${kind} ${name}`);
}

it.each<[string, string, string[]]>([
  ['a name inside a sentence', 'Yesterday I met Anna.', ['name Anna']],
  ['a name of several words', 'We saw New York with Anna Maria Schmidt.', ['name New York', 'name Anna Maria Schmidt']],
  [
    'titles, initials and connectors',
    'I saw Dr. Smith, J. K. Rowling and Ludwig van Beethoven at the Lord of the Rings.',
    ['name Dr. Smith', 'name J. K. Rowling', 'name Ludwig van Beethoven', 'name Lord of the Rings'],
  ],
  ['hyphens and apostrophes', 'I know Jean-Luc and O’Brien.', ['name Jean-Luc', 'name O’Brien']],
  ['a name without its possessive', "I fed Anna's cat.", ['name Anna']],
  ['names in a list apart', 'I met Anna, Bob and Cid.', ['name Anna', 'name Bob', 'name Cid']],
  ['no capital that only begins a sentence', 'Coffee is good. Running helps!\n- Swimming too', []],
  ['a name that begins a sentence when it occurs elsewhere', 'Margaret came. I like Margaret.', ['name Margaret']],
  ['a name of two words that begins a sentence', 'Grace Hopper wrote it.', ['name Grace Hopper']],
  ['no verb before a known name', 'Ask Bob. I trust Bob.', ['name Bob']],
  ['a product that begins a sentence', 'GitHub is down.', ['name GitHub']],
  ['no months, weekdays or stop words', 'On Monday in May I think It works, Yes.', []],
  ['speaker labels', 'Caroline: hello\nuser: hi\nAssistant: ok\nTODO: x', ['name Caroline']],
  ['a speaker who is spoken to', 'Caroline: hello\nMel: Hi! Caroline, look.', ['name Caroline', 'name Mel']],
  ['names in German', 'Ich traf Jürgen Müller in Köln.', ['name Jürgen Müller', 'name Köln']],
  ['Latin names and speakers in Chinese', '张三：我和Anna去了上海。', ['name 张三', 'name Anna']],
  ['an Arabic speaker', 'أحمد: مرحبا', ['name أحمد']],
  ['nothing in Thai', 'ฉันชอบกินข้าวผัด', []],
  ['nothing in emoji and syntax', '❤️👍🏽 "* OR (": ^', []],
  [
    'URLs without the punctuation around them',
    'See https://a.org/x?y=1, (http://b.org/z). [c](https://c.org/d)!',
    ['url https://a.org/x?y=1', 'url http://b.org/z', 'url https://c.org/d'],
  ],
  ['a bracket that belongs to the URL', 'https://wikipedia.org/Foo_(bar)', ['url https://wikipedia.org/Foo_(bar)']],
  ['a URL inside Chinese', '请看https://a.cn/x谢谢', ['url https://a.cn/x']],
  ['handles, not email addresses', 'Ping @anna, @bob_smith. Mail cid@a.org', ['handle @anna', 'handle @bob_smith']],
  [
    'files and paths',
    'Edit src/words.ts:42, `package.json`, ~/notes.md, /etc/hosts and C:\\a\\b.txt.',
    ['file src/words.ts', 'file package.json', 'file ~/notes.md', 'file /etc/hosts', 'file C:\\a\\b.txt'],
  ],
  ['no file in alternatives and hosts', 'and/or, km/h, /help, example.com, e.g. this', []],
  [
    'versions, not decimals, dates or addresses',
    'from v1.2.3 to 2.0.0-rc.1 or v2, not 3.11, 8.5.2023, 127.0.0.1',
    ['version v1.2.3', 'version 2.0.0-rc.1', 'version v2'],
  ],
  ['each once, in order, by case', 'I saw Bob at /etc/x, then Bob and BOB.', ['name Bob', 'file /etc/x', 'name BOB']],
])('finds %s', async (_, text, entities) => expect(await found(text)).toEqual(entities));

it('returns the first 50 entities at most', async () => {
  const handles = Array.from({ length: 80 }, (_, index) => `@user${index}`);
  expect(await found(handles.join(' '))).toEqual(handles.slice(0, 50).map((name) => `handle ${name}`));
});

it('leaves out entities of more than 200 characters rather than cut them', async () => {
  expect(await found(`see https://a.org/${'x'.repeat(150)}`)).toHaveLength(1);
  expect(await found(`see https://a.org/${'x'.repeat(200)} and ${'Abc '.repeat(100)}`)).toEqual([]);
});

it('uses a name from one part of a long text in all others', async () => {
  const filler = 'nothing of note happened on that day, and then it rained.\n'.repeat(200);
  expect(await found(`Margaret came.\n${filler}I like Margaret.\n${filler}Ask Margaret.`)).toEqual(['name Margaret']);
  expect(await found(`Margaret came.\n${filler}`)).toEqual([]);
});

it('finds a name anywhere in a long text', async () => {
  const filler = 'nothing of note happened on that day, and then it rained. ';
  for (let offset = 1_900; offset < 2_050; offset++) {
    const before = filler.repeat(40).slice(0, offset - 4);
    const text = `${before} on, Anna Maria Schmidt of https://a.org/x and @bob left. ${filler.repeat(40)}`;
    expect(await found(text)).toEqual(['name Anna Maria Schmidt', 'url https://a.org/x', 'handle @bob']);
  }
});

it('pauses for the event loop while it reads a long text', async () => {
  expect(await loopIterationsDuring(() => toEntities('Anna met Bob and Cid. '.repeat(4_500)))).toBeGreaterThan(100);
  expect(await loopIterationsDuring(() => toEntities('Anna met Bob and Cid. '.repeat(80)))).toBeLessThan(2);
});

it('takes time in proportion to the length of any text', async () => {
  const hostile = [
    ...['Aa ', 'A: ', 'A\n', '@a.', '/a', 'a.', 'A-', '1.', ',', '(', ' ', '\n \t', 'https://'],
    ...['A'.repeat(70), "A'", `${','.repeat(398)}x `],
  ];
  for (const piece of hostile) await toEntities(piece.repeat(Math.ceil(100_000 / piece.length)));
}, 10_000);
