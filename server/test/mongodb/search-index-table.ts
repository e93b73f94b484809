import type { Document } from 'mongodb';
import { AtlasError, searchError } from './atlas-error.ts';

export interface IndexDefinition extends Document {}

interface Index {
  id: string;
  namespace: string;
  name: string;
  type: string;
  version: number;
  /** The definition in use; undefined until it was built for the first time. */
  built: IndexDefinition | undefined;
  /** What is being built. */
  pending: { definition: IndexDefinition; readyAt: number } | undefined;
}

const similarities = ['cosine', 'dotProduct', 'euclidean'];
const searchCommands = ['createSearchIndexes', 'updateSearchIndex', 'dropSearchIndex'] as const;

/** The search indexes of all collections, and the commands that change them. They take `buildMs` to become ready. */
export class SearchIndexTable {
  private readonly indexes = new Map<string, Index>();
  private readonly options: { buildMs: number; rejectsAgain?: boolean };
  private count = 0;

  constructor(options: { buildMs: number; rejectsAgain?: boolean }) {
    this.options = options;
  }

  /** The response to a command of search indexes; undefined for any other command. */
  run(database: string, command: Document): Document | undefined {
    const name = searchCommands.find((one) => command[one] !== undefined);
    if (!name) return undefined;
    const namespace = `${database}.${command[name]}`;
    if (name === 'createSearchIndexes') {
      const indexesCreated = (command['indexes'] as Document[]).map((index) => this.create(namespace, index));
      return { ok: 1, indexesCreated };
    }
    const index = this.find(namespace, command);
    if (!index) throw new AtlasError(27, 'IndexNotFound', `Search index ${command['name'] ?? command['id']} not found`);
    if (name === 'dropSearchIndex') this.indexes.delete(keyOf(namespace, index.name));
    else {
      checkDefinition(index.type, command['definition']);
      this.finish(index);
      index.pending = { definition: command['definition'], readyAt: Date.now() + this.options.buildMs };
    }
    return { ok: 1 };
  }

  /** As `$listSearchIndexes` returns them. */
  list(namespace: string, { name, id }: { name?: string; id?: string }): Document[] {
    return [...this.indexes.values()]
      .filter((index) => index.namespace === namespace)
      .filter((index) => (name === undefined || index.name === name) && (id === undefined || index.id === id))
      .map((index) => this.describe(index));
  }

  /** The definition in use; undefined for a missing index, for which Atlas returns nothing and no error. */
  queried(namespace: string, name: string, type: string): IndexDefinition | undefined {
    const index = this.indexes.get(keyOf(namespace, name));
    if (!index || index.type !== type) return undefined;
    const { status, queryable } = this.describe(index);
    if (!queryable) throw searchError(`cannot query ${type} index ${index.id} while in state ${status}`);
    return index.built;
  }

  private create(namespace: string, { name = 'default', type = 'search', definition }: Document): Document {
    checkDefinition(type, definition);
    const known = this.indexes.get(keyOf(namespace, name));
    if (known) {
      const isSame = JSON.stringify(this.describe(known)['latestDefinition']) === JSON.stringify(definition);
      if (isSame && !this.options.rejectsAgain) return { id: known.id, name };
      throw new AtlasError(68, 'IndexAlreadyExists', `Index ${name} already exists.`);
    }
    const id = `index-${++this.count}`;
    const pending = { definition, readyAt: Date.now() + this.options.buildMs };
    this.indexes.set(keyOf(namespace, name), { id, namespace, name, type, version: 0, built: undefined, pending });
    return { id, name };
  }

  private find(namespace: string, { name, id }: Document): Index | undefined {
    return [...this.indexes.values()].find(
      (index) => index.namespace === namespace && (index.name === name || index.id === id),
    );
  }

  private finish(index: Index): void {
    if (!index.pending || Date.now() < index.pending.readyAt) return;
    index.built = index.pending.definition;
    index.pending = undefined;
    index.version++;
  }

  private describe(index: Index): Document {
    this.finish(index);
    const { id, name, type, pending, built, version } = index;
    const latestDefinition = pending?.definition ?? built;
    const status = pending ? (built ? 'BUILDING' : 'PENDING') : 'READY';
    const found = { id, name, type, status, queryable: built !== undefined };
    return { ...found, latestDefinitionVersion: { version }, latestDefinition };
  }
}

const keyOf = (namespace: string, name: string) => `${namespace}/${name}`;

function checkDefinition(type: string, definition: IndexDefinition | undefined): void {
  const reject = (message: string): never => {
    throw new AtlasError(2, 'BadValue', message);
  };
  if (type === 'search') {
    if (!definition?.['mappings']) reject('"mappings" is required');
    return;
  }
  const fields: Document[] = definition?.['fields'] ?? [];
  if (!fields.some((field) => field['type'] === 'vector')) reject('"fields" must contain at least one vector field');
  const paths = fields.map((field) => field['path']);
  if (new Set(paths).size < paths.length) reject('"fields" cannot contain duplicate paths');
  for (const { type: kind, numDimensions, similarity } of fields) {
    if (kind === 'filter') continue;
    if (kind !== 'vector') reject(`unknown field type ${kind}`);
    if (!(numDimensions >= 1 && numDimensions <= 8_192)) reject('"numDimensions" must be within bounds [1, 8192]');
    if (!similarities.includes(similarity)) reject(`"similarity" must be one of [${similarities.join(', ')}]`);
  }
}
