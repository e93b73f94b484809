const lastCodePoint = 0x10ffff;

/** Rewrites an expression with the flag `v` for the checker, which supports `u` only: each class becomes its ranges. */
export function withoutSetNotation({ source, flags }: { source: string; flags: string }): {
  source: string;
  flags: string;
} {
  if (!flags.includes('v')) return { source, flags };
  let plain = '';
  for (let at = 0; at < source.length; ) {
    const length = source[at] === '\\' ? 2 : source[at] === '[' ? classLength(source, at) : 1;
    const piece = source.slice(at, at + length);
    plain += source[at] === '[' ? rangesOf(piece) : piece;
    at += length;
  }
  return { source: plain, flags: flags.replace('v', 'u') };
}

/** How long the class is that begins at `start`, with the classes inside it. */
function classLength(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at++) {
    if (source[at] === '\\') at++;
    else if (source[at] === '[') depth++;
    else if (source[at] === ']' && --depth === 0) return at + 1 - start;
  }
  throw new Error(`a class of ${source} has no end`);
}

function rangesOf(characterClass: string): string {
  const one = new RegExp(`^${characterClass}$`, 'v');
  const escaped = (codePoint: number) => `\\u{${codePoint.toString(16)}}`;
  let ranges = '';
  let first: number | undefined;
  for (let codePoint = 0; codePoint <= lastCodePoint + 1; codePoint++) {
    const isIn = codePoint <= lastCodePoint && one.test(String.fromCodePoint(codePoint));
    if (isIn) first ??= codePoint;
    else if (first !== undefined) {
      ranges += `${escaped(first)}-${escaped(codePoint - 1)}`;
      first = undefined;
    }
  }
  return `[${ranges}]`;
}
