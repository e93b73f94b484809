import { toSource } from './decoded.ts';
import { readChain, startOfNextLiteral } from './find-joined.ts';
import { pausesEvery } from './pauses-every.ts';
import { isPart, type Piece, pieceBefore, pieceBehind, readLineBreak, seam } from './read-break.ts';
import type { Finding, SensitiveKind } from './sensitive-kinds.ts';
import { shapeRules, textRules } from './text-rules.ts';
import { tokenShapes } from './token-shapes.ts';
import { looksRandom } from './value-checks.ts';

/** The length of the shortest token, and of the shortest line in the middle of a wrapped one. */
const minTokenLength = 16;
/** A piece of this length or more can be distinguished from a word. */
const minWordLength = 8;
const maxBlockLength = 8_192;
/** The maximum length of the text between a token and the end of its line. */
const maxLineEnd = 8;
/** The length of text before a value that is searched for its name. */
const contextLength = 120;

/** The kinds that a token's own form identifies. */
const formKinds: ReadonlySet<SensitiveKind> = new Set(
  [...tokenShapes, ...textRules.filter(({ pattern }) => !pattern.source.includes('<secret>')), ...shapeRules].map(
    ({ kind }) => kind,
  ),
);

/** Whether a finding is a token that its own form identifies. */
export function hasForm({ kind, rank }: Finding): boolean {
  return rank > 1 && formKinds.has(kind);
}

/** The scans of joined pieces. */
export interface Scans {
  /** Finds tokens that their own form identifies. */
  forms(text: string): readonly Finding[];
  all(text: string): readonly Finding[];
}

/**
 * Finds tokens with a line break inside, and those that code joins from several literals. Only the runs around a break
 * are scanned again, so that the time stays linear.
 * @param known - what was found without regard to breaks
 */
export function* findBroken(
  text: string,
  known: readonly Finding[],
  scans: Scans,
  pauseCharacters: number,
): Generator<void, Finding[]> {
  const found: Finding[] = [];
  if (text.length < minTokenLength) return found;
  let edges: Edges | undefined;
  const visit = (gap: Piece): number => {
    const pieces = [pieceBefore(text, gap.start), pieceBehind(text, gap.end)] as const;
    if (!mayBeToken(text, pieces)) return gap.end;
    edges ??= { starts: new Set(known.map(({ start }) => start)), ends: new Set(known.map(({ end }) => end)) };
    return findAround(text, pieces, edges, scans, found);
  };
  let chainEnd = 0;
  const visitChain = (gap: Piece) => {
    if (gap.start <= chainEnd || startOfNextLiteral(text, gap.start) < 0) return;
    const { joined, end } = readChain(text, pieceBefore(text, gap.start).start, gap.start);
    chainEnd = end;
    const token = joined && scans.forms(joined.text).find(hasForm);
    if (token) found.push(toSource(token, joined));
  };
  let pauses = pausesEvery(pauseCharacters);
  for (let at = text.indexOf('\n'); at >= 0; ) {
    if (pauses(at)) yield;
    const gap = readLineBreak(text, at);
    visitChain(gap);
    const next = visit(gap);
    at = text.indexOf('\n', Math.max(at + 1, next));
  }
  pauses = pausesEvery(pauseCharacters);
  chainEnd = 0;
  seam.lastIndex = 0;
  for (let match = seam.exec(text); match; match = seam.exec(text)) {
    const gap = { start: match.index + 1, end: seam.lastIndex };
    visitChain(gap);
    const next = visit(gap);
    // Another scan may run in a pause.
    if (pauses(next)) yield;
    seam.lastIndex = next;
  }
  return found;
}

/** The offsets at which known findings begin and end. */
interface Edges {
  starts: ReadonlySet<number>;
  ends: ReadonlySet<number>;
}

