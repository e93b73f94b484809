import { setTimeout } from 'node:timers/promises';
import { type Collection, type Db, type Document, MongoServerError } from 'mongodb';
import { hasCode, MongodbError } from '../connection/mongo-errors.ts';
import { searchCollections, vectorIndexName, wordIndexName } from '../search/search-documents.ts';
import { awaitBuild, type BuildOptions, pollMs } from './indexes.ts';

export type SearchIndex = { name: string; type: 'search' | 'vectorSearch'; definition: Document };

export interface FoundIndex {
  name: string;
  type?: string;
  status?: string;
  queryable?: boolean;
  latestDefinition?: Document;
  message?: string;
}

/** Creates missing search indexes, updates changed ones, and waits for them. @throws {MongodbError} */
export async function ensureSearchIndexes(db: Db, dimensions: number, options: BuildOptions = {}): Promise<void> {
  const wanted = wantedIndexes(db, dimensions);
  await Promise.all(wanted.map(([collection, index]) => ensureIndex(collection, index, options))).catch(explain);
}

type Indexed = Pick<Collection, 'createSearchIndex' | 'listSearchIndexes' | 'updateSearchIndex'>;

function wantedIndexes(db: Db, dimensions: number): [Indexed, SearchIndex][] {
  const { memories, vectors } = searchCollections(db);
  return [
    [memories, wordIndex],
    [vectors, vectorIndex(dimensions)],
  ];
}

const scopeFields = ['visibleTo', 'userId', 'agentId', 'runId', 'filterKeys'] as const;
const vectorFilters = [...scopeFields, 'isEndUser', 'embedderId', 'occurredAt', 'createdAt'] as const;

/** The words are already stemmed, so the index only splits them at blanks. */
export const wordIndex: SearchIndex = {
  name: wordIndexName,
  type: 'search',
  definition: {
    mappings: {
      dynamic: false,
      fields: {
        words: { type: 'string', analyzer: 'lucene.whitespace' },
        identifiers: { type: 'string', analyzer: 'lucene.whitespace' },
        tagWords: { type: 'string', analyzer: 'lucene.whitespace' },
        occurredAt: { type: 'number' },
        createdAt: { type: 'number' },
        isEndUser: { type: 'boolean' },
        ...Object.fromEntries(scopeFields.map((path) => [path, { type: 'token' }])),
      },
    },
  },
};

export function vectorIndex(dimensions: number): SearchIndex {
  return {
    name: vectorIndexName(dimensions),
    type: 'vectorSearch',
    definition: {
      fields: [
        { type: 'vector', path: 'vector', numDimensions: dimensions, similarity: 'cosine' },
        ...vectorFilters.map((path) => ({ type: 'filter', path })),
      ],
    },
  };
}

async function ensureIndex(collection: Indexed, wanted: SearchIndex, options: BuildOptions): Promise<void> {
  let status: string | undefined;
  const build = async (over: AbortSignal) => {
    await createOrUpdate(collection, wanted);
    for (; !over.aborted; await setTimeout(pollMs)) {
      const index = await findSearchIndex(collection, wanted.name);
      status = index?.status;
      const problem = describeProblem(index, wanted);
      if (problem === undefined) return;
      if (status === 'FAILED') throw new MongodbError(problem);
    }
  };
  const state = { present: () => status ?? 'not there yet', late: () => `is ${status ?? 'missing'}` };
  await awaitBuild(`the search index ${wanted.name}`, build, state, options);
}

/** Creates a missing index, and updates a changed one. Several processes may do so at the same time. */
async function createOrUpdate(collection: Indexed, wanted: SearchIndex): Promise<void> {
  let found = await findSearchIndex(collection, wanted.name);
  if (!found) {
    if (await collection.createSearchIndex(wanted).catch(unlessPresent)) return;
    // A process of another version may have created it with another definition.
    found = await findSearchIndex(collection, wanted.name);
  }
  const problem = describeMismatch(found, wanted);
  if (problem) throw new MongodbError(problem);
  if (found && !includesAll(found.latestDefinition, wanted.definition))
    await collection.updateSearchIndex(wanted.name, wanted.definition);
}

