import { Binary, type Document } from 'mongodb';
import { searchError } from './atlas-error.ts';
import type { IndexDefinition } from './search-index-table.ts';

/** Reads documents as the index holds them, which is how they were some time ago. */
export type Scan = (filter: Document, projection?: Document) => Promise<Document[]>;

const knownKeys = ['index', 'path', 'queryVector', 'limit', 'numCandidates', 'exact', 'filter'];
const operators = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin', '$exists', '$not'];
const maxCandidates = 10_000;

/**
 * Ids of the nearest among those that the filter lets through, best first. Approximately, unless `exact`: then only so many
 * as `numCandidates` are compared, those that point into the same direction by the signs of their values.
 * @throws {AtlasError} by the rules of Atlas
 */
export async function vectorSearch(
  stage: Document,
  index: IndexDefinition | undefined,
  scan: Scan,
): Promise<unknown[]> {
  checkStage(stage);
  if (!index) return [];
  const { path, queryVector, limit, filter, exact, numCandidates } = stage;
  const fields: Document[] = index['fields'];
  const field = fields.find((one) => one['type'] === 'vector' && one['path'] === path);
  if (!field) throw searchError(`${path} is not indexed as vector`);
  const query = toVector(queryVector);
  if (!query?.values.every(Number.isFinite)) throw searchError('"queryVector" must contain only finite numbers');
  const { numDimensions, similarity } = field;
  if (query.values.length !== numDimensions) {
    throw searchError(
      `vector field is indexed with ${numDimensions} dimensions but queried with ${query.values.length}`,
    );
  }
  if (similarity !== 'cosine') throw searchError(`the emulation knows no similarity ${similarity}`);
  if (query.values.every((value) => value === 0)) {
    throw searchError('Cosine similarity cannot be calculated against a zero vector.');
  }
  const declared = new Set(fields.filter((one) => one['type'] === 'filter').map((one) => one['path']));
  if (filter !== undefined) checkFilter(filter, declared);

  const documents = await scan({ $and: [filter ?? {}, { [path]: { $exists: true } }] }, { [path]: 1 });
  const compared: { id: unknown; values: number[] }[] = [];
  for (const document of documents) {
    const vector = toVector(document[path]);
    // What cannot be indexed is passed over, and bytes are never compared with floating point numbers.
    if (vector?.kind !== query.kind || vector.values.length !== numDimensions) continue;
    compared.push({ id: document['_id'], values: vector.values });
  }
  const candidates =
    exact === true
      ? compared
      : best(compared, ({ values }) => sameSigns(values, query.values)).slice(0, Number(numCandidates));
  const nearest = best(candidates, ({ values }) => cosine(values, query.values));
  return nearest.slice(0, Number(limit)).map(({ id }) => id);
}

function best<One>(all: One[], score: (one: One) => number): One[] {
  const scored = all.map((one) => ({ one, score: score(one) })).filter((scoredOne) => Number.isFinite(scoredOne.score));
  return scored.sort((a, b) => b.score - a.score).map(({ one }) => one);
}

function sameSigns(a: readonly number[], b: readonly number[]): number {
  return a.filter((value, at) => Math.sign(value) === Math.sign(b[at] as number)).length;
}

function checkStage(stage: Document): void {
  const unknown = Object.keys(stage).find((key) => !knownKeys.includes(key));
  if (unknown) throw searchError(`unrecognized field "${unknown}"`);
  for (const key of ['index', 'path', 'queryVector']) {
    if (stage[key] === undefined) throw searchError(`"${key}" is required`);
  }
  const limit = Number(stage['limit']);
  const candidates = stage['numCandidates'] === undefined ? undefined : Number(stage['numCandidates']);
  if (!(Number.isInteger(limit) && limit > 0)) throw searchError('"limit" must be positive');
  if (stage['exact'] === true) {
    if (candidates !== undefined) throw searchError('"numCandidates" must be omitted when "exact" is true');
    return;
  }
  if (candidates === undefined) throw searchError('"numCandidates" is required if "exact" is false or omitted');
  if (!(candidates > 0 && candidates <= maxCandidates)) {
    throw searchError(`"numCandidates" must be within bounds [1, ${maxCandidates}]`);
  }
  if (candidates < limit) throw searchError('"numCandidates" must be greater than or equal to "limit"');
}

function checkFilter(filter: unknown, declared: ReadonlySet<string>): void {
  if (!isPlain(filter)) throw searchError('"filter" must be a document');
  for (const [key, value] of Object.entries(filter)) {
    if (['$and', '$or', '$nor'].includes(key)) {
      if (!Array.isArray(value) || value.length === 0) throw searchError(`"${key}" must be a non-empty array`);
      for (const one of value) checkFilter(one, declared);
    } else if (key.startsWith('$')) throw searchError(`"filter" operator ${key} is not supported`);
    else {
      checkOperators(key, value);
      if (!declared.has(key)) throw searchError(`Path '${key}' needs to be indexed as filter`);
    }
  }
}

function checkOperators(key: string, value: unknown): void {
  if (value instanceof RegExp) throw searchError(`"filter.${key}" regex is not supported`);
  if (!isPlain(value)) return;
  for (const [operator, operand] of Object.entries(value)) {
    if (!operators.includes(operator)) throw searchError(`"filter.${key}" unrecognized operator ${operator}`);
    if (operator === '$not') checkOperators(key, operand);
  }
}

function isPlain(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

interface Vector {
  kind: 'numbers' | 'bytes';
  values: number[];
}

/** A vector of any form that Atlas indexes; undefined for everything else. */
function toVector(value: unknown): Vector | undefined {
  if (Array.isArray(value)) return { kind: 'numbers', values: value.map(Number) };
  if (!(value instanceof Binary) || value.sub_type !== Binary.SUBTYPE_VECTOR) return undefined;
  const [form] = value.buffer;
  if (form === Binary.VECTOR_TYPE.Int8) return { kind: 'bytes', values: [...value.toInt8Array()] };
  if (form === Binary.VECTOR_TYPE.Float32) return { kind: 'numbers', values: [...value.toFloat32Array()] };
  return undefined;
}

function cosine(a: readonly number[], b: readonly number[]): number {
  let dot = 0;
  let ofA = 0;
  let ofB = 0;
  for (let at = 0; at < a.length; at++) {
    const [one, other] = [a[at] as number, b[at] as number];
    dot += one * other;
    ofA += one * one;
    ofB += other * other;
  }
  return dot / Math.sqrt(ofA * ofB);
}
