import { MongoClient } from 'mongodb';
import { expect, it } from 'vitest';
import { memories, memoryTokens, memoryVectors } from '../../../domain/memories/kinds.ts';
import type { AnyKind, FieldType } from '../../../ports/record-store.ts';
import { recordIndexes } from '../records/stored-documents.ts';
import {
  type MemoryDocument,
  searchCollections,
  type TokensDocument,
  type VectorDocument,
} from '../search/search-documents.ts';
import { type SearchIndex, vectorIndex, wordIndex } from './search-indexes.ts';

/** All fields of a document besides its key, of which none may be missing. */
type FieldsOf<Document> = Record<Exclude<keyof Document, '_id'>, true>;

const memoryFields: FieldsOf<MemoryDocument> = {
  ...{ id: true, seq: true, visibleTo: true, userId: true, isEndUser: true, agentId: true },
  ...{ runId: true, metadata: true, entities: true, version: true, words: true, identifiers: true, tagWords: true },
  ...{ wordCount: true, terms: true, filterKeys: true, copyHash: true, characters: true, ending: true },
  ...{ occurredAt: true, createdAt: true, textChangedAt: true, expiresAt: true, speaker: true, conversation: true },
  ...{ embedderId: true, indexedAt: true },
};
const vectorFields: FieldsOf<VectorDocument> = {
  ...{ visibleTo: true, userId: true, isEndUser: true, agentId: true, runId: true, filterKeys: true },
  ...{
    occurredAt: true,
    createdAt: true,
    indexedAt: true,
    memoryId: true,
    embedderId: true,
    vector: true,
    scale: true,
  },
};
const tokenFields: FieldsOf<TokensDocument> = { seq: true, embedderId: true, tokens: true };

const db = new MongoClient('mongodb://127.0.0.1').db();

it.each([
  ['memories', memories, memoryFields],
  ['vectors', memoryVectors, vectorFields],
  ['tokens', memoryTokens, tokenFields],
] as const)('the domain stores what searches read of %s', (name, kind, fields) => {
  expect(Object.keys(kind.fields)).toEqual(expect.arrayContaining(Object.keys(fields)));
  expect(searchCollections(db)[name].collectionName).toBe(kind.name);
});

it.each<[string, AnyKind]>([
  ['memory', memoryVectors],
  ['conversation', memories],
])('searches name an index %s that the domain describes', (name, kind) => {
  expect(recordIndexes(kind).map((index) => index.name)).toContain(name);
});

/** The types of fields that a search index can contain in this way. */
const typesOf: Record<string, FieldType[]> = {
  string: ['text'],
  number: ['integer', 'real'],
  boolean: ['boolean'],
  token: ['account', 'text', 'list'],
  vector: ['vector'],
  filter: ['account', 'text', 'list', 'boolean', 'integer'],
};

/** Lists the fields of a search index with their types. */
function contentOf({ definition: { mappings, fields = [] } }: SearchIndex): [field: string, type: string][] {
  const ofWords = Object.entries((mappings?.fields ?? {}) as Record<string, { type: string }>);
  return [
    ...ofWords.map(([field, { type }]): [string, string] => [field, type]),
    ...(fields as { path: string; type: string }[]).map(({ path, type }): [string, string] => [path, type]),
  ];
}

it.each<[string, SearchIndex, AnyKind]>([
  ['words', wordIndex, memories],
  ['vectors', vectorIndex(8), memoryVectors],
])('the search index of %s contains fields that the domain stores', (_, index, kind) => {
  const content = contentOf(index);
  expect(content.length).toBeGreaterThan(5);
  for (const [field, type] of content) expect(typesOf[type], field).toContain(kind.fields[field]);
});
