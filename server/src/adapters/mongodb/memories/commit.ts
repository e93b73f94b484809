import type { ClientSession, MongoClient } from 'mongodb';
import type { Commit, CommitResult, FailChange, MemoryStore, StoredResponse } from '../../../ports/memory-store.ts';
import { failed, idsToRead, needsWords, planCommit } from '../../store-kit/memory-transitions.ts';
import { isLimited } from '../../store-kit/quota-window.ts';
import { inTransaction } from '../connection/sessions.ts';
import { type Collections, memoryKey } from '../schema/documents.ts';
import { countWrite, findOverLimit } from '../usage/quota.ts';
import { heldBy } from './claims.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import { toUpdate } from './row-update.ts';
import { findRows, type StoredRow, writeRows } from './write-rows.ts';

type Commits = Pick<MemoryStore, 'commit' | 'findResponse' | 'purgeResponses'>;

/** Commits that clients repeat or that are counted have a transaction each; results of workers share one. */
export function createCommits(
  client: MongoClient,
  collections: Collections,
  { workerId, dimensions }: { workerId: string; dimensions: number },
): Commits {
  const { memories, answers } = collections;
  const inOrder = createKeyedMutex();

  async function findResponse(
    accountId: string,
    key: string,
    now: number,
    session?: ClientSession,
  ): Promise<StoredResponse | undefined> {
    const filter = { _id: responseKey(accountId, key), expiresAt: { $gt: now } };
    const found = await answers.findOne(filter, session ? { session } : {});
    if (!found) return undefined;
    const { fingerprint, status, location, body } = found;
    return { fingerprint, status, location, body };
  }

  function commitAlone(commit: Commit): Promise<CommitResult> {
    const { accountId, quota } = commit;
    const write = () =>
      inTransaction(client, async (session) => {
        const result = await writeAlone(commit, session);
        if (result.kind !== 'written') await session.abortTransaction();
        return result;
      });
    // Writes of an account with limits conflict with each other: they would be repeated again and again.
    return quota && isLimited(quota) ? inOrder(accountId, write) : write();
  }

  async function writeAlone(commit: Commit, session: ClientSession): Promise<CommitResult> {
    const { accountId, idempotencyRecord: record, quota, traceParent = null } = commit;
    const response = record && (await findResponse(accountId, record.key, record.createdAt, session));
    if (response) return { kind: 'replayed', response };
    const plan = planCommit<StoredRow, Float32Array>(commit, await rowsOf([commit], session));
    if ('kind' in plan) return plan;
    const overLimit = quota && (await findOverLimit(collections, session, quota, { accountId, ...plan.additions }));
    if (overLimit) return overLimit;
    const wasThere = await writeRows(collections, session, [{ accountId, traceParent, plan }], dimensions);
    if (!wasThere) return { kind: 'missing' };
    if (record) {
      const _id = responseKey(accountId, record.key);
      const kept = { ...record.response, expiresAt: record.expiresAt };
      await answers.replaceOne({ _id }, kept, { upsert: true, session });
    }
    return (quota && (await countWrite(collections, session, quota, accountId))) ?? { kind: 'written' };
  }

  const commitTogether = (commits: readonly Commit[]): Promise<CommitResult[]> =>
    inTransaction(client, async (session) => {
      const results: CommitResult[] = [];
      const plans = [];
      const rows = await rowsOf(commits, session);
      for (const commit of commits) {
        const { accountId, traceParent = null } = commit;
        const plan = planCommit<StoredRow, Float32Array>(commit, (id) => rows(id, accountId));
        results.push('kind' in plan ? plan : { kind: 'written' });
        if (!('kind' in plan)) plans.push({ accountId, traceParent, plan });
      }
      await writeRows(collections, session, plans, dimensions);
      return results;
    });

  /** Finds rows of the accounts of some commits, by default of the first. */
  async function rowsOf(
    commits: readonly Commit[],
    session: ClientSession,
  ): Promise<(id: string, accountId?: string) => StoredRow | undefined> {
    const keys = commits.flatMap((commit) => idsToRead(commit).map((id) => memoryKey(commit.accountId, id)));
    const rows = await findRows(collections, session, keys, commits.some(needsWords));
    return (id, accountId = commits[0]?.accountId ?? '') => rows.get(memoryKey(accountId, id));
  }

  /** Needs no row, and so no transaction. */
  async function commitFailure(change: FailChange): Promise<CommitResult> {
    const { claim } = change;
    const nothingOf = { userId: '', agentId: null, runId: null };
    const update = toUpdate({ accountId: claim.ownerId, ...nothingOf }, failed(change), Date.now());
    const { matchedCount } = await memories.updateOne(heldBy(workerId, claim), update);
    return { kind: matchedCount === 1 ? 'written' : 'lapsed' };
  }

  return {
    async commit(commits) {
      const together: Commit[] = [];
      const results = commits.map((commit) => {
        const [change] = commit.changes;
        const { quota, idempotencyRecord } = commit;
        if (commit.changes.length === 1 && change?.kind === 'fail') return commitFailure(change);
        if (quota || idempotencyRecord || commit.changes.some(({ kind }) => kind === 'remove')) {
          return commitAlone(commit);
        }
        const place = together.push(commit) - 1;
        return place;
      });
      const joint = together.length > 0 ? commitTogether(together) : Promise.resolve([]);
      const [ofJoint, ofOthers] = await Promise.all([joint, Promise.all(results)]);
      return ofOthers.map((result) => (typeof result === 'number' ? (ofJoint[result] as CommitResult) : result));
    },

    findResponse: (accountId, key, now) => findResponse(accountId, key, now),

    async purgeResponses(now) {
      return (await answers.deleteMany({ expiresAt: { $lte: now } })).deletedCount;
    },
  };
}

function responseKey(accountId: string, key: string): string {
  return `${accountId}/${key}`;
}
