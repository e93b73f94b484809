/** The first character of Thai. Scripts without spaces between words begin here. */
export const firstUnspaced = 0x0e00;

/** The class of each code unit below the CJK scripts: 1 a letter, 2 a digit or `_`, 4 another sign in names. */
const classes = new Uint8Array(0x2000).map((_, code) => {
  const character = String.fromCharCode(code);
  if (code < 128 ? /[a-z]/i.test(character) : /\p{L}|\p{M}/u.test(character)) return 1;
  if (/[0-9_]/.test(character)) return 2;
  return '-.$'.includes(character) ? 4 : 0;
});

export function isNamePart(code: number): boolean {
  return code < 0x2000 && classes[code] !== 0;
}

export function isWordPart(code: number): boolean {
  return code < 0x2000 && ((classes[code] as number) & 3) !== 0;
}

export function isLetter(code: number): boolean {
  return code < 0x2000 && classes[code] === 1;
}

export function isLower(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code > 96 && code < 123;
}

export function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

export function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 0xa0;
}

export function isGap(code: number): boolean {
  return isSpace(code) || code === 10 || code === 13;
}
