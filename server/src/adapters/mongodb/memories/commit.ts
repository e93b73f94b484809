import type { ClientSession, MongoClient } from 'mongodb';
import type { Commit, CommitResult, FailChange, InsertChange, MemoryStore } from '../../../ports/memory-store.ts';
import { failed, idsToRead, needsWords, planCommit } from '../../store-kit/memory-transitions.ts';
import { isLimited } from '../../store-kit/quota-window.ts';
import { hasCode } from '../connection/mongo-errors.ts';
import { inTransaction } from '../connection/sessions.ts';
import { type Collections, memoryKey } from '../schema/documents.ts';
import { findTaken } from '../transfer/taken-keys.ts';
import { countWrites, findOverLimit } from '../usage/quota.ts';
import { type QueuingWebhook, queueEvents, queuingWebhooks } from '../webhooks/queue-events.ts';
import { heldBy } from './claims.ts';
import { live } from './expiry.ts';
import { createKeyedMutex } from './keyed-mutex.ts';
import { toUpdate } from './row-update.ts';
import { findResponse, keepResponse } from './stored-responses.ts';
import { findRows, type StoredRow, writeRows } from './write-rows.ts';

interface CommitContext {
  client: MongoClient;
  collections: Collections;
  workerId: string;
  dimensions: number;
  now(): number;
}

/** Runs a commit in its own transaction if clients may repeat it or it counts. Results of workers share one. */
export function createCommits(context: CommitContext): Pick<MemoryStore, 'commit' | 'findResponse' | 'purgeResponses'> {
  const { client, collections } = context;
  const mutex = createKeyedMutex();

  function commitAlone(commit: Commit): Promise<CommitResult> {
    const { accountId, quota, changes } = commit;
    const [first] = changes;
    if (changes.length === 1 && first?.kind === 'fail' && first.retryAt !== null) return commitFailure(context, first);
    // They are read outside of the transaction, so that accounts without webhooks do not wait for it.
    const webhooks = queuingWebhooks(collections, [commit]);
    const write = () =>
      inTransaction(client, async (session) => {
        const result = await writeAlone(context, session, commit, webhooks);
        if (result.kind !== 'written') await session.abortTransaction();
        return result;
      }).catch((error: unknown): CommitResult => {
        // Another import wrote one of the memories after the check.
        if (isImport(commit) && hasCode(error, duplicateKeyCodes)) return { kind: 'stale' };
        throw error;
      });
    // Writes of an account with limits conflict with each other, so they would be repeated again and again.
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

/**
 * Whether a commit can share a transaction: it does not count, has no stored response, and cannot fail during the
 * write.
 */
function canShareTransaction({ changes, quota, idempotencyRecord }: Commit): boolean {
  const isFailure = changes.length === 1 && changes[0]?.kind === 'fail' && changes[0].retryAt !== null;
  const sharesOnly = !changes.some(
    (change) => change.kind === 'remove' || (change.kind === 'insert' && change.imported),
  );
  return !isFailure && !quota && !idempotencyRecord && sharesOnly;
}

const duplicateKeyCodes = [11_000];

const isImport = ({ changes }: Commit) => changes.some((change) => change.kind === 'insert' && change.imported);

/** Whether one of the imported memories already exists, or another one with its id. */
async function isTaken(
  collections: Collections,
  session: ClientSession,
  accountId: string,
  inserts: readonly InsertChange[],
): Promise<boolean> {
  const imports = inserts.filter(({ imported }) => imported);
  if (imports.length === 0) return false;
  const ids = imports.map(({ memory }) => memory.id);
  const importKeys = imports.flatMap(({ imported }) => imported?.key ?? []);
  const taken = await findTaken(collections, accountId, { ids, importKeys }, { session });
  return taken.ids.length + taken.importKeys.length > 0;
}

async function writeAlone(
  { collections, dimensions, now: clock }: CommitContext,
  session: ClientSession,
  commit: Commit,
  webhooks: Promise<QueuingWebhook[]>,
): Promise<CommitResult> {
  const { accountId, idempotencyRecord: record, quota, deletion, traceParent = null } = commit;
  const now = clock();
  const response = record && (await findResponse(collections, accountId, record, record.createdAt, { session }));
  if (response) return { kind: 'replayed', response };
  const rows = await readRows(collections, session, [commit], now);
  const plan = planCommit<StoredRow, Float32Array>(commit, (id) => rows.get(memoryKey(accountId, id)));
  if ('kind' in plan) return plan;
  if (await isTaken(collections, session, accountId, plan.inserts)) return { kind: 'stale' };
  const overLimit = quota && (await findOverLimit(collections, session, quota, accountId, plan.additions));
  if (overLimit) return overLimit;
  const foundAll = await writeRows(collections, session, [{ accountId, traceParent, deletion, plan }], {
    dimensions,
    now,
  });
  if (!foundAll) return { kind: 'missing' };
  await queueEvents(collections, session, await webhooks, [{ accountId, at: now, events: plan.events }]);
  if (record) await keepResponse(collections, accountId, record, session);
  if (!quota) return { kind: 'written' };
  const counted = await countWrites(collections, session, quota, accountId, plan.additions.length);
  if ('kind' in counted) return counted;
  await queueEvents(collections, session, await webhooks, [{ accountId, at: now, events: counted }]);
  return { kind: 'written' };
}

function commitTogether(
  { client, collections, dimensions, now: clock }: CommitContext,
  commits: readonly Commit[],
): Promise<CommitResult[]> {
  const webhooks = queuingWebhooks(collections, commits);
  return inTransaction(client, async (session) => {
    const now = clock();
    const rows = await readRows(collections, session, commits, now);
    const planned = commits.map((commit) => {
      const { accountId, traceParent = null } = commit;
      const plan = planCommit<StoredRow, Float32Array>(commit, (id) => rows.get(memoryKey(accountId, id)));
      return { accountId, traceParent, plan };
    });
    const accepted = planned.flatMap(({ plan, ...one }) => ('kind' in plan ? [] : [{ ...one, plan }]));
    await writeRows(collections, session, accepted, { dimensions, now });
    const events = accepted.map(({ accountId, plan }) => ({ accountId, at: now, events: plan.events }));
    await queueEvents(collections, session, await webhooks, events);
    return planned.map(({ plan }) => ('kind' in plan ? plan : { kind: 'written' }));
  });
}

function readRows(collections: Collections, session: ClientSession, commits: readonly Commit[], now: number) {
  const keys = commits.flatMap((commit) => idsToRead(commit).map((id) => memoryKey(commit.accountId, id)));
  const content = commits.some(({ changes }) => changes.some(({ kind }) => kind === 'change'));
  return findRows(collections, session, keys, { words: commits.some(needsWords), content, now });
}

/** Commits a failure, which needs no row and therefore no transaction. */
async function commitFailure({ collections, workerId, now }: CommitContext, change: FailChange): Promise<CommitResult> {
  const { claim } = change;
  const noConversation = { userId: '', agentId: null, runId: null };
  const update = toUpdate({ accountId: claim.accountId, ...noConversation }, failed(change), Date.now());
  const { matchedCount } = await collections.memories.updateOne({ ...heldBy(workerId, claim), ...live(now()) }, update);
  return { kind: matchedCount === 1 ? 'written' : 'lapsed' };
}
