import { findSensitive, findSensitiveInSteps, holdsSecretNoun, pauseCharacters } from './find-sensitive.ts';
import type { SensitiveKind, SensitiveSpan } from './sensitive-kinds.ts';

/** `path` is a JSON pointer. It never holds a secret, not even one that was a key. */
export interface Redaction {
  path: string;
  kind: SensitiveKind;
}

type JsonObject = Record<string, unknown>;

const maxContextLength = 64;
const maxPartLength = 32;
/** No secret is shorter, whatever its name. */
const minSecretLength = 3;
/** The cost of reading a value on top of its characters, in characters. */
const valueCost = 40;

/** The state of one scan over several texts and values: what it found, and what it need not read twice. */
export interface RedactionScan {
  readonly redactions: Redaction[];
  /** Whether the scan has found as many secrets as its caller wants to know. */
  isFull(): boolean;
  /** Replaces each secret in a text with a placeholder. Pauses at each `yield`. */
  text(text: string, path: string): Generator<void, string>;
  /**
   * The same for every string, number and key inside an object. A value counts as a secret also by the name of its key:
   * `hunter2` is one under `password` only.
   *
   * @param options.skippedKeys keys of the first level that are left as they are, with their values
   * @param options.reservedKeys keys that a redacted key must not collide with
   */
  object(
    object: JsonObject,
    path: string,
    options?: { skippedKeys?: ReadonlySet<string>; reservedKeys?: readonly string[] },
  ): Generator<void, JsonObject>;
}

/** The names that a value has: its own key, and the nearest key above it that names a secret. */
interface Names {
  key: string;
  outer: string;
}

const noNames: Names = { key: '', outer: '' };

