import { runYielding } from '../../lib/yielding.ts';
import { DomainError, type FieldError } from '../../ports/errors.ts';
import type { Message, Metadata } from '../../ports/memory-store.ts';
import { findSensitive, findSensitiveInTurns, holdsSecretNoun, pauseCharacters } from '../sensitive/find-sensitive.ts';
import { type SensitiveKind, type SensitiveSpan, sensitiveLabels } from '../sensitive/sensitive-kinds.ts';

/** What to do with a write that carries a credential: refuse it, or put a placeholder where the secret stood. */
export type ContentPolicy = 'reject' | 'redact';

export interface Content {
  text?: string | undefined;
  messages?: Message[] | undefined;
  metadata?: Metadata | undefined;
}

/** `path` is a JSON pointer into the request. It never holds a secret, not even one that was a key. */
export interface Redaction {
  path: string;
  kind: SensitiveKind;
}

/** Something written, and what was taken out of it. */
export type Redacted<Value> = Value & { redacted: readonly Redaction[] };

const errorsMost = 50;
const contextMost = 64;
const partMost = 32;
/** No secret is shorter, whatever it stands under. */
const secretLeast = 3;
/** What reading a value takes beside its characters, in characters. */
const valueCost = 40;

/** What one pass over a write has found, and what it knows not to look at twice. */
interface Scan {
  redacted: Redaction[];
  /** Path and kind of each redaction. */
  seen: Set<string>;
  /** How many redactions are enough. */
  most: number;
  /** Characters read since the last pause. */
  read: number;
  /** What stands in a value, by name and value. */
  known: Map<string, readonly SensitiveSpan[]>;
  /** Whether a name holds a noun such as `password`. */
  telling: Map<string, boolean>;
}

/** What a value stands under: its key, and the nearest key above that speaks of secrets, if the key itself does not. */
interface Names {
  key: string;
  outer: string;
}

/**
 * Keeps keys, tokens, passwords, certificates and identity numbers out of memories, as far as they have a form.
 * `redact` gives back the content with `[redacted: kind]` in their place, and what it did; `reject` gives it back as is.
 * Lets the event loop go round while it reads long content.
 *
 * @param options.removesNulls the metadata is an update, in which a null removes what is stored under the key: that is
 *   not written, and its name counts as it is
 * @param options.storedKeys metadata keys of what is updated, which a key made up here must not overwrite
 * @returns also whether a metadata key of the first level was made up here
 * @throws {DomainError} `sensitive_content`, under `reject`, naming kind and field and nothing of the value
 */
export function applyContentPolicy<T extends Content>(
  policy: ContentPolicy,
  content: T,
  options: { removesNulls?: boolean; storedKeys?: readonly string[] } = {},
): Promise<{ content: T; redacted: Redaction[]; renamed: boolean }> {
  return runYielding(applyInTurns(policy, content, options));
}

function* applyInTurns<T extends Content>(
  policy: ContentPolicy,
  content: T,
  { removesNulls = false, storedKeys = [] }: { removesNulls?: boolean; storedKeys?: readonly string[] },
): Generator<void, { content: T; redacted: Redaction[]; renamed: boolean }> {
  // What a refusal says is said by its first errors: no need to read on.
  const most = policy === 'reject' ? errorsMost : Infinity;
  const scan: Scan = { redacted: [], seen: new Set(), most, read: 0, known: new Map(), telling: new Map() };
  const { redacted } = scan;
  const clean = { ...content };
  if (content.text !== undefined) clean.text = yield* cleanText(content.text, '/text', scan);
  if (content.messages !== undefined) {
    clean.messages = [];
    for (const [index, message] of content.messages.entries()) {
      if (redacted.length >= most) break;
      clean.messages.push(yield* cleanMessage(message, `/messages/${index}`, scan));
    }
  }
  if (content.metadata !== undefined) {
    const entries = Object.entries(content.metadata);
    const removed = new Set(removesNulls ? entries.filter(([, value]) => value === null).map(([key]) => key) : []);
    clean.metadata = yield* cleanObject(
      content.metadata,
      '/metadata',
      { key: '', outer: '' },
      scan,
      removed,
      storedKeys,
    );
  }
  if (redacted.length === 0) return { content, redacted, renamed: false };
  if (policy === 'reject') throw refusal(redacted);
  const given = content.metadata ?? {};
  const renamed = Object.keys(clean.metadata ?? {}).some((key) => !Object.hasOwn(given, key));
  return { content: clean, redacted, renamed };
}

