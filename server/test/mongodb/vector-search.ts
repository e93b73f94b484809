import { Binary, type Document } from 'mongodb';
import { rejectIf } from './atlas-error.ts';

/** Reads documents as the index holds them, which is how they were some time ago. */
export type Scan = (filter: Document, projection?: Document) => Promise<Document[]>;

const operators = ['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin', '$exists', '$not'];
const maxCandidates = 10_000;

/**
 * Ids of the nearest among those that the filter lets through, best first. Approximately, unless `exact`: then only so many
 * as `numCandidates` are compared, those that point into the same direction by the signs of their values.
 * @throws {AtlasError} by the rules of Atlas
 */
export async function vectorSearch(stage: Document, index: Document | undefined, scan: Scan): Promise<unknown[]> {
  const { index: _, path, queryVector, limit, numCandidates, exact = false, filter = {}, ...unknown } = stage;
  const query = toVector(queryVector);
  const count = Number(limit);
  const candidateCount = Number(numCandidates);
  rejectIf(
    [Object.keys(unknown).length > 0, `unrecognized field "${Object.keys(unknown)}"`],
    [!(Number.isInteger(count) && count > 0), '"limit" must be positive'],
    [exact && numCandidates !== undefined, '"numCandidates" must be omitted when "exact" is true'],
    [!exact && !(candidateCount <= maxCandidates), `"numCandidates" must be within bounds [1, ${maxCandidates}]`],
    [!exact && candidateCount < count, '"numCandidates" must be greater than or equal to "limit"'],
    [!query?.values.every(Number.isFinite), '"queryVector" must contain only finite numbers'],
  );
  if (!index || !query) return [];
  const fields: Document[] = index['fields'];
  const { numDimensions, similarity } = fields.find((one) => one['type'] === 'vector' && one['path'] === path) ?? {};
  rejectIf(
    [numDimensions === undefined, `${path} is not indexed as vector`],
    [query.values.length !== numDimensions, `vector field is indexed with ${numDimensions} dimensions`],
    [similarity !== 'cosine', `the emulation knows no similarity ${similarity}`],
    [query.values.every((value) => value === 0), 'Cosine similarity cannot be calculated against a zero vector.'],
  );
  checkFilter(filter, new Set(fields.filter((one) => one['type'] === 'filter').map((one) => one['path'])));

  const documents = await scan({ $and: [filter, { [path]: { $exists: true } }] }, { [path]: 1 });
  const compared = documents.flatMap((document) => {
    const vector = toVector(document[path]);
    // What cannot be indexed is passed over, and bytes are never compared with floating point numbers.
    if (vector?.kind !== query.kind || vector.values.length !== numDimensions) return [];
    return [{ id: document['_id'], values: vector.values }];
  });
  const sameSigns = ({ values }: { values: number[] }) =>
    values.filter((value, at) => Math.sign(value) === Math.sign(query.values[at] as number)).length;
  const candidates = exact ? compared : best(compared, sameSigns).slice(0, candidateCount);
  const nearest = best(candidates, ({ values }) => cosine(values, query.values));
  return nearest.slice(0, count).map(({ id }) => id);
}

function best<One>(all: One[], score: (one: One) => number): One[] {
  const scored = all.map((one) => ({ one, score: score(one) })).filter((scoredOne) => Number.isFinite(scoredOne.score));
  return scored.sort((a, b) => b.score - a.score).map(({ one }) => one);
}

function checkFilter(filter: unknown, declared: ReadonlySet<string>): void {
  rejectIf([!isPlain(filter), '"filter" must be a document']);
  for (const [key, value] of Object.entries(filter as Document)) {
    if (['$and', '$or', '$nor'].includes(key)) {
      rejectIf([!Array.isArray(value) || value.length === 0, `"${key}" must be a non-empty array`]);
      for (const one of value) checkFilter(one, declared);
    } else {
      rejectIf([!declared.has(key), `Path '${key}' needs to be indexed as filter`]);
      checkOperators(key, value);
    }
  }
}

function checkOperators(key: string, value: unknown): void {
  rejectIf([value instanceof RegExp, `"filter.${key}" regex is not supported`]);
  if (!isPlain(value)) return;
  for (const [operator, operand] of Object.entries(value)) {
    rejectIf([!operators.includes(operator), `"filter.${key}" unrecognized operator ${operator}`]);
    if (operator === '$not') checkOperators(key, operand);
  }
}

function isPlain(value: unknown): value is Document {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}

/** A vector of any form that Atlas indexes; undefined for everything else. */
function toVector(value: unknown): { kind: 'numbers' | 'bytes'; values: number[] } | undefined {
  if (Array.isArray(value)) return { kind: 'numbers', values: value.map(Number) };
  if (!(value instanceof Binary) || value.sub_type !== Binary.SUBTYPE_VECTOR) return undefined;
  const [form] = value.buffer;
  if (form === Binary.VECTOR_TYPE.Int8) return { kind: 'bytes', values: [...value.toInt8Array()] };
  if (form === Binary.VECTOR_TYPE.Float32) return { kind: 'numbers', values: [...value.toFloat32Array()] };
  return undefined;
}

function cosine(a: readonly number[], b: readonly number[]): number {
  const dot = (one: readonly number[], other: readonly number[]) =>
    one.reduce((sum, value, at) => sum + value * (other[at] as number), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}
