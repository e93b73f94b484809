import { createReadStream } from 'node:fs';

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket, comma] = Buffer.from('"\\{}[],') as Buffer &
  [number, number, number, number, number, number, number];
const blanks = new Set(Buffer.from(' \t\r\n\uFEFF'));

/**
 * Reads the objects of a JSON array one after the other, because the larger files exceed the longest string of V8.
 * @throws {Error} when the file is no JSON array of objects
 */
export async function* readJsonArray(file: string): AsyncGenerator<unknown> {
  let parts: Buffer[] = [];
  let count = 0;
  // The number of open brackets and braces: one in the array, two or more in an object.
  let depth = 0;
  let isInString = false;
  let isEscaped = false;
  let isComplete = false;
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 }) as AsyncIterable<Buffer>) {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] as number;
      if (isInString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isInString = false;
        continue;
      }
      if (depth < 2 && !isExpected(byte, depth, isComplete)) {
        throw new Error(`${file} must be a JSON array of objects`);
      }
      if (byte === quote) isInString = true;
      else if (byte === openBrace || byte === openBracket) {
        depth++;
        if (depth === 2) start = at;
      } else if (byte === closeBrace || byte === closeBracket) {
        depth--;
        if (depth === 0) isComplete = true;
        if (depth !== 1) continue;
        parts.push(chunk.subarray(start, at + 1));
        yield parse(file, count++, Buffer.concat(parts).toString('utf8'));
        parts = [];
      }
    }
    if (depth >= 2) parts.push(chunk.subarray(start));
  }
  if (!isComplete) throw new Error(`${file} ends within ${depth < 2 ? 'its array' : `/${count}`}`);
}

/** Returns whether a byte may be outside of the objects of the array. */
function isExpected(byte: number, depth: number, isComplete: boolean): boolean {
  if (blanks.has(byte)) return true;
  if (depth === 0) return byte === openBracket && !isComplete;
  return byte === openBrace || byte === comma || byte === closeBracket;
}

function parse(file: string, index: number, json: string): unknown {
  try {
    return JSON.parse(json);
  } catch (error) {
    throw new Error(`${file} /${index} is not JSON: ${error instanceof Error ? error.message : error}`);
  }
}
