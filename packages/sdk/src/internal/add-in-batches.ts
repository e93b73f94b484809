import type { AddOptions } from '../options.ts';
import type { AddManyResult, AddParams, AddTextParams } from '../types.ts';
import type { Connection } from './connection.ts';
import { checkIdempotencyKey } from './headers.ts';
import { invalidArgument } from './invalid-argument.ts';
import { randomUuid } from './random-uuid.ts';
import { memoryScope } from './scope.ts';
import { writeJson } from './write-json.ts';

/** The maximum number of memories that the service takes in one request. */
const maxMemories = 100;
/** The maximum size of a body without its braces and names. A comma is counted for each memory, also the last one. */
const maxBytes = 4 * 1024 * 1024 - '{"memories":[]}'.length + 1;
const maxKeyLength = 255;

/** Returns the memories of each request, with their scope. */
function cut(connection: Connection, memories: readonly AddParams[]): AddParams[][] {
  if (!Array.isArray(memories)) throw invalidArgument('/body/memories', 'must be an array');
  const encoder = new TextEncoder();
  const batches: AddParams[][] = [];
  let freeBytes = 0;
  for (const [index, given] of memories.entries()) {
    const path = `/body/memories/${index}`;
    // A copy stays as it is while earlier requests are sent.
    const memory: AddParams = connection.fill({ ...given }, memoryScope, path);
    const bytes = encoder.encode(writeJson(memory, path)).length + 1;
    if (bytes > maxBytes) throw invalidArgument(path, 'is larger than 4 MB');
    freeBytes -= bytes;
    if (freeBytes < 0 || batches.at(-1)?.length === maxMemories) {
      batches.push([]);
      freeBytes = maxBytes - bytes;
    }
    batches.at(-1)?.push(memory);
  }
  return batches;
}

/**
 * Writes a list of any length with one request after the other.
 * @throws {MnemaError} `invalid_argument` before the first request; otherwise the error of a request, with `batch`
 */
export async function addInBatches(
  connection: Connection,
  memories: readonly AddParams[],
  options: AddOptions | undefined,
): Promise<AddManyResult> {
  const { waitSeconds } = options ?? {};
  const idempotencyKey = checkIdempotencyKey(options?.idempotencyKey ?? randomUuid());
  const batches = cut(connection, memories);
  const keyOf = (index: number): string => `${idempotencyKey}/${index}`;
  if (keyOf(memories.length).length > maxKeyLength) {
    const fix = `must leave room for /${memories.length} within ${maxKeyLength} characters`;
    throw invalidArgument('/headers/idempotency-key', fix);
  }
  const batch: AddManyResult = { accepted: 0, rejected: 0, results: [], idempotencyKey };
  let first = 0;
  for (const part of batches) {
    const request = { body: { memories: part as AddTextParams[] }, write: true, waitSeconds, listed: true };
    const keyed: AddOptions = { ...options, idempotencyKey: keyOf(first) };
    const call = connection.call('POST', '/memories/batch', request, keyed);
    const { accepted, rejected, results } = await call.catch((error: object) => {
      throw Object.assign(error, { batch });
    });
    batch.accepted += accepted;
    batch.rejected += rejected;
    for (const result of results) batch.results.push({ ...result, index: first + result.index });
    first += part.length;
  }
  return batch;
}
