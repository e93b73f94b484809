import { endOfRun } from './alphabet.ts';
import { beginsToken } from './begins-token.ts';
import { readBytes } from './decode-escapes.ts';
import { type Decoded, toSource } from './decoded.ts';
import { findBroken, hasForm, type Scans } from './find-broken.ts';
import { type DecodedScans, decodeAll, findEncoded } from './find-encoded.ts';
import { joiningCalls, readJoined } from './find-joined.ts';
import { findNamedValue } from './find-named-value.ts';
import { findIbans, findNumbers } from './find-numbers.ts';
import { findPrivateBlock } from './find-private-blocks.ts';
import { readReversed, reversedPrefixes } from './find-reversed.ts';
import { foldCase, makeKeywordIndex } from './keyword-index.ts';
import { toPlainText } from './plain-text.ts';
import type { Reading } from './reading.ts';
import { type SecretNoun, secretNouns } from './secret-nouns.ts';
import type { Finding, SensitiveSpan } from './sensitive-kinds.ts';
import { type ShapeRule, shapeRules, type TextRule, textRules, urlKind } from './text-rules.ts';
import { type TokenShape, tokenShapes } from './token-shapes.ts';
import { isMasked, isPlaceholder } from './value-checks.ts';

type Entry =
  | { type: 'shape'; shape: TokenShape; prefix: string }
  | { type: 'rule'; rule: TextRule }
  | { type: 'noun'; noun: SecretNoun }
  | { type: 'block' }
  | { type: 'reversed' }
  | { type: 'joined' }
  | { type: 'bytes' };

/** The end of the last match of each rule. */
type ResumeOffsets = Map<TextRule, number>;

const visitKeywords = makeKeywordIndex<Entry>([
  ...tokenShapes.flatMap((shape) =>
    shape.prefixes.map((prefix) => [foldCase(prefix), { type: 'shape', shape, prefix }] as const),
  ),
  ...textRules.flatMap((rule) => rule.keywords.map((keyword) => [keyword, { type: 'rule', rule }] as const)),
  ...secretNouns.map(([keyword, noun]) => [keyword, { type: 'noun', noun }] as const),
  ['-----begin ', { type: 'block' }],
  ...reversedPrefixes.map((prefix) => [prefix, { type: 'reversed' }] as const),
  ...joiningCalls.map((call) => [call, { type: 'joined' }] as const),
  ['0x', { type: 'bytes' }],
]);

/**
 * Finds credentials and sensitive identity numbers in a text. The spans are sorted and do not overlap. One pass finds
 * keywords, and only the text at a keyword is analysed. The time is linear in the length of any text.
 */
export function findSensitive(text: string): SensitiveSpan[] {
  return runWhole(findSensitiveInSteps(text));
}

function runWhole<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** The length of the shortest token that one of `shapeRules` finds. */
const minShapeLength = 50;
/** The length of text that is scanned without a pause, in UTF-16 units: a few milliseconds at most. */
export const pauseCharacters = 4_000;

/** Does the same with pauses. A short text has none. */
export function* findSensitiveInSteps(given: string): Generator<void, SensitiveSpan[]> {
  const plain = toPlainText(given);
  const found = yield* findUnbroken(plain.text);
  found.push(...(yield* findBroken(plain.text, found, pieceScans, pauseCharacters)));
  const parts = decodeAll(plain.text);
  if (parts.length > 0) found.push(...(yield* findEncoded(parts, decodedScans, pauseCharacters)));
  return withoutOverlap(found).map(plain.toOriginal);
}

/** Scans the pieces of a broken token, which are short. */
const pieceScans: Scans = { forms: findForms, all: (text) => runWhole(findUnbroken(text)) };

/** Scans decoded texts. They are not decoded again. */
const decodedScans: DecodedScans = { forms: findForms, all: findUnbroken };

function findForms(text: string): Finding[] {
  const reading = toReading(text);
  const resumeAt = new Map<TextRule, number>();
  const found: Finding[] = [];
  visitKeywords(reading.folded, (entry, at, keyword) => {
    const finding =
      entry.type === 'shape' || entry.type === 'rule' ? read(entry, reading, at, keyword, resumeAt) : undefined;
    if (finding) found.push(finding);
  });
  for (const rule of shapeRules) found.push(...findShape(text, rule));
  return found;
}

function toReading(text: string): Reading {
  const folded = foldCase(text);
  return { text, folded, valueEnd: 0, nounsInside: 0, longNameEnd: 0, noun: { at: -1, length: 0 } };
}

function* findUnbroken(text: string): Generator<void, Finding[]> {
  const found = yield* findNumbers(text, pauseCharacters);
  found.push(...(yield* findIbans(text, pauseCharacters)));
  const reading = toReading(text);
  const resumeAt = new Map<TextRule, number>();
  const visit = (entry: Entry, at: number, keyword: string) => {
    const finding = read(entry, reading, at, keyword, resumeAt);
    if (finding && finding.end > finding.start) found.push(finding);
  };
  for (let from = 0; from < text.length; from += pauseCharacters) {
    if (from > 0) yield;
    visitKeywords(reading.folded, visit, from, from + pauseCharacters);
  }
  for (const rule of shapeRules) {
    if (text.length > pauseCharacters) yield;
    found.push(...findShape(text, rule));
  }
  return found;
}

function findShape(text: string, { kind, part, pattern, check }: ShapeRule): Finding[] {
  const found: Finding[] = [];
  if (text.length < minShapeLength || (part && !part.test(text))) return found;
  // `matchAll` would compile a copy of the expression for each text.
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (check(match[0])) found.push({ kind, start: match.index, end: match.index + match[0].length, rank: 2 });
  }
  return found;
}