/** @param maxRedactions after this many the scan stops reading; the rest of the content stays as it is */
export function createRedactionScan(maxRedactions = Infinity): RedactionScan {
  const redactions: Redaction[] = [];
  /** Path and kind of each redaction. */
  const seen = new Set<string>();
  /** The spans inside a value, by its name and the value. */
  const knownSpans = new Map<string, readonly SensitiveSpan[]>();
  const knownNames = new Map<string, boolean>();
  let charactersSincePause = 0;
  const isFull = () => redactions.length >= maxRedactions;

  function namesSecret(name: string): boolean {
    let names = knownNames.get(name);
    if (names === undefined) {
      names = holdsSecretNoun(name.slice(-maxContextLength));
      knownNames.set(name, names);
    }
    return names;
  }

  /** Pauses inside a long text, and between short ones once they add up to a long one. */
  function* find(text: string): Generator<void, SensitiveSpan[]> {
    if (charactersSincePause >= pauseCharacters) {
      charactersSincePause = 0;
      yield;
    }
    charactersSincePause += valueCost + (text.length % pauseCharacters);
    return yield* findSensitiveInSteps(text);
  }

  function* readUnderName(value: string, name: string): Generator<void, SensitiveSpan[]> {
    // First as code would write it, then as prose: a quoted word is a value, a sentence behind a colon is a sentence.
    for (const [open, close] of [
      ['="', '"'],
      [': ', ''],
    ] as const) {
      if (open === '="' && (!namesSecret(name) || /["\\\n]/.test(value))) continue;
      const offset = name.length + open.length;
      const found = yield* find(`${name}${open}${value}${close}`);
      const spans = found
        .filter(({ start }) => start >= offset)
        .map(({ kind, start, end }) => ({ kind, start: start - offset, end: Math.min(end - offset, value.length) }));
      if (spans.length > 0) return spans;
    }
    return [];
  }

  function* findUnderName(value: string, name: string): Generator<void, readonly SensitiveSpan[]> {
    if (name === '') return yield* find(value);
    const shown = name.slice(-maxContextLength);
    const entry = `${shown}\n${value}`;
    const known = knownSpans.get(entry);
    if (known) return known;
    const spans = yield* readUnderName(value, shown);
    knownSpans.set(entry, spans);
    return spans;
  }

  /** Finds secrets in a value by itself, by its key, and by its key as a part of the key above. */
  function* findUnderNames(value: string, { key, outer }: Names): Generator<void, readonly SensitiveSpan[]> {
    if (value.length < minSecretLength) return [];
    const spans = yield* findUnderName(value, key);
    if (spans.length > 0 || outer === '' || namesSecret(key)) return spans;
    // As code would name it: passwords.prod, passwords_prod.
    const part = key.replace(/[^\p{L}\p{N}]+/gu, '_').slice(0, maxPartLength);
    return yield* findUnderName(value, `${outer}_${part}`);
  }

  function replace(text: string, spans: readonly SensitiveSpan[], path: string): string {
    for (const { kind } of spans) {
      const mark = `${kind} ${path}`;
      if (seen.has(mark)) continue;
      seen.add(mark);
      redactions.push({ path, kind });
    }
    return withPlaceholders(text, spans);
  }

  function* redactText(text: string, path: string): Generator<void, string> {
    return replace(text, yield* find(text), path);
  }

  function* redactValue(value: unknown, path: string, names: Names): Generator<void, unknown> {
    if (typeof value === 'string') return replace(value, yield* findUnderNames(value, names), path);
    if (typeof value === 'number') {
      const text = String(value);
      const clean = replace(text, yield* findUnderNames(text, names), path);
      return clean === text ? value : clean;
    }
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      const inside = { key: toSingular(names.key), outer: names.outer };
      for (const [index, item] of value.entries()) {
        if (isFull()) break;
        items.push(yield* redactValue(item, `${path}/${index}`, inside));
      }
      return items;
    }
    if (value === null || typeof value !== 'object') return value;
    return yield* redactObject(value as JsonObject, path, names, {});
  }

  function* redactObject(
    object: JsonObject,
    path: string,
    names: Names,
    { skippedKeys, reservedKeys = [] }: NonNullable<Parameters<RedactionScan['object']>[2]>,
  ): Generator<void, JsonObject> {
    // A map, because keys such as `__proto__` are only names.
    const clean = new Map<string, unknown>();
    const reserved = new Set([...Object.keys(object), ...reservedKeys]);
    const named = nameInside(object);
    const outer = namesSecret(names.key) ? toSingular(names.key) : names.outer;
    for (const [key, value] of Object.entries(object)) {
      if (isFull()) break;
      if (skippedKeys?.has(key)) {
        clean.set(key, value);
        continue;
      }
      const cleanKey = freeKey(yield* redactText(key, path), key, reserved, clean);
      const inside = `${path}/${cleanKey.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      const valueName = !valueKeys.has(key.toLowerCase()) ? key : named !== '' ? named : names.key || key;
      clean.set(cleanKey, yield* redactValue(value, inside, { key: valueName, outer }));
    }
    return Object.fromEntries(clean);
  }

  return {
    redactions,
    isFull,
    text: redactText,
    object: (object, path, options = {}) => redactObject(object, path, noNames, options),
  };
}

/** Replaces each secret in a text with a placeholder such as `[redacted: password]`. */
export function redactText(text: string): string {
  return withPlaceholders(text, findSensitive(text));
}

/** `credentials` is a user name with its password; each value in such a list is one of the two. */
function toSingular(name: string): string {
  return name.replace(/cred(?:ential)?s$/i, 'credential');
}

/** Keys that do not name their value: the name that counts is the one above them. */
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
function nameInside(object: JsonObject): string {
  for (const [key, value] of Object.entries(object)) {
    if (['name', 'key', 'field', 'variable', 'label'].includes(key) && typeof value === 'string') return value;
  }
  return '';
}

function freeKey(
  clean: string,
  key: string,
  reserved: ReadonlySet<string>,
  taken: ReadonlyMap<string, unknown>,
): string {
  if (clean === key) return key;
  let free = clean;
  for (let number = 2; reserved.has(free) || taken.has(free); number++) free = `${clean} ${number}`;
  return free;
}

function withPlaceholders(text: string, spans: readonly SensitiveSpan[]): string {
  let clean = '';
  let end = 0;
  for (const span of spans) {
    clean += `${text.slice(end, span.start)}[redacted: ${span.kind}]`;
    end = span.end;
  }
  return clean + text.slice(end);
}