/** For messages about a text: the secrets in it as placeholders. */
export function withoutSecrets(text: string): string {
  return withPlaceholders(text, findSensitive(text));
}

/** Numbers that may just as well be somebody's id. */
const numberKinds: ReadonlySet<SensitiveKind> = new Set(['card_number', 'iban', 'us_ssn', 'national_id']);

/**
 * Ids are not rewritten: what they are good for is to be the same each time. They are refused under either policy.
 * @param ids by the name of their field
 * @throws {DomainError} `sensitive_content`
 */
export function refuseSecretIds(ids: Readonly<Record<string, string | null>>): void {
  const found = Object.entries(ids).flatMap(([field, id]) => {
    const span = id === null ? undefined : findSensitive(id).find(({ kind }) => !numberKinds.has(kind));
    return span ? [{ path: `/${field}`, kind: span.kind }] : [];
  });
  if (found.length > 0) throw refusal(found);
}

function refusal(redacted: readonly Redaction[]): DomainError {
  const errors: FieldError[] = redacted.slice(0, errorsMost).map(({ path, kind }) => ({
    path,
    message: `holds ${sensitiveLabels[kind]} (${kind}): remove it; secrets belong in a secret manager`,
  }));
  const faults = errors.slice(0, 3).map(({ path, message }) => `${path.slice(1)} ${message}`);
  const rest = errors.length - faults.length;
  const more = redacted.length < errorsMost ? `${rest} more` : `at least ${rest} more`;
  return new DomainError('sensitive_content', `${faults.join('; ')}${rest > 0 ? `; and ${more}` : ''}.`, { errors });
}

function* cleanMessage(message: Message, path: string, scan: Scan): Generator<void, Message> {
  const content = yield* cleanText(message.content, `${path}/content`, scan);
  if (message.name === undefined) return { ...message, content };
  return { ...message, content, name: yield* cleanText(message.name, `${path}/name`, scan) };
}

function* cleanText(text: string, path: string, scan: Scan): Generator<void, string> {
  return replace(text, yield* find(text, scan), path, scan);
}

/** A value of the metadata; `hunter2` is a secret under `password` only. */
function* cleanValue(value: unknown, path: string, names: Names, scan: Scan): Generator<void, unknown> {
  if (typeof value === 'string') return replace(value, yield* findUnderNames(value, names, scan), path, scan);
  if (typeof value === 'number') {
    const text = String(value);
    const clean = replace(text, yield* findUnderNames(text, names, scan), path, scan);
    return clean === text ? value : clean;
  }
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    const inside = { key: ofOne(names.key), outer: names.outer };
    for (const [index, item] of value.entries()) {
      if (scan.redacted.length >= scan.most) break;
      items.push(yield* cleanValue(item, `${path}/${index}`, inside, scan));
    }
    return items;
  }
  if (value === null || typeof value !== 'object') return value;
  return yield* cleanObject(value as Metadata, path, names, scan);
}

