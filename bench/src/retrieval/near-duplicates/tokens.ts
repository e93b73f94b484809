import { seeded } from '../../seeded.ts';

export type Random = ReturnType<typeof createRandom>;

const digits = '123456789';
const vowels = 'aeiou';
const consonants = 'bdfgklmnprstvz';

export function createRandom(seed: number) {
  const next = seeded(seed);
  const from = (all: string) => all[Math.floor(next() * all.length)] as string;
  const some = (count: number, all: string) => Array.from({ length: count }, () => from(all)).join('');
  return {
    letters: (count: number) => some(count, 'abcdefghjkmnpqrstvwxyz'),
    digits: (count: number) => some(count, digits),
    hex: (count: number) => `${some(1, '123456789')}${some(1, 'abcdef')}${some(count - 2, '0123456789abcdef')}`,
    /** Replaces one letter or digit by another. */
    vary(token: string, varied = /.+/): string {
      const { 0: part, index } = varied.exec(token) as RegExpExecArray;
      const positions = [...part.matchAll(/[A-Za-z\d]/g)].map((found) => index + found.index);
      const at = positions[Math.floor(next() * positions.length)] as number;
      const old = token.charAt(at);
      const letters = /^[\da-fx-]+$/.test(token) ? ['abcdef'] : [vowels, consonants];
      const others = ['0123456789', ...letters].find((all) => all.includes(old.toLowerCase())) ?? consonants;
      const other = from(others.replace(old.toLowerCase(), ''));
      return token.slice(0, at) + (old === old.toLowerCase() ? other : other.toUpperCase()) + token.slice(at + 1);
    },
    /** A word of no language. */
    word: () => Array.from({ length: 2 }, () => from(consonants) + from(vowels) + from('lmnrst')).join(''),
    pick(all: string) {
      const list = all.split(',');
      return list[Math.floor(next() * list.length)] as string;
    },
  };
}

export function distinct(count: number, make: () => string): string[] {
  const found = new Set<string>();
  while (found.size < count) found.add(make());
  return [...found];
}

export function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

const accents: Record<string, string> = { a: 'å', o: 'ø', e: 'é', u: 'ü', i: 'í' };

export function accented(word: string): string {
  return capital(word.replace(/[aoeui]/g, (vowel) => accents[vowel] ?? vowel));
}

export function unaccented(token: string): string {
  return Object.entries(accents).reduce((text, [letter, accent]) => text.replaceAll(accent, letter), token);
}
