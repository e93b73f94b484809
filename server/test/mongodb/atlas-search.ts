import { type Document, MongoClient, type Timestamp } from 'mongodb';
import { AtlasError, searchError } from './atlas-error.ts';
import { SearchIndexTable } from './search-index-table.ts';
import { textSearch } from './text-search.ts';
import { type Scan, vectorSearch } from './vector-search.ts';

export interface AtlasOptions {
  /** How long an index takes to become ready. */
  buildMs: number;
  /** How far search is behind the collections. */
  lagMs: number;
  /** Creating a search index again as it is is an error; usually it is none: versions of Atlas differ in that. */
  rejectsAgain?: boolean;
  /** Whether the search process is away: every command for it fails. */
  searchAway?: boolean;
}

const beatMs = 50;
const beatsKept = 2_400;
const maxHits = 100_000;
/** Read concern errors of a collection that is younger than the snapshot: nothing of it is indexed yet. */
const tooYoung = [239, 246];

/**
 * What Atlas Search adds to a MongoDB server: it runs the commands of search indexes, and rewrites an aggregation that
 * begins with a search into one that the server can run. Hits come from how the collection was `lagMs` ago; the documents
 * are those of now, as on Atlas: deleted ones are missing, although they counted towards the limit.
 */
export class AtlasSearch {
  readonly options: AtlasOptions;
  /** The `$search` and `$vectorSearch` stages that came, in order. */
  readonly searches: Document[] = [];
  private readonly client: MongoClient;
  private readonly indexes: SearchIndexTable;
  private readonly beats: { at: number; time: Timestamp }[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(uri: string, options: AtlasOptions) {
    this.options = options;
    this.client = new MongoClient(uri, { directConnection: true, maxPoolSize: 8 });
    this.indexes = new SearchIndexTable(this.options);
  }

  async start(): Promise<void> {
    await this.beat();
    this.timer = setInterval(() => void this.beat().catch(() => undefined), beatMs);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.client.close();
  }

  /** The response to a command, or the command to send to the server instead, or undefined for all other commands. */
  async run(database: string, command: Document): Promise<{ reply: Document } | { instead: Document } | undefined> {
    const collection = command['createSearchIndexes'] ?? command['updateSearchIndex'];
    if (collection !== undefined) await this.mustExist(database, collection);
    const reply = this.indexes.run(database, command);
    if (reply) return { reply };
    if (command['aggregate'] === undefined) return undefined;
    return this.aggregate(database, command);
  }

  private async aggregate(
    database: string,
    command: Document,
  ): Promise<{ reply: Document } | { instead: Document } | undefined> {
    const pipeline: Document[] = command['pipeline'];
    const [first] = pipeline;
    const namespace = `${database}.${command['aggregate']}`;
    if (first?.['$listSearchIndexes']) {
      mustBeLocal(command);
      const firstBatch = this.indexes.list(namespace, first['$listSearchIndexes']);
      return { reply: { cursor: { firstBatch, id: 0n, ns: namespace }, ok: 1 } };
    }
    const at = pipeline.findIndex((stage) => stage['$vectorSearch'] || stage['$search']);
    if (at === -1) return undefined;
    if (at > 0) {
      const [name] = Object.keys(pipeline[at] as Document);
      throw new AtlasError(40_602, 'Location40602', `${name} is only valid as the first stage in a pipeline`);
    }
    if (command['startTransaction'] || command['autocommit'] === false) {
      throw new AtlasError(263, 'OperationNotSupportedInTransaction', 'search is not allowed in a transaction');
    }
    mustBeLocal(command);
    const rest = pipeline.slice(1);
    if (JSON.stringify(rest).includes('"$meta"')) throw searchError('the emulation gives no scores');
    this.searches.push(first as Document);
    if (this.options.searchAway) throw searchError('Error connecting to localhost:27027 :: Connection refused');
    const hits = await this.search(database, command['aggregate'], first as Document);
    const order = '__order';
    const ids = hits.slice(0, maxHits);
    const documents = [
      { $match: { _id: { $in: ids } } },
      { $set: { [order]: { $indexOfArray: [{ $literal: ids }, '$_id'] } } },
      { $sort: { [order]: 1 } },
      { $unset: order },
    ];
    return { instead: { ...command, pipeline: [...documents, ...rest] } };
  }

  private search(database: string, collection: string, { $vectorSearch, $search }: Document): Promise<unknown[]> {
    const namespace = `${database}.${collection}`;
    const scan: Scan = (filter, projection) => this.scan(database, collection, filter, projection);
    if ($vectorSearch) {
      return vectorSearch($vectorSearch, this.indexes.queried(namespace, $vectorSearch.index, 'vectorSearch'), scan);
    }
    return textSearch($search, this.indexes.queried(namespace, $search.index ?? 'default', 'search'), scan);
  }

  private async scan(
    database: string,
    collection: string,
    filter: Document,
    projection?: Document,
  ): Promise<Document[]> {
    const command: Document = { find: collection, filter, batchSize: 100_000, ...(projection ? { projection } : {}) };
    if (this.options.lagMs > 0) {
      const moment = Date.now() - this.options.lagMs;
      const seen = this.beats.findLast(({ at }) => at <= moment) ?? this.beats[0];
      command['readConcern'] = { level: 'snapshot', atClusterTime: seen?.time };
    }
    try {
      return await this.client.db(database).runCursorCommand(command).toArray();
    } catch (error) {
      if (tooYoung.includes((error as { code?: number }).code ?? 0)) return [];
      throw error;
    }
  }

  private async beat(): Promise<void> {
    const { operationTime } = await this.client.db('admin').command({ ping: 1 });
    this.beats.push({ at: Date.now(), time: operationTime });
    if (this.beats.length > beatsKept) this.beats.shift();
  }

  private async mustExist(database: string, collection: string): Promise<void> {
    const found = await this.client.db(database).listCollections({ name: collection }, { nameOnly: true }).toArray();
    if (found.length > 0) return;
    throw new AtlasError(26, 'NamespaceNotFound', `Collection '${database}.${collection}' does not exist.`);
  }
}

function mustBeLocal({ readConcern }: Document): void {
  const level = readConcern?.level ?? 'local';
  if (level !== 'local') throw new AtlasError(72, 'InvalidOptions', `search does not read at the level ${level}`);
}
