import type { Document } from 'mongodb';
import { AtlasError, searchError } from './atlas-error.ts';

interface Index {
  id: string;
  namespace: string;
  name: string;
  type: string;
  version: number;
  /** The definition in use; undefined until it was built for the first time. */
  built: Document | undefined;
  /** What is being built. */
  pending: { definition: Document; readyAt: number } | undefined;
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
    const key = keyOf(namespace, command['name']);
    const index = this.indexes.get(key);
    if (!index) throw new AtlasError(27, 'IndexNotFound', `Search index ${command['name']} not found`);
    if (name === 'dropSearchIndex') this.indexes.delete(key);
    else {
      checkDefinition(index.type, command['definition']);
      this.finish(index);
      index.pending = this.begin(command['definition']);
    }
    return { ok: 1 };
  }

  /** As `$listSearchIndexes` returns them. */
  list(namespace: string, { name }: { name?: string }): Document[] {
    return [...this.indexes.values()]
      .filter((index) => index.namespace === namespace && (name === undefined || index.name === name))
      .map((index) => this.describe(index));
  }

  /** The definition in use; undefined for a missing index, for which Atlas returns nothing and no error. */
  queried(namespace: string, name: string, type: string): Document | undefined {
    const index = this.indexes.get(keyOf(namespace, name));
    if (index?.type !== type) return undefined;
    const { status, queryable } = this.describe(index);
    if (!queryable) throw searchError(`cannot query ${type} index ${index.id} while in state ${status}`);
    return index.built;
  }

  private create(namespace: string, { name, type, definition }: Document): Document {
    checkDefinition(type, definition);
    const key = keyOf(namespace, name);
    const known = this.indexes.get(key);
    if (known) {
      const isSame = JSON.stringify(this.describe(known)['latestDefinition']) === JSON.stringify(definition);
      if (isSame && !this.options.rejectsAgain) return { id: known.id, name };
      throw new AtlasError(68, 'IndexAlreadyExists', `Index ${name} already exists.`);
    }
    const id = `index-${++this.count}`;
    const pending = this.begin(definition);
    this.indexes.set(key, { id, namespace, name, type, version: 0, built: undefined, pending });
    return { id, name };
  }

  private begin(definition: Document) {
    return { definition, readyAt: Date.now() + this.options.buildMs };
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

function checkDefinition(type: string, { mappings, fields = [] }: Document): void {
  const paths = fields.map((field: Document) => field['path']);
  const isField = ({ type: kind, numDimensions, similarity }: Document) =>
    kind === 'filter' ||
    (kind === 'vector' && numDimensions >= 1 && numDimensions <= 8_192 && similarities.includes(similarity));
  const isWell =
    type === 'search'
      ? mappings !== undefined
      : fields.some((field: Document) => field['type'] === 'vector') &&
        fields.every(isField) &&
        new Set(paths).size === paths.length;
  if (!isWell) throw new AtlasError(2, 'BadValue', `the definition of a ${type} index is not valid`);
}
