import { expect, it } from 'vitest';
import { loopIterationsDuring } from '../../../test/loop-iterations-during.ts';
import { createRandom } from '../../../test/process/random.ts';
import { runYielding } from '../../lib/yielding.ts';
import { toWords, wordsOf } from './words.ts';

it.each<[string, string, string[]]>([
  ['stems English and drops stop words', 'She was hiking in the mountains', ['hike', 'mountain']],
  ['keeps order and repetitions', 'tea, coffee, tea', ['tea', 'coffe', 'tea']],
  ['strips possessives and apostrophes', "Anna's and O’Brien's dogs", ['anna', 'obrien', 'dog']],
  ['does not turn a contraction into another word', "I'll be ill, she'll find a shell", ['ill', 'find', 'shell']],
  ['keeps the month of May', 'in May', ['mai']],
  ['folds Latin accents', 'Café, İstanbul, Ærøskøbing, Straße', ['cafe', 'istanbul', 'aeroskob', 'strass']],
  ['reads decomposed letters as composed ones', 'Mu\u0308ller', ['muller']],
  ['folds width and style variants', 'ＦＵＬＬ 𝒜𝓃𝓃𝒶', ['full', 'anna']],
  ['keeps й but reads ё as е', 'йод Ещё', ['йод', 'еще']],
  ['reads a final sigma as any other', 'ΟΔΟΣ οδός', ['οδοσ', 'οδοσ']],
  ['segments Chinese', '昨天在上海的咖啡店', ['昨天', '在', '上海', '的', '咖啡店']],
  ['segments Japanese beside Latin letters', 'Tシャツを買う', ['t', 'シャツ', 'を', '買う']],
  ['segments Thai and keeps its vowels', 'ฉันชอบกินข้าวผัด', ['ฉัน', 'ชอบ', 'กิน', 'ข้าว', 'ผัด']],
  ['keeps Indic vowels', 'हिन्दी में किताब', ['हिन्दी', 'में', 'किताब']],
  ['reads Arabic with and without vowel points alike', 'كِتَابٌ كتاب أحمد', ['كتاب', 'كتاب', 'أحمد']],
  ['reads Hebrew with and without points alike', 'שָׁלוֹם שלום', ['שלום', 'שלום']],
  ['finds nothing in emoji', '❤️👍🏽 1️⃣', ['1']],
  ['reads search syntax as plain text', '" OR * NEAR(tea coffee) -x:^ {a} AND', ['near', 'tea', 'coffe', 'x']],
  ['gives camel case whole and in parts', 'iPhone HTTPServer', ['iphon', 'phone', 'httpserver', 'http', 'server']],
  ['keeps a plural acronym whole', 'APIs', ['api']],
  ['gives the parts of snake case and paths', 'user_id src/words.ts', ['user', 'id', 'src', 'word', 'ts']],
  ['joins versions, with and without v', 'v1.2.3 or 1.2.3', ['1x2x3', '1', '2', '3', '1x2x3', '1', '2', '3']],
  ['survives lone surrogates and NUL', '\ud800tea\u0000coffee\udc00', ['tea', 'coffe']],
  ['gives nothing for nothing', ' \n', []],
])('%s', (_, text, words) => expect(toWords(text)).toEqual(words));

it('keeps the stop words of a text without other words', () => {
  expect(toWords('Who are you?')).toEqual(['who', 'ar', 'you']);
  expect(toWords('Who are you, Anna?')).toEqual(['anna']);
});

it('keeps words that people search memories for, in any letter case', () => {
  const words = 'may like love work march'.split(' ');
  expect(toWords(`The ${words.join(' of THE ')} is`)).toEqual(words.flatMap(toWords));
});

it('cuts long runs at 64 code points, never inside a character', () => {
  expect(toWords('x'.repeat(1000))).toEqual(['x'.repeat(64)]);
  expect(toWords('𐐨'.repeat(100))).toEqual(['𐐨'.repeat(64)]);
});

it('keeps 32 marks on a letter and skips the rest', () => {
  expect(toWords(`ж${'\u0316'.repeat(32)}а`)).toEqual([`ж${'\u0316'.repeat(32)}а`]);
  expect(toWords(`ж${'\u0316'.repeat(40)}а`)).toEqual([`ж${'\u0316'.repeat(32)}а`]);
  expect(toWords('e\u0301'.repeat(60))).toEqual(['e'.repeat(60)]);
});

