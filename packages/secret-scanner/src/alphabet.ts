/** A set of ASCII characters, with a bit for each group of characters in it. */
export type Alphabet = number;

const groups: readonly [characters: string, bit: number][] = [
  ['0123456789', 1],
  ['abcdef', 2],
  ['ghijklmnopqrstuvwxyz', 4],
  ['ABCDEF', 8],
  ['GHIJKLMNOPQRSTUVWXYZ', 16],
  ['_', 32],
  ['-', 64],
  ['.', 128],
  ['+/', 256],
  ['=', 512],
  ['~', 1024],
  ['%', 2048],
];

const bits = new Uint16Array(128);
for (const [characters, bit] of groups) {
  for (const character of characters) bits[character.charCodeAt(0)] = bit;
}

/** The alphabets of tokens. */
export const alphabets = {
  lowerHex: 1 | 2,
  hex: 1 | 2 | 8,
  upperAlphanumeric: 1 | 8 | 16,
  alphanumeric: 1 | 2 | 4 | 8 | 16,
  word: 1 | 2 | 4 | 8 | 16 | 32,
  base64Url: 1 | 2 | 4 | 8 | 16 | 32 | 64,
  base64: 1 | 2 | 4 | 8 | 16 | 256 | 512,
  dotted: 1 | 2 | 4 | 8 | 16 | 32 | 64 | 128,
  padded: 1 | 2 | 4 | 8 | 16 | 32 | 64 | 512,
  anyToken: 1 | 2 | 4 | 8 | 16 | 32 | 64 | 128 | 256 | 512 | 1024 | 2048,
} as const;

export function isIn(alphabet: Alphabet, code: number): boolean {
  return code < 128 && ((bits[code] as number) & alphabet) !== 0;
}

/** Returns the end of the run of an alphabet's characters that begins at `start`, after at most `max` characters. */
export function endOfRun(text: string, start: number, alphabet: Alphabet, max: number): number {
  const limit = Math.min(text.length, start + max);
  let end = start;
  while (end < limit && isIn(alphabet, text.charCodeAt(end))) end++;
  return end;
}