/** Adds the secrets that two pieces form together. Returns the offset from which further breaks are read. */
function findAround(
  text: string,
  pieces: readonly [Piece, Piece],
  edges: Edges,
  scans: Scans,
  found: Finding[],
): number {
  const [left, right] = pieces;
  const continues = isRandomLine(text, right);
  // Text after a complete token is another word or token, unless it is a line of random characters.
  if (edges.ends.has(left.end) && (!continues || edges.starts.has(right.start))) return right.start;
  const block = continues ? wholeBlock(text, pieces) : pieces;
  for (const joined of joints(block)) {
    const token = findIn(text, joined, scans);
    if (token) found.push(token);
  }
  const named = continues ? findNamed(text, pieces, scans) : undefined;
  if (named) found.push(named);
  return (block.at(-1) as Piece).start;
}

const mixed = /\d|[a-z][A-Z]|[A-Z]{6}/;

/** Whether two pieces are long and mixed enough for a token. */
function mayBeToken(text: string, [left, right]: readonly [Piece, Piece]): boolean {
  const length = left.end - left.start + right.end - right.start;
  if (left.end === left.start || right.end === right.start || length < minTokenLength) return false;
  const second = text.slice(right.start, right.end);
  // Many lines of logs begin with a date.
  if (/^\d{4}-\d\d-\d\d/.test(second)) return false;
  return mixed.test(second) || mixed.test(text.slice(left.start, left.end));
}

/** Adds the following lines of a token that was wrapped at a width. */
function wholeBlock(text: string, [left, right]: readonly [Piece, Piece]): Piece[] {
  const pieces = [left, right];
  for (let last = right; last.end - left.start < maxBlockLength; ) {
    const newline = text.slice(last.end, last.end + maxLineEnd).indexOf('\n');
    if (newline < 0 || last.end - last.start < minTokenLength) break;
    const gap = readLineBreak(text, last.end + newline);
    if (gap.start !== last.end) break;
    const next = pieceBehind(text, gap.end);
    if (next.end === next.start || !endsLine(text, next)) break;
    pieces.push(next);
    last = next;
    if (!isRandomLine(text, next)) break;
  }
  return pieces;
}

/** Lists the texts in a block that may be one token: each pair, and the whole with and without its first line. */
function joints(block: readonly Piece[]): (readonly Piece[])[] {
  const pairs = block.slice(1).map((piece, index) => [block[index] as Piece, piece]);
  return block.length > 2 ? [block, block.slice(1), ...pairs] : pairs;
}

/** Finds a token of a known form that extends over a break. */
function findIn(text: string, pieces: readonly Piece[], { forms }: Scans): Finding | undefined {
  const [, second] = pieces as readonly [Piece, Piece];
  const right = text.slice(second.start, second.end);
  // A name such as `key_prefix` does not continue a token.
  if (right.length >= minWordLength && !/\d/.test(right) && !looksRandom(right)) return undefined;
  const joined = pieces.map(({ start, end }) => text.slice(start, end)).join('');
  const found = forms(joined).find((one) => hasForm(one) && crosses(pieces, one.start, one.end));
  return found && toText(found, pieces);
}

/** Finds a random value whose name is before the break. */
function findNamed(text: string, [left, right]: readonly [Piece, Piece], { all }: Scans): Finding | undefined {
  const from = Math.max(0, left.end - contextLength);
  const line = text.slice(from, left.end).lastIndexOf('\n');
  const context = { start: from + line + 1, end: left.end };
  const pieces = [context, right];
  const joined = text.slice(context.start, context.end) + text.slice(right.start, right.end);
  const found = all(joined).find(({ start, end }) => crosses(pieces, start, end));
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

/** Whether a piece fills its line and looks random. */
function isRandomLine(text: string, piece: Piece): boolean {
  return endsLine(text, piece) && looksRandom(text.slice(piece.start, piece.end));
}

/** Whether only the end of a literal follows a piece on its line. */
function endsLine(text: string, { end }: Piece): boolean {
  const code = text.charCodeAt(end);
  // This short cut is for the usual case of a word with others after it.
  if (code === 32 && text.charCodeAt(end + 1) > 32) return false;
  return !isPart(text, end) && /^["'`);,*.\\=]{0,4}[ \t]{0,4}(?:\r?\n|\\n|$)/.test(text.slice(end, end + 12));
}
