import { pausesEvery } from './pauses-every.ts';
import { isPart, type Piece, pieceBefore, pieceBehind, readBreak } from './read-break.ts';
import type { Finding, SensitiveKind } from './sensitive-kinds.ts';
import { shapeRules, textRules } from './text-rules.ts';
import { tokenShapes } from './token-shapes.ts';
import { looksRandom } from './value-checks.ts';

/** The length of the shortest token, and of the shortest line in the middle of a wrapped one. */
const minTokenLength = 16;
/** Whether a shorter piece is a word cannot be told. */
const minWordLength = 8;
const maxBlockLength = 8_192;
/** The length of text before a value in which its name is looked for. */
const contextLength = 120;

/** The kinds that a token's own form identifies. */
const formKinds: ReadonlySet<SensitiveKind> = new Set(
  [...tokenShapes, ...textRules.filter(({ pattern }) => !pattern.source.includes('<secret>')), ...shapeRules].map(
    ({ kind }) => kind,
  ),
);

type Scan = (text: string) => readonly Finding[];

/**
 * Finds tokens with a line break inside, and those that code puts together of several literals. Only the runs around a
 * break are scanned once more, so that the time stays linear.
 * @param known - what was found without regard to breaks
 */
export function* findBroken(
  text: string,
  known: readonly Finding[],
  scan: Scan,
  pauseCharacters: number,
): Generator<void, Finding[]> {
  const found: Finding[] = [];
  const pauses = pausesEvery(pauseCharacters);
  let edges: { starts: ReadonlySet<number>; ends: ReadonlySet<number> } | undefined;
  for (let at = text.length < minTokenLength ? text.length : 1; at < text.length; at++) {
    const gap = readBreak(text, at);
    if (!gap) continue;
    const pieces = [pieceBefore(text, gap.start), pieceBehind(text, gap.end)] as const;
    at = gap.end - 1;
    if (!mayBeToken(text, pieces)) continue;
    if (pauses(at)) yield;
    edges ??= { starts: new Set(known.map(({ start }) => start)), ends: new Set(known.map(({ end }) => end)) };
    const [left, right] = pieces;
    const continues = endsLine(text, right) && looksRandom(text.slice(right.start, right.end));
    // What follows a whole token is another word or token, unless it is a line of random characters.
    if (edges.ends.has(left.end) && (!continues || edges.starts.has(right.start))) continue;
    const block = continues ? wholeBlock(text, pieces) : pieces;
    for (const joined of joints(block)) {
      const token = findIn(text, joined, scan);
      if (token) found.push(token);
    }
    const named = continues ? findNamed(text, pieces, scan) : undefined;
    if (named) found.push(named);
    at = (block.at(-1) as Piece).start - 1;
  }
  return found;
}

/** Whether two pieces are long and mixed enough for a token. */
function mayBeToken(text: string, [left, right]: readonly [Piece, Piece]): boolean {
  const length = left.end - left.start + right.end - right.start;
  if (left.end === left.start || right.end === right.start || length < minTokenLength) return false;
  const joined = text.slice(left.start, left.end) + text.slice(right.start, right.end);
  return /\d|[a-z][A-Z]|[A-Z]{8}/.test(joined);
}

/** Adds the following lines of a token that was wrapped at a width. */
function wholeBlock(text: string, [left, right]: readonly [Piece, Piece]): Piece[] {
  const pieces = [left, right];
  for (let last = right; last.end - left.start < maxBlockLength; ) {
    const gap = last.end - last.start < minTokenLength ? undefined : readBreak(text, last.end);
    const next = gap && pieceBehind(text, gap.end);
    if (!next || next.end === next.start || !endsLine(text, next)) break;
    pieces.push(next);
    last = next;
    if (!looksRandom(text.slice(next.start, next.end))) break;
  }
  return pieces;
}

/** Lists what of a block may be one token: each pair, and the whole with and without its first line. */
function joints(block: readonly Piece[]): (readonly Piece[])[] {
  const pairs = block.slice(1).map((piece, index) => [block[index] as Piece, piece]);
  return block.length > 2 ? [block, block.slice(1), ...pairs] : pairs;
}

/** Finds a token of a known form that reaches over a break. */
function findIn(text: string, pieces: readonly Piece[], scan: Scan): Finding | undefined {
  const [, second] = pieces as readonly [Piece, Piece];
  const right = text.slice(second.start, second.end);
  // A name such as `key_prefix` does not continue a token.
  if (right.length >= minWordLength && !/\d/.test(right) && !looksRandom(right)) return undefined;
  const joined = pieces.map(({ start, end }) => text.slice(start, end)).join('');
  const found = scan(joined).find(
    ({ kind, rank, start, end }) => rank > 1 && formKinds.has(kind) && crosses(pieces, start, end),
  );
  return found && toText(found, pieces);
}

/** Finds a random value that its name before the break identifies. */
function findNamed(text: string, [left, right]: readonly [Piece, Piece], scan: Scan): Finding | undefined {
  const lineAt = text.lastIndexOf('\n', left.end - 1) + 1;
  const context = { start: Math.max(lineAt, left.end - contextLength), end: left.end };
  const pieces = [context, right];
  const joined = text.slice(context.start, context.end) + text.slice(right.start, right.end);
  const found = scan(joined).find(({ start, end }) => crosses(pieces, start, end));
  if (!found) return undefined;
  const part = joined.slice(found.start, context.end - context.start);
  return /\d/.test(part) && /[a-z]/i.test(part) ? toText(found, pieces) : undefined;
}

function crosses(pieces: readonly Piece[], start: number, end: number): boolean {
  const [first] = pieces as [Piece];
  const firstLength = first.end - first.start;
  return start < firstLength && end > firstLength;
}

/** Maps a finding in the joined pieces to the text. */
function toText(found: Finding, pieces: readonly Piece[]): Finding {
  const offsetOf = (joined: number) => {
    let rest = joined;
    for (const { start, end } of pieces) {
      if (rest < end - start) return start + rest;
      rest -= end - start;
    }
    return (pieces.at(-1) as Piece).end;
  };
  return { ...found, start: offsetOf(found.start), end: offsetOf(found.end - 1) + 1 };
}

/** Whether nothing follows a piece on its line but the end of a literal. */
function endsLine(text: string, { end }: Piece): boolean {
  return !isPart(text, end) && /^["'`);,*.\\=]{0,4}[ \t]{0,4}(?:\r?\n|\\n|$)/.test(text.slice(end, end + 12));
}
