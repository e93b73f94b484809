import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { type Collection, type Db, type Document, MongoServerError } from 'mongodb';
import { hasCode, MongodbError } from '../connection/mongo-errors.ts';
import { searchCollections } from '../search/search-documents.ts';
import { vectorIndexName, wordIndexName } from '../search/search-settings.ts';
import { awaitBuild, type BuildOptions, pollMs } from './await-build.ts';

export interface SearchIndex {
  name: string;
  type: 'search' | 'vectorSearch';
  definition: Document;
}

export interface FoundIndex {
  name: string;
  type?: string;
  status?: string;
  queryable?: boolean;
  latestDefinition?: Document;
  message?: string;
}

/**
 * Creates missing search indexes, updates changed ones, and waits until all are ready. While a changed one is built,
 * the old one serves searches.
 * @throws {MongodbError} when the server has no search, or an index cannot become ready
 */
export async function ensureSearchIndexes(db: Db, dimensions: number, options: BuildOptions = {}): Promise<void> {
  const { memories, vectors } = searchCollections(db);
  try {
    await Promise.all([
      ensureIndex(memories, wordIndex, options),
      ensureIndex(vectors, vectorIndex(dimensions), options),
    ]);
  } catch (error) {
    throw withoutSearch(error) ?? error;
  }
}

const scopeFields = ['visibleTo', 'userId', 'agentId', 'runId', 'filterKeys'] as const;

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
        ...[...scopeFields, 'isEndUser', 'embedderId', 'occurredAt', 'createdAt'].map((path) => ({
          type: 'filter',
          path,
        })),
      ],
    },
  };
}

async function ensureIndex<Stored extends Document>(
  collection: Collection<Stored>,
  wanted: SearchIndex,
  options: BuildOptions,
): Promise<void> {
  const { name } = wanted;
  let status: string | undefined;
  const isReady = async (): Promise<boolean> => {
    const index = await findSearchIndex(collection, name);
    status = index?.status;
    const problem = describeProblem(index, wanted);
    if (status === 'FAILED' && problem) throw new MongodbError(problem);
    return problem === null;
  };
  const build = async (over: AbortSignal) => {
    await createOrUpdate(collection, wanted);
    while (!over.aborted && !(await isReady())) await setTimeout(pollMs);
  };
  const state = { present: () => status ?? 'not there yet', late: () => `is ${status ?? 'missing'}` };
  await awaitBuild(`the search index ${name}`, build, state, options);
}

/** Creates a missing index, and updates a changed one. Several processes may do so at the same time. */
async function createOrUpdate<Stored extends Document>(
  collection: Collection<Stored>,
  wanted: SearchIndex,
): Promise<void> {
  let found = await findSearchIndex(collection, wanted.name);
  if (!found) {
    try {
      await collection.createSearchIndex(wanted);
      return;
    } catch (error) {
      if (!isThereAlready(error)) throw error;
    }
    // A process of another version may have created it with another definition.
    found = await findSearchIndex(collection, wanted.name);
  }
  const problem = describeMismatch(found, wanted);
  if (problem) throw new MongodbError(problem);
  if (found && !matches(found, wanted)) await collection.updateSearchIndex(wanted.name, wanted.definition);
}

/** Whether the error is IndexAlreadyExists, for which some versions of Atlas have only a message. */
function isThereAlready(error: unknown): boolean {
  return (
    hasCode(error, [68]) || (error instanceof MongoServerError && /already exists|duplicate index/i.test(error.message))
  );
}

export async function findSearchIndex<Stored extends Document>(
  collection: Collection<Stored>,
  name: string,
): Promise<FoundIndex | undefined> {
  const [found] = await collection.listSearchIndexes(name).toArray();
  return found;
}

/** Checks the search indexes without creating or changing any. @throws {MongodbError} when the server has no search */
export async function checkSearchIndexes(db: Db, dimensions: number): Promise<{ ready: string[]; problems: string[] }> {
  const { memories, vectors } = searchCollections(db);
  const ofVectors = vectorIndex(dimensions);
  const look = async <Stored extends Document>(collection: Collection<Stored>, wanted: SearchIndex) =>
    describeProblem(await findSearchIndex(collection, wanted.name), wanted) ?? { ready: `${wanted.name} is ready` };
  try {
    const found = [await look(memories, wordIndex), await look(vectors, ofVectors)];
    return {
      ready: found.flatMap((one) => (typeof one === 'string' ? [] : one.ready)),
      problems: found.filter((one) => typeof one === 'string'),
    };
  } catch (error) {
    throw withoutSearch(error) ?? error;
  }
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
  if (!matches(found, wanted)) {
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
  const [foundDimensions, wantedDimensions] = [found?.latestDefinition, definition].map(dimensionsOf);
  if (foundDimensions === undefined || foundDimensions === wantedDimensions) return undefined;
  return `The search index ${name} is for vectors of ${foundDimensions} dimensions, and the embedder makes ${wantedDimensions}. Set MNEMA_EMBEDDING_DIMENSIONS to the vector length of the model, or drop the index (dropSearchIndex("${name}")), then start again.`;
}

function dimensionsOf(definition: Document | undefined): number | undefined {
  return definition?.['fields']?.find((field: Document) => field['type'] === 'vector')?.['numDimensions'];
}

/** Whether the latest definition contains the wanted one. The server may add defaults. */
function matches({ latestDefinition }: FoundIndex, { definition }: SearchIndex): boolean {
  return includesAll(latestDefinition, definition);
}

function includesAll(found: unknown, wanted: unknown): boolean {
  if (Array.isArray(wanted)) {
    return (
      Array.isArray(found) &&
      found.length === wanted.length &&
      wanted.every((one) => found.some((other) => includesAll(other, one)))
    );
  }
  if (wanted === null || typeof wanted !== 'object') return isDeepStrictEqual(found, wanted);
  if (found === null || typeof found !== 'object') return false;
  return Object.entries(wanted).every(([key, value]) => includesAll((found as Record<string, unknown>)[key], value));
}

/** The codes of SearchNotEnabled, of a stage that only Atlas has, and of a command that does not exist. */
const noSearchCodes = [31_082, 6_047_401, 59, 40_324];

function withoutSearch(error: unknown): MongodbError | undefined {
  if (!hasCode(error, noSearchCodes)) return undefined;
  return new MongodbError(
    'This MongoDB has no search. Use Atlas, or mongodb/mongodb-atlas-local in a container, and set MNEMA_MONGODB_URI to it.',
    { cause: error },
  );
}
