import type { ClientSession, MongoClient } from 'mongodb';
import type {
  Commit,
  CommitResult,
  FailChange,
  IdempotencyRecord,
  MemoryStore,
  StoredResponse,
} from '../../../ports/memory-store.ts';
import { failed, idsToRead, needsWords, planCommit } from '../../store-kit/memory-transitions.ts';
import { isLimited } from '../../store-kit/quota-window.ts';
import { inTransaction } from '../connection/sessions.ts';
import { type Collections, memoryKey } from '../schema/documents.ts';
import { countWrite, findOverLimit } from '../usage/quota.ts';
import { heldBy } from './claims.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import { toUpdate } from './row-update.ts';
import { findRows, type StoredRow, writeRows } from './write-rows.ts';

interface CommitContext {
  client: MongoClient;
  collections: Collections;
  workerId: string;
  dimensions: number;
}

/** Gives each commit a transaction that clients may repeat or that is counted. Results of workers share one. */
export function createCommits(context: CommitContext): Pick<MemoryStore, 'commit' | 'findResponse' | 'purgeResponses'> {
  const { client, collections } = context;
  const mutex = createKeyedMutex();

  function commitAlone(commit: Commit): Promise<CommitResult> {
    const { accountId, quota, changes } = commit;
    if (changes.length === 1 && changes[0]?.kind === 'fail') return commitFailure(context, changes[0]);
    const write = () =>
      inTransaction(client, async (session) => {
        const result = await writeAlone(context, session, commit);
        if (result.kind !== 'written') await session.abortTransaction();
        return result;
      });
    // Writes of an account with limits conflict with each other: they would be repeated again and again.
    return quota && isLimited(quota) ? mutex(accountId, write) : write();
  }

  return {
    async commit(commits) {
      const sharing = commits.filter(canShareTransaction);
      const shared = sharing.length > 0 ? commitTogether(context, sharing) : Promise.resolve([]);
      const alone = commits.map((commit) => (canShareTransaction(commit) ? null : commitAlone(commit)));
      const [sharedResults, results] = await Promise.all([shared, Promise.all(alone)]);
      return results.map((result) => result ?? (sharedResults.shift() as CommitResult));
    },

    findResponse: (accountId, keys, now) => findResponse(collections, accountId, keys, now),

    async purgeResponses(now) {
      return (await collections.responses.deleteMany({ expiresAt: { $lte: now } })).deletedCount;
    },
  };
}

/** Whether a commit can share a transaction: it is not counted, has no stored response, and cannot fail while it is written. */
function canShareTransaction({ changes, quota, idempotencyRecord }: Commit): boolean {
  const isFailure = changes.length === 1 && changes[0]?.kind === 'fail';
  return !isFailure && !quota && !idempotencyRecord && !changes.some(({ kind }) => kind === 'remove');
}

async function writeAlone(
  { collections, dimensions }: CommitContext,
  session: ClientSession,
  commit: Commit,
): Promise<CommitResult> {
  const { accountId, idempotencyRecord: record, quota, traceParent = null } = commit;
  const response = record && (await findResponse(collections, accountId, record, record.createdAt, { session }));
  if (response) return { kind: 'replayed', response };
  const rows = await readRows(collections, session, [commit]);
  const plan = planCommit<StoredRow, Float32Array>(commit, (id) => rows.get(memoryKey(accountId, id)));
  if ('kind' in plan) return plan;
  const overLimit = quota && (await findOverLimit(collections, session, quota, { accountId, ...plan.additions }));
  if (overLimit) return overLimit;
  const foundAll = await writeRows(collections, session, [{ accountId, traceParent, plan }], dimensions);
  if (!foundAll) return { kind: 'missing' };
  if (record) {
    const _id = responseKey(accountId, record.key);
    const { memoryId, ...response } = record.response;
    const ofMemory = memoryId === null ? {} : { memory: memoryKey(accountId, memoryId) };
    const stored = { ...response, ...ofMemory, expiresAt: record.expiresAt };
    await collections.responses.replaceOne({ _id }, stored, { upsert: true, session });
  }
  return (quota && (await countWrite(collections, session, quota, accountId))) ?? { kind: 'written' };
}

function commitTogether(
  { client, collections, dimensions }: CommitContext,
  commits: readonly Commit[],
): Promise<CommitResult[]> {
  return inTransaction(client, async (session) => {
    const rows = await readRows(collections, session, commits);
    const planned = commits.map((commit) => {
      const { accountId, traceParent = null } = commit;
      const plan = planCommit<StoredRow, Float32Array>(commit, (id) => rows.get(memoryKey(accountId, id)));
      return { accountId, traceParent, plan };
    });
    const accepted = planned.flatMap(({ plan, ...one }) => ('kind' in plan ? [] : [{ ...one, plan }]));
    await writeRows(collections, session, accepted, dimensions);
    return planned.map(({ plan }) => ('kind' in plan ? plan : { kind: 'written' }));
  });
}

function readRows(collections: Collections, session: ClientSession, commits: readonly Commit[]) {
  const keys = commits.flatMap((commit) => idsToRead(commit).map((id) => memoryKey(commit.accountId, id)));
  return findRows(collections, session, keys, commits.some(needsWords));
}

/** Commits a failure, which needs no row and so no transaction. */
async function commitFailure({ collections, workerId }: CommitContext, change: FailChange): Promise<CommitResult> {
  const { claim } = change;
  const noConversation = { userId: '', agentId: null, runId: null };
  const update = toUpdate({ accountId: claim.accountId, ...noConversation }, failed(change), Date.now());
  const { matchedCount } = await collections.memories.updateOne(heldBy(workerId, claim), update);
  return { kind: matchedCount === 1 ? 'written' : 'lapsed' };
}

async function findResponse(
  { responses }: Collections,
  accountId: string,
  { key, formerKey }: Pick<IdempotencyRecord, 'key' | 'formerKey'>,
  now: number,
  options: { session?: ClientSession } = {},
): Promise<StoredResponse | undefined> {
  const ids = [key, formerKey].map((one) => responseKey(accountId, one));
  const found = await responses.find({ _id: { $in: ids }, expiresAt: { $gt: now } }, options).toArray();
  const document = found.find(({ _id }) => _id === ids[0]) ?? found[0];
  if (!document) return undefined;
  const { fingerprint, status, location, body, memory } = document;
  const memoryId = memory === undefined ? null : memory.slice(accountId.length + 1);
  return { fingerprint, status, location, body, memoryId };
}

function responseKey(accountId: string, key: string): string {
  return `${accountId}/${key}`;
}
