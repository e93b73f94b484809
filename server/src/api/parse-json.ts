import { HttpProblem } from './problem.ts';

/** The maximum depth, because code that reads deeper JSON could overflow its stack. */
const maxDepth = 100;
/** The maximum of fields of an object. Metadata of 16 KB have at most 2,500, and a much larger object is slow. */
const maxFields = 10_000;
/**
 * The maximum of values in a body, including objects and arrays. The longest conversation of 100,000 characters has
 * 20,000 messages with names and 80,002 values, to which full metadata adds 8,200.
 */
const maxValues = 100_000;

/**
 * Parses JSON text into a value that can be stored and returned exactly.
 * @throws {HttpProblem} 400 for text that is not UTF-8 or not JSON, nests too deeply, or has too many values. The same
 * applies to a NUL, half a character or a number that is too large.
 */
export function parseJson(bytes: Buffer, options?: ReadOptions): unknown {
  try {
    return readJson(bytes, options);
  } catch (error) {
    if (error instanceof JsonFault) throw rejectedField(`/body${error.path}`, error.message);
    throw error;
  }
}

/** A fault of JSON text. The message continues a sentence that begins with the path, a JSON pointer. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault';
  readonly path: string;
  /** Whether the text is JSON at all. */
  readonly isJson: boolean;

  constructor(path: string, message: string, { isJson = true } = {}) {
    super(message);
    this.path = path;
    this.isJson = isJson;
  }
}

interface ReadOptions {
  /** Whether values that cannot be returned exactly are rejected; otherwise {@link checkExact} does. @default true */
  checksValues?: boolean;
}

/** Parses like {@link parseJson}. @throws {JsonFault} */
export function readJson(bytes: Buffer, { checksValues = true }: ReadOptions = {}): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new JsonFault('', 'is not valid UTF-8: encode it as UTF-8', { isJson: false });
  }
  checkSize(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new JsonFault('', `is not valid JSON: ${withoutExcerpt(error as SyntaxError)}`, { isJson: false });
  }
  if (checksValues && suspicious.test(text)) checkExact(value);
  return value;
}

/** Only escapes, NUL, exponents and very long numbers can result in values that can't be returned exactly. */
const suspicious = /\\u|\0|\d[eE]\+?\d|(?<!\d)\d{300}/;

/** V8 quotes the text around the error, which may be private. */
function withoutExcerpt(error: SyntaxError): string {
  const position = /at position \d+/.exec(error.message)?.[0];
  return position ? `look ${position}` : 'it ends too early or has a stray character';
}

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

/** Rejects a value that cannot be stored and returned exactly. @throws {JsonFault} */
export function checkExact(value: unknown): void {
  checkValues(value, () => '');
}

function checkValues(value: unknown, path: () => string): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new JsonFault(path(), 'contains half of a surrogate pair: send whole characters');
    if (value.includes('\0')) throw new JsonFault(path(), 'contains the character U+0000: remove it');
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new JsonFault(path(), 'is too large a number to be stored: send it as a string');
  } else if (value !== null && typeof value === 'object') {
    for (const key in value) {
      const inside = () => `${path()}/${pointerPart(key)}`;
      checkValues(key, inside);
      checkValues(value[key as never], inside);
    }
  }
}

function pointerPart(key: string): string {
  return key.isWellFormed() ? key.replaceAll('\0', '�').replaceAll('~', '~0').replaceAll('/', '~1') : '�';
}

/** Returns the 400 for one field. */
export function rejectedField(path: string, message: string): HttpProblem {
  return new HttpProblem('invalid_request', `The request is not valid: ${path} ${message}.`, {
    errors: [{ path, message }],
  });
}