/** Throws any error but IndexAlreadyExists, for which some versions of Atlas have only a message. */
function unlessPresent(error: unknown): null {
  const present = /already exists|duplicate index/i;
  if (hasCode(error, [68]) || (error instanceof MongoServerError && present.test(error.message))) return null;
  throw error;
}

export async function findSearchIndex(collection: Indexed, name: string): Promise<FoundIndex | undefined> {
  const [found] = await collection.listSearchIndexes(name).toArray();
  return found;
}

/** The problem of an index that is ready is undefined. @throws {MongodbError} when the server has no search */
export function checkSearchIndexes(db: Db, dimensions: number) {
  const checked = wantedIndexes(db, dimensions).map(async ([collection, wanted]) => {
    const { name } = wanted;
    return { name, problem: describeProblem(await findSearchIndex(collection, name), wanted) };
  });
  return Promise.all(checked).catch(explain);
}

/** Describes why a search index cannot be used yet, with the fix; undefined if it is ready. */
export function describeProblem(found: FoundIndex | undefined, wanted: SearchIndex): string | undefined {
  const { name } = wanted;
  if (!found) return `The search index ${name} is missing. Run mnema migrate, which creates it and waits for it.`;
  const mismatch = describeMismatch(found, wanted);
  if (mismatch) return mismatch;
  if (found.status === 'FAILED') {
    return `The search index ${name} could not be built: ${found.message ?? 'no reason was given'}. Look at it in Atlas, drop it there (dropSearchIndex("${name}")), and run mnema migrate.`;
  }
  if (!includesAll(found.latestDefinition, wanted.definition)) {
    return `The search index ${name} has another definition than this version needs. Run mnema migrate, which updates it.`;
  }
  if (found.status === 'READY' && found.queryable) return undefined;
  return `The search index ${name} is ${found.status ?? 'not ready'}. Run mnema migrate, which waits for it; a large store takes long.`;
}

/** Describes a difference that an update of the definition cannot change, for the operator. */
function describeMismatch(found: FoundIndex | undefined, { name, type, definition }: SearchIndex): string | undefined {
  if (found?.type !== undefined && found.type !== type) {
    return `The search index ${name} is of type ${found.type}, not ${type}. Drop it (dropSearchIndex("${name}")), then start again.`;
  }
  const [foundDimensions, wantedDimensions] = [found?.latestDefinition, definition].map((one) => {
    return one?.['fields']?.find((field: Document) => field['type'] === 'vector')?.['numDimensions'];
  });
  if (foundDimensions === undefined || foundDimensions === wantedDimensions) return undefined;
  return `The search index ${name} is for vectors of ${foundDimensions} dimensions, and the embedder makes ${wantedDimensions}. Set MNEMA_EMBEDDING_DIMENSIONS to the vector length of the model, or drop the index (dropSearchIndex("${name}")), then start again.`;
}

/** Whether a definition contains the wanted one. The server may add defaults. */
function includesAll(found: unknown, wanted: unknown): boolean {
  const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
  if (!isObject(wanted) || !isObject(found)) return found === wanted;
  if (!Array.isArray(wanted)) return Object.entries(wanted).every(([key, value]) => includesAll(found[key], value));
  if (!Array.isArray(found) || found.length !== wanted.length) return false;
  return wanted.every((one) => found.some((other) => includesAll(other, one)));
}

/** The codes of SearchNotEnabled, of a stage that only Atlas has, and of a command that does not exist. */
const noSearchCodes = [31_082, 6_047_401, 59, 40_324];

function explain(error: unknown): never {
  if (!hasCode(error, noSearchCodes)) throw error;
  const message =
    'This MongoDB has no search. Use Atlas, or mongodb/mongodb-atlas-local in a container, and set MNEMA_MONGODB_URI to it.';
  throw new MongodbError(message, { cause: error });
}
