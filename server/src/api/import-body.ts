import { invalidRequest } from '../ports/errors.ts';
import { parseJson } from './parse-json.ts';

/** The maximum of lines in a request, because the response contains all rejections. */
const maxImportLines = 10_000;

/** A line of an import before it is parsed. Its number counts from 1. */
export interface RawLine {
  number: number;
  /** @throws {DomainError} when it is not valid JSON */
  parse(): unknown;
}

const lineFeed = 0x0a;

/** Splits lines of JSON. Blank lines are numbered, but are not lines of the import. @throws {DomainError} */
export function splitLines(body: Buffer): RawLine[] {
  const lines: RawLine[] = [];
  let number = 0;
  for (let start = 0; start < body.length; ) {
    const end = body.indexOf(lineFeed, start);
    const bytes = body.subarray(start, end < 0 ? body.length : end);
    start = end < 0 ? body.length : end + 1;
    number++;
    if (isBlank(bytes)) continue;
    if (lines.length === maxImportLines) throw tooManyLines();
    lines.push({ number, parse: () => parseJson(bytes) });
  }
  return lines;
}

function isBlank(bytes: Buffer): boolean {
  for (const byte of bytes) if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0d) return false;
  return true;
}

/** Reads the lines of one JSON document: an array, or an object with the array in `results`. @throws {DomainError} */
export function itemsOf(body: Buffer): RawLine[] {
  // Each item is checked separately.
  const document = parseJson(body, { checksValues: false });
  const items: unknown = Array.isArray(document) ? document : (document as { results?: unknown } | null)?.results;
  if (!Array.isArray(items)) {
    const message =
      'must be an array, or an object with an array in results; send lines of JSON with Content-Type: application/x-ndjson';
    throw invalidRequest({ path: '', message });
  }
  if (items.length > maxImportLines) throw tooManyLines();
  return items.map((item, index) => ({ number: index + 1, parse: () => item }));
}

function tooManyLines() {
  const message = `has more than ${maxImportLines} lines: split it into several requests`;
  return invalidRequest({ path: '', message });
}