/** Returns what a name says of its value: a noun such as `password` makes it a secret, another keyword may do so. */
export function meaningOf(name: string): 'secret' | 'keyword' | 'none' {
  let meaning: ReturnType<typeof meaningOf> = 'none';
  visitKeywords(foldCase(`${toPlainText(name).text}: `), (entry) => {
    if (meaning !== 'secret') meaning = entry.type === 'noun' ? 'secret' : 'keyword';
  });
  return meaning;
}

function read(
  entry: Entry,
  reading: Reading,
  at: number,
  keyword: string,
  resumeAt: ResumeOffsets,
): Finding | undefined {
  const { text } = reading;
  switch (entry.type) {
    case 'shape':
      return readToken(text, at, entry.shape, entry.prefix);
    case 'rule':
      // A rule does not read the text of its own last match again.
      if (at < (resumeAt.get(entry.rule) ?? 0)) return undefined;
      return readRule(text, at, entry.rule, resumeAt);
    case 'noun':
      return findNamedValue(reading, at, keyword, entry.noun);
    case 'block':
      return findPrivateBlock(text, at);
    case 'reversed':
      return findToken(readReversed(text, at, keyword));
    case 'joined':
      return findToken(readJoined(text, at, keyword));
    case 'bytes':
      return findToken(readBytes(text, at));
  }
}

/** Finds the first token of a known form in a decoded part. */
function findToken(decoded: Decoded | undefined): Finding | undefined {
  const found = decoded && findForms(decoded.text).find(hasForm);
  return found && toSource(found, decoded);
}

function readToken(text: string, at: number, shape: TokenShape, prefix: string): Finding | undefined {
  if (!text.startsWith(prefix, at)) return undefined;
  if (!beginsToken(text, at, shape.alphabet, prefix)) return undefined;
  const start = at + prefix.length;
  let end = endOfRun(text, start, shape.alphabet, shape.max + 1);
  if (end - start > shape.max) return undefined;
  while (end > start && /[.=-]/.test(text[end - 1] as string) && text[end - 1] !== '=') end--;
  if (end - start < shape.min) return undefined;
  const body = text.slice(start, end);
  if (isMasked(body) || /EXAMPLE/.test(body) || !looksIssued(body)) return undefined;
  return { kind: shape.kind, start: at, end, rank: 3 };
}

/**
 * Whether the text behind a known prefix is random enough. Words with separators are a name: sk-learn-text-pipeline.
 */
function looksIssued(body: string): boolean {
  const sample = body.length > 200 ? body.slice(0, 200) : body;
  if (new Set(sample).size < 7) return false;
  return sample
    .split(/[^A-Za-z0-9]/)
    .some((part) => part.length >= 8 && (/\d/.test(part) || caseChanges(part) >= 3 || /^[A-Z]{16,}$/.test(part)));
}

function caseChanges(part: string): number {
  let changes = 0;
  for (let at = 1; at < part.length; at++) if (/[a-z][A-Z]/.test(part.slice(at - 1, at + 1))) changes++;
  return changes;
}

function readRule(text: string, at: number, rule: TextRule, resumeAt: ResumeOffsets): Finding | undefined {
  const { pattern, check, kind, rank = 3 } = rule;
  pattern.lastIndex = at;
  const match = pattern.exec(text);
  if (!match) return undefined;
  resumeAt.set(rule, Math.max(at + 1, pattern.lastIndex));
  const offsets = match.indices?.groups;
  const [start, end] = offsets?.['secret'] ?? [offsets?.['before']?.[0] ?? at, pattern.lastIndex];
  const secret = text.slice(start, end);
  const scheme = match.groups?.['scheme'];
  if (scheme !== undefined) {
    if (isUrlExample(secret, match.groups?.['user'] ?? '')) return undefined;
    return { kind: urlKind(scheme), start, end, rank };
  }
  if (check && !check(secret, text, at)) return undefined;
  return { kind, start, end, rank };
}

/** Whether a URL is an example of a manual: postgres://user:password@host. */
function isUrlExample(secret: string, user: string): boolean {
  return (
    (isPlaceholder(secret) && !/^\d{4,}$/.test(secret)) ||
    (/^(?:pass|pw|pwd|secret|token|p4ss|x-oauth-basic|postgres|root|guest)$/i.test(secret) &&
      (user === secret || /^(?:user|username|u|name|me|admin|root|postgres|guest)?$/i.test(user)))
  );
}

/** Joins overlapping findings to one, with the kind of the highest rank. */
function withoutOverlap(found: Finding[]): SensitiveSpan[] {
  found.sort((a, b) => a.start - b.start || b.rank - a.rank || b.end - a.end);
  const merged: Finding[] = [];
  for (const finding of found) {
    const last = merged.at(-1);
    if (!last || finding.start >= last.end) {
      merged.push({ ...finding });
      continue;
    }
    last.end = Math.max(last.end, finding.end);
    if (finding.rank > last.rank) {
      last.rank = finding.rank;
      last.kind = finding.kind;
    }
  }
  return merged.map(({ kind, start, end }) => ({ kind, start, end }));
}

/** Joins overlapping spans. The first one determines the kind. */
export function joinOverlapping(spans: readonly SensitiveSpan[]): SensitiveSpan[] {
  return withoutOverlap(spans.map((span) => ({ ...span, rank: 1 })));
}
