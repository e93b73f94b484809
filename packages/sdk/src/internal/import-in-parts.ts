import type { WriteOptions } from '../options.ts';
import type { ImportResult, ImportSource } from '../types.ts';
import type { Connection } from './connection.ts';
import { checkIdempotencyKey } from './headers.ts';
import { randomUuid } from './random-uuid.ts';
import { LineSplitter } from './split-lines.ts';
import { writeJson } from './write-json.ts';

/** The maximum size of a request, in bytes and in lines. */
const maxBytes = 4 * 1024 * 1024;
const maxLines = 10_000;

/** Returns the lines of all pieces. */
async function* linesOf(source: ImportSource): AsyncGenerator<string> {
  const splitter = new LineSplitter(maxBytes);
  for await (const piece of typeof source === 'string' ? [source] : source) {
    if (piece instanceof Uint8Array) yield* splitter.add(piece);
    else if (typeof piece === 'string') yield* piece.replace(/\n$/, '').split('\n');
    else yield writeJson(piece);
  }
  yield* splitter.end();
}

/**
 * Imports lines with one request after the other, and numbers those that are rejected from 1.
 * @throws {MnemaError} the error of a request, with `imported`
 */
export async function importInParts(
  connection: Connection,
  source: ImportSource,
  options: WriteOptions = {},
): Promise<ImportResult> {
  const key = checkIdempotencyKey(options.idempotencyKey ?? randomUuid());
  const encoder = new TextEncoder();
  const result: ImportResult = { accepted: 0, skipped: 0, rejected: [] };
  const counts = new Map<string, number>();
  let part: string[] = [];
  let bytes = 0;
  let before = 0;
  const send = async (): Promise<void> => {
    const lines = part.join('\n');
    if (lines.trim() !== '') {
      const keyed = { ...options, idempotencyKey: `${key}/${before}` };
      const call = connection.call('POST', '/import', { lines, write: true }, keyed);
      const {
        accepted,
        skipped,
        rejected,
        ignored = {},
      } = await call.catch((error: object) => {
        throw Object.assign(error, { imported: result });
      });
      result.accepted += accepted;
      result.skipped += skipped;
      for (const [name, count] of Object.entries(ignored)) {
        result.ignored = Object.fromEntries(counts.set(name, count + (counts.get(name) ?? 0)));
      }
      for (const line of rejected) result.rejected.push({ ...line, line: before + line.line });
    }
    before += part.length;
    part = [];
    bytes = 0;
  };
  for await (const line of linesOf(source)) {
    const size = encoder.encode(line).length + 1;
    const isTooLarge = size > maxBytes;
    if (bytes + (isTooLarge ? 1 : size) > maxBytes || part.length === maxLines) await send();
    // An empty line keeps the number of those after it.
    part.push(isTooLarge ? '' : line);
    bytes += isTooLarge ? 1 : size;
    if (isTooLarge) {
      const message = 'The line is larger than 4 MB.';
      result.rejected.push({ line: before + part.length, code: 'payload_too_large', message });
    }
  }
  await send();
  result.rejected.sort((one, other) => one.line - other.line);
  return result;
}
