import { createValueSearch, isPlainWord, type Neighbours, type ValueNames } from './create-value-search.ts';
import { findSensitive } from './find-sensitive.ts';
import type { SensitiveKind, SensitiveSpan } from './sensitive-kinds.ts';

/** `path` is a JSON pointer. It never contains a secret, not even one that was a key. */
export interface Redaction {
  path: string;
  kind: SensitiveKind;
}

type JsonObject = Record<string, unknown>;

interface ObjectOptions {
  /** Keys of the first level that the scan leaves unchanged, with their values. */
  skippedKeys?: readonly string[];
  /** Keys that a redacted key must not collide with. */
  reservedKeys?: readonly string[];
}

/** A scan over several texts and values, with its findings. */
export interface RedactionScan {
  readonly redactions: Redaction[];
  /** Whether the scan has found the maximum of secrets. */
  isFull(): boolean;
  /**
   * Replaces each secret in a text with a placeholder. Pauses at each `yield`.
   * @param neighbours - texts before and after it, which may contain the name of a value or the rest of a token
   */
  text(text: string, path: string, neighbours?: Neighbours): Generator<void, string>;
  /**
   * Does the same for every string, number and key inside an object. A value can be a secret because of its key:
   * `hunter2` is one only under `password`.
   */
  object(object: JsonObject, path: string, options?: ObjectOptions): Generator<void, JsonObject>;
}

/** @param maxRedactions after this number the scan stops, and the rest of the content stays unchanged */
export function createRedactionScan(maxRedactions = Infinity): RedactionScan {
  const { redactions, isFull, replace } = createRedactionList(maxRedactions);
  const search = createValueSearch();

  function* redactText(text: string, path: string, neighbours?: Neighbours): Generator<void, string> {
    return replace(text, yield* neighbours ? search.findAmong(text, neighbours) : search.find(text), path);
  }

  function isPlainValue(value: unknown, names: ValueNames): boolean {
    return value === null || (typeof value !== 'object' && search.isPlain(String(value), names));
  }

  function* redactValue(value: unknown, path: string, names: ValueNames): Generator<void, unknown> {
    if (typeof value === 'string' || typeof value === 'number') {
      const text = String(value);
      const clean = replace(text, yield* search.findUnderNames(text, names), path);
      return clean === text ? value : clean;
    }
    if (value === null || typeof value !== 'object') return value;
    if (!Array.isArray(value)) return yield* redactObject(value as JsonObject, path, names, {});
    const items: unknown[] = [];
    const inside = { key: toSingular(names.key), outer: names.outer };
    for (const [index, item] of value.entries()) {
      if (isFull()) break;
      items.push(yield* redactValue(item, `${path}/${index}`, inside));
    }
    return items;
  }

  function* redactObject(
    object: JsonObject,
    path: string,
    names: ValueNames,
    { skippedKeys = [], reservedKeys = [] }: ObjectOptions,
  ): Generator<void, JsonObject> {
    const keys = Object.keys(object);
    const nameOf = createNaming(object, names.key);
    const outer = search.namesSecret(names.key) ? toSingular(names.key) : names.outer;
    const isPlain = (key: string) => isPlainWord(key) && isPlainValue(object[key], { key: nameOf(key), outer });
    if (keys.every(isPlain)) return object;
    // A map is safe from keys such as `__proto__`.
    const clean = new Map<string, unknown>();
    const reserved = new Set([...keys, ...reservedKeys]);
    const skipped = new Set(skippedKeys);
    for (const key of keys) {
      const value = object[key];
      if (isFull()) break;
      if (skipped.has(key)) {
        clean.set(key, value);
        continue;
      }
      const cleanKey = freeKey(yield* redactText(key, path), key, reserved, clean);
      const inside = `${path}/${cleanKey.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      clean.set(cleanKey, yield* redactValue(value, inside, { key: nameOf(key), outer }));
    }
    return Object.fromEntries(clean);
  }

  return {
    redactions,
    isFull,
    text: redactText,
    object: (object, path, options = {}) => redactObject(object, path, { key: '', outer: '' }, options),
  };
}

/** Replaces each secret in a text with a placeholder such as `[redacted: password]`. */
export function redactText(text: string): string {
  return withPlaceholders(text, findSensitive(text));
}

/** Lists redactions, each kind once for each path. */
function createRedactionList(maxRedactions: number) {
  const redactions: Redaction[] = [];
  const seen = new Set<string>();
  return {
    redactions,
    isFull: () => redactions.length >= maxRedactions,
    replace(text: string, spans: readonly SensitiveSpan[], path: string): string {
      for (const { kind } of spans) {
        if (!seen.has(`${kind} ${path}`)) redactions.push({ path, kind });
        seen.add(`${kind} ${path}`);
      }
      return withPlaceholders(text, spans);
    },
  };
}

/** `credentials` is a user name with its password; each value in such a list is one of the two. */
function toSingular(name: string): string {
  return name.replace(/cred(?:ential)?s$/i, 'credential');
}

/** Keys that do not name their value. The key above them names it. */
const valueKeys = new Set('value val data current default plain plaintext raw text content'.split(' '));
const nameKeys = new Set('name key field variable label'.split(' '));

/** Names the values of an object. The name of `{"name": "API_KEY", "value": "…"}` is another value of the object. */
function createNaming(object: JsonObject, outerKey: string): (key: string) => string {
  const named = Object.entries(object).find(([key, value]) => nameKeys.has(key) && typeof value === 'string');
  return (key) => (valueKeys.has(key.toLowerCase()) ? String(named?.[1] ?? '') || outerKey || key : key);
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
