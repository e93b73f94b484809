/** A cut at spaces and punctuation changes no words, except at characters that may be inside a number or a name. */
const border = /[\p{White_Space}[\p{P}--['‘’.․‥…﹒．＇︙︰]]]/v;
/** The share of a slice, at its end, that is searched for a border. */
const searchedShare = 1 / 2;
/** The text that the segmenter gets, and its end that is only context for the words before it, in UTF-16 units. */
const segmentedLength = 256;
const lookahead = 64;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * Cuts a text into parts of at most `maxLength` UTF-16 units that have the same words as the whole. The cuts are at
 * spaces and punctuation, otherwise between the words of scripts without spaces. Only a word longer than a part is cut
 * in two, between two of its characters.
 */
export function* toSlices(text: string, maxLength: number): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = toEnd(text, start, start + maxLength);
    yield text.slice(start, end);
    start = end;
  }
}

function toEnd(text: string, start: number, limit: number): number {
  if (limit >= text.length) return text.length;
  const first = limit - Math.floor((limit - start) * searchedShare);
  for (let end = limit; end > first; end--) {
    if (border.test(text.charAt(end - 1))) return end;
  }
  const tailStart = Math.max(first, limit - segmentedLength);
  const word = segmenter.segment(text.slice(tailStart, limit)).containing(limit - tailStart - lookahead);
  if (word && word.index > 0) return tailStart + word.index;
  return splitsCharacter(text, limit) ? limit - 1 : limit;
}

/** Whether an offset is between the two halves of a character. */
export function splitsCharacter(text: string, offset: number): boolean {
  return (text.charCodeAt(offset) & 0xfc00) === 0xdc00 && (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800;
}
