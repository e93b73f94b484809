import { HttpProblem } from './problem.ts';

/** Deeper JSON than this is not read: everything that walks it would have to fear for its stack. */
const maxDepth = 100;
/** The fields of one object. Metadata of 16 KB holds at most 2,500; an object of far more is slow to build and to walk. */
const maxFields = 10_000;
/**
 * The values of a whole body, objects and arrays included. The longest conversation of 100,000 characters, 20,000
 * messages with names, holds 80,002; full metadata adds 8,200.
 */
const maxValues = 100_000;

/**
 * JSON text as a value that can be stored and given back exactly.
 * @throws {HttpProblem} 400 for what is not UTF-8 or not JSON, nests too deeply, holds too many values, a NUL, half a
 *   character or a number beyond every number
 */
export function parseJson(bytes: Buffer): unknown {
  try {
    return readJson(bytes);
  } catch (error) {
    if (error instanceof JsonFault) throw rejectedField(`/body${error.path}`, error.message);
    throw error;
  }
}

/** What is wrong with JSON text: `message` goes on from the place, a JSON pointer. */
export class JsonFault extends Error {
  override readonly name = 'JsonFault';
  readonly path: string;
  /** Whether it is JSON at all. */
  readonly isJson: boolean;

  constructor(path: string, message: string, { isJson = true } = {}) {
    super(message);
    this.path = path;
    this.isJson = isJson;
  }
}

/** As {@link parseJson}. @throws {JsonFault} */
export function readJson(bytes: Buffer): unknown {
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
  if (suspicious.test(text)) checkValues(value, () => '');
  return value;
}

/** Escapes, NUL, exponents and endless digits: only these can bring what can't be given back past decoder and parser. */
const suspicious = /\\u|\0|\d[eE]\+?\d|(?<!\d)\d{300}/;

/** V8 quotes the text around the error; what was sent may be private. */
function withoutExcerpt(error: SyntaxError): string {
  const position = /at position \d+/.exec(error.message)?.[0];
  return position ? `look ${position}` : 'it ends too early or has a stray character';
}

/** Counts brackets and commas outside strings before anything builds values from the text. */
function checkSize(text: string): void {
  let depth = 0;
  let values = 1;
  /** The commas of each open object, and NaN for an open array, whose items only the whole counts. */
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
      if (++depth > maxDepth) throw new JsonFault('', `nests deeper than ${maxDepth} levels: flatten it`);
      if (++values > maxValues) throw tooMany('values', maxValues);
      fields[depth] = character === 0x7b ? 0 : Number.NaN;
    } else if (character === 0x7d || character === 0x5d) {
      depth = Math.max(0, depth - 1);
    }
  }
}

function tooMany(what: string, max: number): JsonFault {
  return new JsonFault('', `holds more than ${max} ${what}: split it into several requests`);
}

function checkValues(value: unknown, path: () => string): void {
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw new JsonFault(path(), 'holds half of a surrogate pair: send whole characters');
    if (value.includes('\0')) throw new JsonFault(path(), 'holds the character U+0000: remove it');
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new JsonFault(path(), 'is a number too great to be kept: send it as a string');
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

/** The 400 for one field. */
export function rejectedField(path: string, message: string): HttpProblem {
  return new HttpProblem('invalid_request', `The request is not valid: ${path} ${message}.`, {
    errors: [{ path, message }],
  });
}
