/** A text as a reader sees it. `offsets` maps its units to those of the original text, if they differ. */
export interface PlainText {
  text: string;
  offsets?: Uint32Array;
}

/** The zero-width space, joiners, marks of direction and the soft hyphen, which nobody sees inside `password`. */
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/;
const wide = /[\uff10-\uff19\uff21-\uff3a\uff3f\uff41-\uff5a]/g;
const wideOffset = 0xfee0;

/** Removes invisible characters, and turns full-width letters and digits into ASCII. */
export function toPlainText(given: string): PlainText {
  const narrow = wide.test(given)
    ? given.replaceAll(wide, (character) => String.fromCharCode(character.charCodeAt(0) - wideOffset))
    : given;
  if (!invisible.test(narrow)) return { text: narrow };
  const offsets = new Uint32Array(narrow.length);
  let text = '';
  for (let at = 0; at < narrow.length; at++) {
    if (isInvisible(narrow.charCodeAt(at))) continue;
    offsets[text.length] = at;
    text += narrow[at];
  }
  return { text, offsets };
}

function isInvisible(code: number): boolean {
  return code === 0xad || (code >= 0x200b && code <= 0x200f) || code === 0x2060 || code === 0xfeff;
}
