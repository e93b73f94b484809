import { isNamePart } from './characters.ts';

/** Letters of other scripts that look like a letter of ASCII, each after the letter that it looks like. */
const pairs =
  'aа cс eе hһ iі jј kк lӏ oо pр qԛ sѕ dԁ vѵ wԝ xх yу AА BВ CС EЕ HН IІ JЈ KК MМ OО PР QԚ SЅ TТ WԜ XХ YУ ' +
  'aα iι kκ nη oο pρ tτ uυ vν xχ yγ wω cϲ jϳ AΑ BΒ EΕ HΗ IΙ KΚ MΜ NΝ OΟ PΡ TΤ XΧ YΥ ZΖ oօ uս hհ nո aɑ gɡ';

const letters: ReadonlyMap<number, string> = new Map(
  pairs.split(' ').map((pair) => [pair.charCodeAt(1), pair.charAt(0)] as const),
);

/** The number of units of a word that are read before and behind a letter. */
const reachBefore = 64;
const reachBehind = 256;

export function isLookAlike(code: number): boolean {
  return letters.has(code);
}

/** A word around a look-alike. It is ASCII except for the `replaced` letters. A word of another script has none. */
export interface MixedWord {
  end: number;
  replaced: readonly { start: number; end: number; plain: string }[];
}

/** Reads the word around `at`. */
export function readMixedWord(text: string, at: number): MixedWord {
  let start = at;
  while (at - start < reachBefore && isNamePart(text.charCodeAt(start - 1))) start--;
  const replaced: { start: number; end: number; plain: string }[] = [];
  let end = start;
  let isForeign = false;
  for (; end - at < reachBehind && isNamePart(text.charCodeAt(end)); end++) {
    const code = text.charCodeAt(end);
    const plain = letters.get(code);
    if (plain !== undefined) replaced.push({ start: end, end: end + 1, plain });
    else isForeign ||= code > 127;
  }
  return { end, replaced: isForeign ? [] : replaced };
}
