import { parentPort, workerData } from 'node:worker_threads';
import type {
  CandidateQuery,
  Candidates,
  ListQuery,
  Scope,
  TallyQuery,
  WordStatistics,
} from '../../ports/memory-store.ts';
import type { RequestQuery } from '../../ports/request-log.ts';
import type { Month } from '../../ports/usage-store.ts';
import { readCandidates, readWordStatistics } from './candidates.ts';
import { listMemories } from './list-memories.ts';
import { openDatabase } from './open-database.ts';
import { OwnerIndex } from './owner-index.ts';
import { findOwner } from './owners.ts';
import { prepare } from './prepare.ts';
import { listRequests, sumRequests } from './read-requests.ts';
import { readUsage } from './read-usage.ts';
import { rollBack } from './roll-back.ts';
import { tallyMemories } from './tally-memories.ts';
import type { WorkerReply, WorkerRequest } from './worker-client.ts';
import { toErrorReply } from './worker-server.ts';

const port = parentPort;
if (!port) throw new Error('reader-thread runs as a worker only');
const { file } = workerData as { file: string };
const db = openDatabase(file, { readOnly: true });
/** Least recently used first. */
const indexes = new Map<string, OwnerIndex>();
/** Vectors of the owners that searched last; the others' are read again when they search. */
const indexBytes = 512 * 1024 * 1024;

const reads: Record<string, (argument: never) => unknown> = {
  list: (query: ListQuery) => listMemories(db, query),
  tally: (query: TallyQuery) => tallyMemories(db, query),
  candidates: (query: CandidateQuery) => candidates(query),
  wordStatistics: (query: { scope: Scope; words: string[] }) => wordStatistics(query),
  listRequests: (query: RequestQuery) => listRequests(db, query),
  sumRequests: (range: Parameters<typeof sumRequests>[1]) => sumRequests(db, range),
  usage: (query: { ownerId: string; month: Month }) => readUsage(db, query),
};

port.on('message', (message: WorkerRequest[] | 'close') => {
  if (message === 'close') {
    db.close();
    port.close();
    return;
  }
  port.postMessage(message.map(answer));
});

function answer({ id, operation, argument }: WorkerRequest): WorkerReply {
  const read = reads[operation];
  if (!read) return toErrorReply(id, new Error(`the store has no operation ${operation}`));
  try {
    // One snapshot for all statements of a read: counts, candidates and rows belong together.
    db.exec('BEGIN');
    const result = read(argument as never);
    db.exec('COMMIT');
    return { id, result };
  } catch (error) {
    rollBack(db);
    return toErrorReply(id, error);
  }
}

function candidates(query: CandidateQuery): Candidates {
  const owner = findOwner(db, query.scope.ownerId);
  if (owner === undefined) return { candidates: [], scopeSize: 0, averageLength: 0, documentFrequencies: [] };
  return readCandidates(db, freshIndexOf(owner, query.vector), query);
}

function wordStatistics({ scope, words }: { scope: Scope; words: string[] }): WordStatistics {
  const owner = findOwner(db, scope.ownerId);
  if (owner === undefined) return { scopeSize: 0, documentFrequencies: words.map(() => 0) };
  return readWordStatistics(db, freshIndexOf(owner, null), scope, words);
}

function freshIndexOf(owner: number, vector: CandidateQuery['vector']): OwnerIndex {
  const index = indexOf(owner, vector);
  index.refresh(db);
  evictOthers(index);
  return index;
}

function indexOf(owner: number, vector: CandidateQuery['vector']): OwnerIndex {
  const embedder = vector ? embedderNumber(vector.embedderId) : -1;
  // Without a vector any index of the owner will do: it knows the scope all the same.
  const known = vector
    ? indexes.get(`${owner} ${embedder}`)
    : [...indexes.values()].find((index) => index.owner === owner);
  const index = known ?? new OwnerIndex(owner, embedder, vector?.values.length ?? 0);
  const key = `${owner} ${index.embedder}`;
  indexes.delete(key);
  indexes.set(key, index);
  return index;
}

function embedderNumber(id: string): number {
  const row = prepare(db, 'SELECT number FROM embedder WHERE id = ?').get(id) as { number: number } | undefined;
  return row?.number ?? -1;
}

function evictOthers(inUse: OwnerIndex): void {
  let bytes = [...indexes.values()].reduce((sum, index) => sum + index.bytes, 0);
  for (const [key, index] of indexes) {
    if (bytes <= indexBytes) return;
    if (index === inUse) continue;
    indexes.delete(key);
    bytes -= index.bytes;
  }
}
