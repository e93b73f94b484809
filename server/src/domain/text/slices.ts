/** Words are the same on both sides of it: spaces and punctuation, save what may stand inside a number or a name. */
const border = /[\p{White_Space}[\p{P}--['‘’.․‥…﹒．＇︙︰]]]/v;
/** How far before the end of a slice a border is looked for, as a share of the slice. */
const searchedShare = 1 / 2;
/** In UTF-16 units: what the segmenter is shown, and how much of it only tells where the words before it end. */
const segmentedLength = 256;
const lookahead = 64;

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * The parts of a text, at most `longest` UTF-16 units each, which have the words of the whole: cut at spaces and
 * punctuation, else between the words of scripts without spaces. Only a word longer than a part is cut in two, never
 * inside a character.
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
  return /^[\udc00-\udfff]/.test(text.charAt(limit)) && /[\ud800-\udbff]$/.test(text.charAt(limit - 1))
    ? limit - 1
    : limit;
}
