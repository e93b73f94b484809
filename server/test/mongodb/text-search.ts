import type { Document } from 'mongodb';
import { rejectIf } from './atlas-error.ts';
import type { Scan } from './vector-search.ts';

/** The types of field that each operator takes; see the reference of Atlas Search. */
const fieldTypes: Record<string, string[]> = {
  text: ['string'],
  equals: ['token', 'boolean'],
  in: ['token'],
  range: ['number'],
};
const clauseNames = ['must', 'should', 'filter', 'minimumShouldMatch'];

/** Ids of the matches, best first, for the operators that the server uses. @throws {AtlasError} by the rules of Atlas */
export async function textSearch(stage: Document, index: Document | undefined, scan: Scan): Promise<unknown[]> {
  if (!index) return [];
  const { index: _, ...operator } = stage;
  checkOperator(operator, index['mappings'].fields ?? {});
  const documents = await scan(narrowed(operator));
  const relevance = createRelevance(documents);
  const hits = documents.flatMap((document) => {
    const score = evaluate(operator, document, relevance);
    return score === null ? [] : [{ id: document['_id'], score }];
  });
  hits.sort((a, b) => b.score - a.score);
  return hits.map(({ id }) => id);
}

/** The tenant's documents are enough: others could only match a query without the tenant. */
function narrowed(operator: Document): Document {
  const filters: Document[] = operator['compound']?.filter ?? [];
  const equal = filters.filter((filter) => filter['equals']);
  return equal.length === 0 ? {} : { $and: equal.map(({ equals }) => ({ [equals.path]: equals.value })) };
}

function checkOperator(operator: Document, fields: Record<string, Document>): void {
  const [[name, value] = ['', {}], ...others] = Object.entries(operator);
  rejectIf([others.length > 0, 'exactly one operator is required']);
  if (name === 'compound') {
    for (const [clause, clauses] of Object.entries<Document[]>(value)) {
      rejectIf([!clauseNames.includes(clause), `"compound" unrecognized field "${clause}"`]);
      if (clause !== 'minimumShouldMatch') for (const one of clauses) checkOperator(one, fields);
    }
    return;
  }
  const wanted = fieldTypes[name] ?? [];
  rejectIf([wanted.length === 0, `unrecognized operator "${name}"`]);
  for (const path of [value['path']].flat()) {
    const { type, analyzer } = fields[path] ?? {};
    rejectIf(
      [!wanted.includes(type), `Path '${path}' needs to be indexed as ${wanted[0]}`],
      [name === 'text' && analyzer !== 'lucene.whitespace', `the emulation knows no analyzer ${analyzer}`],
    );
  }
}

type Relevance = (document: Document, query: string, path: string) => number;

/** null: it does not match. */
function evaluate(operator: Document, document: Document, relevance: Relevance): number | null {
  const [[name, value] = ['', {}]] = Object.entries(operator);
  if (name === 'compound') return evaluateCompound(value, document, relevance);
  if (name === 'text') {
    const query = [value.query].flat().join(' ');
    const scores: number[] = [value.path].flat().map((path) => relevance(document, query, path));
    return scores.reduce((sum, score) => sum + score, 0) || null;
  }
  const matches = (one: unknown): boolean => {
    if (name === 'equals') return one === value.value;
    if (name === 'in') return value.value.includes(one);
    return typeof one === 'number' && one >= (value.gte ?? -Infinity) && one < (value.lt ?? Infinity);
  };
  return [document[value.path]].flat().some(matches) ? 1 : null;
}

function evaluateCompound(
  { must = [], should = [], filter = [], minimumShouldMatch = 0 }: Document,
  document: Document,
  relevance: Relevance,
): number | null {
  const all = (clauses: Document[]) => clauses.map((clause) => evaluate(clause, document, relevance));
  const required = all(must);
  if (required.includes(null) || all(filter).includes(null)) return null;
  const optional = all(should).filter((score) => score !== null);
  if (optional.length < minimumShouldMatch) return null;
  return [...required, ...optional].reduce<number>((sum, score) => sum + (score ?? 0), 0);
}

const tokenise = (text: string) => text.split(/\s+/u).filter((token) => token !== '');

/** BM25 as Lucene computes it. Returns 0 for a document that has none of the words. */
function createRelevance(documents: readonly Document[]): Relevance {
  const byPath = new Map<string, { tokens: Map<Document, string[]>; averageLength: number }>();
  const corpusOf = (path: string) => {
    const known = byPath.get(path);
    if (known) return known;
    const tokens = new Map(documents.map((one) => [one, tokenise(String(one[path] ?? ''))]));
    const averageLength = [...tokens.values()].flat().length / documents.length || 1;
    byPath.set(path, { tokens, averageLength });
    return { tokens, averageLength };
  };
  return (document, query, path) => {
    const { tokens, averageLength } = corpusOf(path);
    const own = tokens.get(document) ?? [];
    const length = 1.2 * (0.25 + (0.75 * own.length) / averageLength);
    let score = 0;
    for (const token of new Set(tokenise(query))) {
      const count = own.filter((other) => other === token).length;
      if (count === 0) continue;
      const frequency = [...tokens.values()].filter((all) => all.includes(token)).length;
      const rarity = Math.log(1 + (documents.length - frequency + 0.5) / (frequency + 0.5));
      score += (rarity * count * 2.2) / (count + length);
    }
    return score;
  };
}