// Sorting so many marks would take seconds.
it.each([
  ['two blocks', '\u0301'.repeat(50_000) + '\u0316'.repeat(50_000)],
  ['alternating', '\u0301\u0316'.repeat(50_000)],
  ['joined by what is removed', '\u0301\u200d\u0316\u034f'.repeat(25_000)],
  ['joined by letters that are removed', '\u0301\ufe71\u0316\ufcf2'.repeat(25_000)],
  ['stretched', '\u0301\u0640\u0316\u064b'.repeat(25_000)],
  ['half-width', '\uff9e\u0316'.repeat(50_000)],
  ['outside the BMP', '\u{1d165}\u{1d16d}'.repeat(50_000)],
  ['decomposing', '\u0344\u0f73'.repeat(50_000)],
])('takes time in proportion to the number of marks: %s', (_, marks) => {
  const startedAt = performance.now();
  expect(toWords(`ж${marks}`).length).toBeLessThan(3);
  expect(performance.now() - startedAt).toBeLessThan(1_500);
});

it('returns words of letters, digits and marks only for any text', () => {
  const { below } = createRandom(7);
  const ranges = [0x7f, 0x500, 0x3000, 0xffff, 0x10ffff];
  for (let round = 0; round < 100; round++) {
    const range = ranges[round % ranges.length] ?? 0;
    const text = Array.from({ length: 200 }, () => String.fromCodePoint(below(range))).join('');
    for (const word of toWords(text)) {
      expect(word).toMatch(/^[\p{L}\p{N}\p{M}]{1,64}$/u);
      expect(word).toMatch(/[\p{L}\p{N}]/u);
    }
  }
});

const toWordsYielding = (text: string) => runYielding('acct', wordsOf(text));

const sentences = [
  "Anna's friend O’Brien met us in Café Müller; we'd paid 3.50 for v1.2.3 of parseHTTPServer! ",
  'Ich traf Jürgen in der Straße nach Österreich.\n',
  'Вчера я встретил Анну в Москве, и мы пили чай у её брата. ',
  'كِتَابٌ جديد قرأته أمس مع أحمد في القاهرة، وكان جميلاً. ',
  'שָׁלוֹם לכולם אני גר בתל אביב. ',
  'हिन्दी में किताब पढ़ना मुझे पसंद है। ',
  ...[
    '我昨天在上海的咖啡店遇见了张伟，我们聊了很久。',
    '昨日、東京でコーヒーを飲みました。Tシャツを買う。',
    'ฉันชอบกินข้าวผัดที่ร้านใกล้บ้าน ',
  ],
  ...['어제 서울에서 친구를 만나서 커피를 마셨습니다. ', '👨‍👩‍👧‍👦 ❤️1️⃣ 𝒜𝓃𝓃𝒶 ', 'and then it was the one, '],
];

it('finds the words that toWords finds, in any mixture of languages, and in texts without a border', async () => {
  const { below, chance } = createRandom(3);
  const mixtures = Array.from({ length: 40 }, () => {
    const own = sentences.filter(() => chance(0.4));
    return Array.from({ length: 300 }, () => own[below(own.length)] ?? 'x ').join('');
  });
  const unbroken = ['昨天在上海的咖啡店', 'ฉันชอบกินข้าวผัดที่ร้านใกล้บ้าน', 'ខ្ញុំចូលចិត្តញ៉ាំបាយ', '昨日東京でコーヒーを飲みました'];
  const long = [...unbroken, 'Who are you? '].map((text) => text.repeat(1_000));
  for (const text of [...mixtures, ...long]) expect(await toWordsYielding(text)).toEqual(toWords(text));
  expect(await toWordsYielding(`${long.at(-1)}Anna`)).toEqual(['anna']);
});

it('pauses for the event loop while it reads a long text, but not for a short one', async () => {
  expect(await loopIterationsDuring(() => toWordsYielding('中'.repeat(100_000)))).toBeGreaterThan(40);
  expect(await loopIterationsDuring(() => toWordsYielding('中'.repeat(1_000)))).toBeLessThan(2);
});

it.each([
  ['a word without an end', 'x'],
  ['a camel-case name without an end', 'aBc'],
  ['digits', '1'],
  ['letters outside the BMP', '𐐨'],
  ['joiners', 'a\u200d'],
  ['a letter with marks without an end', '\u0301\u0316'],
  ['characters that stand for four words', '\ufdfa'],
  ['half surrogates', '\ud800'],
  ['flags', '🇩'],
])('gives words of the usual form, at most 100,000, for %s', async (_, piece) => {
  const words = await toWordsYielding(`ก${piece.repeat(100_000 / piece.length)}`);
  expect(words.length).toBeLessThanOrEqual(100_000);
  for (const word of new Set(words)) expect(word).toMatch(/^(?=.*[\p{L}\p{N}])[\p{L}\p{N}\p{M}]{1,64}$/u);
});
