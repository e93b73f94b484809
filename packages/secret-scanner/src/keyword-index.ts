/** Receives each item whose keyword begins at an offset. */
export type KeywordVisitor<T> = (item: T, at: number, keyword: string) => void;

/**
 * Finds all occurrences of all keywords in one pass. Two characters select a small bucket, and only its keywords are
 * compared. Keywords are lower case and at least two characters long. A visit covers the offsets from `from` to before
 * `to`.
 */
export function makeKeywordIndex<T>(
  entries: Iterable<readonly [keyword: string, item: T]>,
): (folded: string, visit: KeywordVisitor<T>, from?: number, to?: number) => void {
  const slots = new Uint16Array(0x10000);
  const buckets: { keyword: string; item: T }[][] = [[]];
  for (const [keyword, item] of entries) {
    if (keyword.length < 2 || keyword !== foldCase(keyword)) throw new Error(`not a keyword: ${keyword}`);
    const slot = slotOf(keyword.charCodeAt(0), keyword.charCodeAt(1));
    let number = slots[slot] as number;
    if (number === 0) {
      number = buckets.push([]) - 1;
      slots[slot] = number;
    }
    (buckets[number] as { keyword: string; item: T }[]).push({ keyword, item });
  }
  // The longest keyword comes first: `access token` before `access`.
  for (const bucket of buckets) bucket.sort((a, b) => b.keyword.length - a.keyword.length);
  return (folded, visit, from = 0, to = folded.length) => {
    const end = Math.min(to, folded.length - 1);
    let first = folded.charCodeAt(from);
    for (let at = from; at < end; at++) {
      const second = folded.charCodeAt(at + 1);
      const number = slots[slotOf(first, second)] as number;
      if (number !== 0) {
        for (const { keyword, item } of buckets[number] as { keyword: string; item: T }[]) {
          if (folded.startsWith(keyword, at)) visit(item, at, keyword);
        }
      }
      first = second;
    }
  };
}

/** Converts to lower case of the same length, so that its offsets are those of the text. */
export function foldCase(text: string): string {
  // This is the only character whose lower case is longer.
  return (text.includes('İ') ? text.replaceAll('İ', 'I') : text).toLowerCase();
}

function slotOf(first: number, second: number): number {
  return ((first * 251) ^ second) & 0xffff;
}
