import { describe, expect, it } from 'vitest';
import { stopWords } from './stop-words.ts';
import { toWords } from './words.ts';

describe('toWords', () => {
  it.each<[string, string, string[]]>([
    ['stems English and drops stop words', 'She was hiking in the mountains', ['hike', 'mountain']],
    ['keeps order and repetitions', 'tea, coffee, tea', ['tea', 'coffe', 'tea']],
    ['strips possessives and apostrophes', "Anna's and O’Brien's dogs", ['anna', 'obrien', 'dog']],
    ['does not turn a contraction into another word', "I'll be ill, she'll find a shell", ['ill', 'find', 'shell']],
    ['keeps the month of May', 'in May', ['mai']],
    [
      'folds Latin accents',
      'Café Müller, İstanbul, Ærøskøbing, Straße',
      ['cafe', 'muller', 'istanbul', 'aeroskob', 'strass'],
    ],
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
    [
      'gives camel-case names whole and in parts',
      'iPhone parseHTTPServer',
      ['iphon', 'phone', 'parsehttpserv', 'pars', 'http', 'server'],
    ],
    ['keeps a plural acronym whole', 'APIs', ['api']],
    ['gives the parts of snake case and paths', 'user_id src/words.ts', ['user', 'id', 'src', 'word', 'ts']],
    ['joins versions, with and without v', 'v1.2.3 or 1.2.3', ['1x2x3', '1', '2', '3', '1x2x3', '1', '2', '3']],
    ['survives lone surrogates and NUL', '\ud800tea\u0000coffee\udc00', ['tea', 'coffe']],
    ['gives nothing for nothing', ' \n', []],
  ])('%s', (_, text, words) => {
    expect(toWords(text)).toEqual(words);
  });

  it('keeps the stop words of a text that has no others', () => {
    expect(toWords('Who are you?')).toEqual(['who', 'ar', 'you']);
    expect(toWords('Who are you, Anna?')).toEqual(['anna']);
  });

  it('cuts long runs at 64 code points, never inside a character', () => {
    expect(toWords('x'.repeat(1000))).toEqual(['x'.repeat(64)]);
    expect(toWords('𐐨'.repeat(100))).toEqual(['𐐨'.repeat(64)]);
  });

  it('gives words of letters, digits and marks only, whatever the text', () => {
    const random = randomNumbers(7);
    const ranges = [0x7f, 0x500, 0x3000, 0xffff, 0x10ffff];
    for (let round = 0; round < 100; round++) {
      const range = ranges[round % ranges.length] ?? 0;
      const text = Array.from({ length: 200 }, () => String.fromCodePoint(Math.floor(random() * range))).join('');
      for (const word of toWords(text)) {
        expect(word).toMatch(/^[\p{L}\p{N}\p{M}]{1,64}$/u);
        expect(word).toMatch(/[\p{L}\p{N}]/u);
      }
    }
  });
});

describe('stopWords', () => {
  it('holds words as they are looked up: lower-case letters only', () => {
    for (const word of stopWords) expect(word).toMatch(/^[a-z]+$/);
  });

  it('leaves out words that memories are searched for', () => {
    for (const word of ['may', 'like', 'love', 'work', 'march']) expect(stopWords.has(word)).toBe(false);
  });
});

function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return state / 0x7fffffff;
  };
}
