import { isUtf8 } from 'node:buffer';
import { DomainError } from '../ports/errors.ts';

/** The maximum depth, because code that reads deeper JSON could overflow its stack. */
const maxDepth = 100;
/** The maximum of fields of an object. Metadata of 16 KB have at most 2,500, and a much larger object is slow. */
const maxFields = 10_000;
/** The longest conversation of 100,000 characters has 80,002 values, to which full metadata adds 8,200. */
const maxValues = 100_000;

/** A fault of JSON text, whose path is a JSON pointer. */
export class JsonFault extends DomainError {
  readonly isJson: boolean;

  constructor(path: string, message: string, { isJson = true } = {}) {
    super('invalid_request', `${path} ${message}.`, { errors: [{ path, message }] });
    this.isJson = isJson;
  }
}

/**
 * Parses a value that can be stored and returned exactly, unless `checksValues` is false.
 * @param form what to send, for the message
 * @throws {JsonFault}
 */
export function parseJson(bytes: Buffer, { checksValues = true, form = '' } = {}): unknown {
  if (!isUtf8(bytes)) throw new JsonFault('', 'is not valid UTF-8: encode it as UTF-8', { isJson: false });
  const text = new TextDecoder().decode(bytes);
  checkSize(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // V8 quotes the text around the error, which may be private.
    const position = /at position \d+/.exec((error as SyntaxError).message)?.[0];
    const fault = position ? `look ${position}` : 'it ends too early or has a stray character';
    throw new JsonFault('', `is not valid JSON: ${fault}${form && `; send ${form}`}`, { isJson: false });
  }
  if (checksValues && suspicious.test(text)) checkExact(value);
  return value;
}

/** Only escapes, NUL, exponents and very long numbers can result in values that can't be returned exactly. */
const suspicious = /\\u|\0|\d[eE]\+?\d|(?<!\d)\d{300}/;

/** Counts brackets and commas outside of strings before the parser builds values from the text. */
function checkSize(text: string): void {
  let depth = 0;
  let values = 1;
  /** The commas of each open object. An open array has NaN, because its items have no limit of their own. */
  const fields: number[] = [];
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (inString) {
      if (character === 0x5c) at++;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) {
      inString = true;
    } else if (character === 0x2c) {
      if (++values > maxValues) throw tooMany('values', maxValues);
      if (++(fields[depth] as number) >= maxFields) throw tooMany('fields in one object', maxFields);
    } else if (character === 0x7b || character === 0x5b) {
      if (++depth > maxDepth) throw new JsonFault('', `is nested more than ${maxDepth} levels deep: flatten it`);
      if (++values > maxValues) throw tooMany('values', maxValues);
      fields[depth] = character === 0x7b ? 0 : Number.NaN;
    } else if (character === 0x7d || character === 0x5d) {
      depth = Math.max(0, depth - 1);
    }
  }
}

function tooMany(what: string, max: number): JsonFault {
  return new JsonFault('', `has more than ${max} ${what}: split it into several requests`);
}

/** Whether a JSON value is an object, and no array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a JSON value has more than `max` fields and items, at any depth. It visits no more than necessary. */
export function holdsMoreThan(value: unknown, max: number): boolean {
  let count = 0;
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (next === null || typeof next !== 'object') continue;
    if (Array.isArray(next) && count + next.length > max) return true;
    // A loop ends early. Listing all values of a large object would take long.
    for (const name in next) {
      if (++count > max) return true;
      waiting.push(next[name as never]);
    }
  }
  return false;
}

/** Rejects a value that cannot be stored and returned exactly. @throws {JsonFault} */
export function checkExact(value: unknown, path = () => ''): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new JsonFault(path(), 'contains half of a surrogate pair: send whole characters');
    if (value.includes('\0')) throw new JsonFault(path(), 'contains the character U+0000: remove it');
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new JsonFault(path(), 'is too large a number to be stored: send it as a string');
  } else if (value !== null && typeof value === 'object') {
    for (const key in value) {
      const inside = () => `${path()}/${pointerPart(key)}`;
      checkExact(key, inside);
      checkExact(value[key as never], inside);
    }
  }
}

function pointerPart(key: string): string {
  return key.isWellFormed() ? key.replaceAll('\0', '�').replaceAll('~', '~0').replaceAll('/', '~1') : '�';
}
