import type { Document } from 'mongodb';
import { searchError } from './atlas-error.ts';
import type { IndexDefinition } from './search-index-table.ts';
import type { Scan } from './vector-search.ts';

/** The types of field that each operator takes; see the reference of Atlas Search. */
const fieldTypes: Record<string, string[]> = {
  text: ['string'],
  equals: ['token', 'boolean'],
  in: ['token'],
  range: ['number'],
};

/** Ids of the matches, best first, for the operators that the server uses. @throws {AtlasError} by the rules of Atlas */
export async function textSearch(stage: Document, index: IndexDefinition | undefined, scan: Scan): Promise<unknown[]> {
  if (!index) return [];
  const { index: _, ...operator } = stage;
  const fields: Record<string, Document> = index['mappings'].fields ?? {};
  checkOperator(operator, fields);
  const corpus = toCorpus(await scan(narrowed(operator)));
  const hits = corpus.documents.flatMap((document, at) => {
    const score = evaluate(operator, document, at, corpus);
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
  const [name, value] = only(operator);
  if (name === 'compound') {
    for (const [clause, clauses] of Object.entries(value)) {
      if (clause === 'minimumShouldMatch') continue;
      if (!['must', 'should', 'filter', 'mustNot'].includes(clause)) {
        throw searchError(`"compound" unrecognized field "${clause}"`);
      }
      for (const one of clauses as Document[]) checkOperator(one, fields);
    }
    return;
  }
  const wanted = fieldTypes[name];
  if (!wanted) throw searchError(`unrecognized operator "${name}"`);
  for (const path of [value['path']].flat()) {
    const field = fields[path];
    if (!field || !wanted.includes(field['type']))
      throw searchError(`Path '${path}' needs to be indexed as ${wanted[0]}`);
    if (name === 'text' && field['analyzer'] !== 'lucene.whitespace') {
      throw searchError(`the emulation knows no analyzer ${field['analyzer']}`);
    }
  }
}

function only(operator: Document): [name: string, value: Document] {
  const entries = Object.entries(operator);
  const [first] = entries;
  if (!first || entries.length > 1) throw searchError('exactly one operator is required');
  return first;
}

interface Corpus {
  documents: Document[];
  tokensOf(at: number, path: string): readonly string[];
  averageLength(path: string): number;
  /** Documents that hold a token. */
  frequency(path: string, token: string): number;
}

function toCorpus(documents: Document[]): Corpus {
  const tokens = new Map<string, string[][]>();
  const ofPath = (path: string) => {
    const known = tokens.get(path) ?? documents.map((document) => tokenise(String(document[path] ?? '')));
    tokens.set(path, known);
    return known;
  };
  return {
    documents,
    tokensOf: (at, path) => ofPath(path)[at] ?? [],
    averageLength: (path) => ofPath(path).reduce((sum, { length }) => sum + length, 0) / (documents.length || 1) || 1,
    frequency: (path, token) => ofPath(path).filter((one) => one.includes(token)).length,
  };
}

function tokenise(text: string): string[] {
  return text.split(/\s+/u).filter((token) => token !== '');
}

/** null: it does not match. */
function evaluate(operator: Document, document: Document, at: number, corpus: Corpus): number | null {
  const [name, value] = only(operator);
  if (name === 'compound') return evaluateCompound(value, document, at, corpus);
  if (name === 'text') return relevance(value, at, corpus);
  const found = [document[value['path']]].flat();
  const matches = (one: unknown): boolean => {
    if (name === 'equals') return one === value['value'];
    if (name === 'in') return (value['value'] as unknown[]).includes(one);
    return typeof one === 'number' && one >= (value['gte'] ?? -Infinity) && one < (value['lt'] ?? Infinity);
  };
  return found.some(matches) ? 1 : null;
}

function evaluateCompound(
  { must = [], should = [], filter = [], mustNot = [], minimumShouldMatch = 0 }: Document,
  document: Document,
  at: number,
  corpus: Corpus,
): number | null {
  const all = (clauses: Document[]) => clauses.map((clause) => evaluate(clause, document, at, corpus));
  const required = all(must);
  if (required.includes(null) || all(filter).includes(null)) return null;
  if (all(mustNot).some((score) => score !== null)) return null;
  const optional = all(should).filter((score) => score !== null);
  if (optional.length < minimumShouldMatch) return null;
  return [...required, ...optional].reduce<number>((sum, score) => sum + (score ?? 0), 0);
}

/** BM25 as Lucene computes it. */
function relevance({ query, path }: Document, at: number, corpus: Corpus): number | null {
  const tokens = [...new Set([query].flat().flatMap(tokenise))];
  let score = 0;
  for (const one of [path].flat() as string[]) {
    const own = corpus.tokensOf(at, one);
    const length = 1.2 * (0.25 + (0.75 * own.length) / corpus.averageLength(one));
    for (const token of tokens) {
      const count = own.filter((other) => other === token).length;
      if (count === 0) continue;
      const frequency = corpus.frequency(one, token);
      const rarity = Math.log(1 + (corpus.documents.length - frequency + 0.5) / (frequency + 0.5));
      score += (rarity * count * 2.2) / (count + length);
    }
  }
  return score > 0 ? score : null;
}
