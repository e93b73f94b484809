/** Invisible characters: all that Unicode calls default ignorable, and control characters except the usual ones. */
const unseen = /^(?:(?![\t\n\r\x85])\p{Cc}|\p{DI}|[\ufff9-\ufffb])$/u;
/** Characters that end a line as a line feed does. */
const lineEnd = /^[\x85\u2028\u2029]$/;
const digit = /^\p{Nd}$/u;
const dash = /^[\u2010\u2011\u2212]$/;
const asciiPart = /^[\w.+/@-]$/;

/** Whether a character belongs to the blocks of pictures, which are frequent and look like no other characters. */
function isPicture(code: number): boolean {
  return code >= 0x1f200 && code < 0x1fb00;
}

/**
 * Returns the replacement of a character for a scan. It is empty for an invisible one. For one with the look or meaning
 * of an ASCII character, it is that character. Otherwise it is undefined.
 */
export function plainCharacter(code: number): string | undefined {
  if (code < 0x20 || code > 0x7e) {
    const character = String.fromCodePoint(code);
    if (unseen.test(character)) return '';
    if (lineEnd.test(character)) return '\n';
    if (dash.test(character)) return '-';
    // In Latin-1 these are ordinals and small numbers, such as 1º and m².
    if (code < 0x100 || isPicture(code)) return undefined;
    const normal = character.normalize('NFKC');
    if (asciiPart.test(normal)) return normal;
    if (digit.test(character)) return toAsciiDigit(code);
  }
  return undefined;
}

/** Reads a digit of another script. The ten digits of a script follow each other. */
function toAsciiDigit(code: number): string {
  let value = 0;
  while (value < 9 && digit.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}