function* cleanObject(
  object: Metadata,
  path: string,
  names: Names,
  scan: Scan,
  removed: ReadonlySet<string> = new Set(),
  storedKeys: readonly string[] = [],
): Generator<void, Metadata> {
  // A map, because keys such as `__proto__` are only names.
  const clean = new Map<string, unknown>();
  const own = new Set([...Object.keys(object), ...storedKeys]);
  const named = nameInside(object);
  const outer = isTelling(names.key, scan) ? ofOne(names.key) : names.outer;
  for (const [key, value] of Object.entries(object)) {
    if (scan.redacted.length >= scan.most) break;
    if (removed.has(key)) {
      clean.set(key, value);
      continue;
    }
    const cleanKey = freeKey(yield* cleanText(key, path, scan), key, own, clean);
    const inside = `${path}/${cleanKey.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const valueName = !valueKeys.has(key.toLowerCase()) ? key : named !== '' ? named : names.key || key;
    clean.set(cleanKey, yield* cleanValue(value, inside, { key: valueName, outer }, scan));
  }
  return Object.fromEntries(clean);
}

function isTelling(name: string, scan: Scan): boolean {
  let telling = scan.telling.get(name);
  if (telling === undefined) {
    telling = holdsSecretNoun(name.slice(-contextMost));
    scan.telling.set(name, telling);
  }
  return telling;
}

/** `credentials` is a user name with its password; each of what stands under it is one of the two. */
function ofOne(name: string): string {
  return name.replace(/cred(?:ential)?s$/i, 'credential');
}
/** Keys that say nothing themselves: what counts is what the value belongs to. */
const valueKeys = new Set([
  'value',
  'val',
  'data',
  'current',
  'default',
  'plain',
  'plaintext',
  'raw',
  'text',
  'content',
]);

/** `{"name": "API_KEY", "value": "…"}` */
function nameInside(object: Metadata): string {
  for (const [key, value] of Object.entries(object)) {
    if (['name', 'key', 'field', 'variable', 'label'].includes(key) && typeof value === 'string') return value;
  }
  return '';
}

function freeKey(clean: string, key: string, own: ReadonlySet<string>, taken: ReadonlyMap<string, unknown>): string {
  if (clean === key) return key;
  let free = clean;
  for (let number = 2; own.has(free) || taken.has(free); number++) free = `${clean} ${number}`;
  return free;
}

/** What the value holds by itself, under its key, and under its key as a part of what stands above. */
function* findUnderNames(value: string, { key, outer }: Names, scan: Scan): Generator<void, readonly SensitiveSpan[]> {
  if (value.length < secretLeast) return [];
  const spans = yield* findUnderName(value, key, scan);
  if (spans.length > 0 || outer === '' || isTelling(key, scan)) return spans;
  // As code would name it: passwords.prod, passwords_prod.
  const part = key.replace(/[^\p{L}\p{N}]+/gu, '_').slice(0, partMost);
  return yield* findUnderName(value, `${outer}_${part}`, scan);
}

function* findUnderName(value: string, name: string, scan: Scan): Generator<void, readonly SensitiveSpan[]> {
  if (name === '') return yield* find(value, scan);
  const shown = name.slice(-contextMost);
  const entry = `${shown}\n${value}`;
  const known = scan.known.get(entry);
  if (known) return known;
  const spans = yield* readUnderName(value, shown, scan);
  scan.known.set(entry, spans);
  return spans;
}

function* readUnderName(value: string, shown: string, scan: Scan): Generator<void, SensitiveSpan[]> {
  // Once as code would write it, once as prose: a quoted word is a value, a sentence behind a colon is a sentence.
  for (const [open, close] of [
    ['="', '"'],
    [': ', ''],
  ] as const) {
    if (open === '="' && (!isTelling(shown, scan) || /["\\\n]/.test(value))) continue;
    const offset = shown.length + open.length;
    const found = yield* find(`${shown}${open}${value}${close}`, scan);
    const spans = found
      .filter(({ start }) => start >= offset)
      .map(({ kind, start, end }) => ({ kind, start: start - offset, end: Math.min(end - offset, value.length) }));
    if (spans.length > 0) return spans;
  }
  return [];
}

/** Pauses inside a long text, and between short ones once they make up a long one. */
function* find(text: string, scan: Scan): Generator<void, SensitiveSpan[]> {
  if (scan.read >= pauseCharacters) {
    scan.read = 0;
    yield;
  }
  scan.read += valueCost + (text.length % pauseCharacters);
  return yield* findSensitiveInTurns(text);
}

function replace(text: string, spans: readonly SensitiveSpan[], path: string, scan: Scan): string {
  for (const { kind } of spans) {
    const mark = `${kind} ${path}`;
    if (scan.seen.has(mark)) continue;
    scan.seen.add(mark);
    scan.redacted.push({ path, kind });
  }
  return withPlaceholders(text, spans);
}

function withPlaceholders(text: string, spans: readonly SensitiveSpan[]): string {
  if (spans.length === 0) return text;
  let clean = '';
  let done = 0;
  for (const { kind, start, end } of spans) {
    clean += `${text.slice(done, start)}[redacted: ${kind}]`;
    done = end;
  }
  return clean + text.slice(done);
}
