import type { AnyBulkWriteOperation, ClientSession } from 'mongodb';
import { endedStatus } from '../../../ports/memory-rows.ts';
import type { CommitPlan, RowPatch, StoredMemory } from '../../store-kit/memory-transitions.ts';
import { quantize } from '../../store-kit/quantize.ts';
import { accountIdOf, type Collections, type MemoryDocument, memoryKey } from '../schema/documents.ts';
import { checkDimensions, toVectorDocuments } from './memory-vectors.ts';
import { toUpdate } from './row-update.ts';
import { toNewDocument } from './stored-memory.ts';

const rowFields = {
  ownerId: 1,
  id: 1,
  userId: 1,
  agentId: 1,
  runId: 1,
  version: 1,
  revision: 1,
  status: 1,
  outcome: 1,
  infer: 1,
  labels: 1,
  projects: 1,
  tagWords: 1,
  occurredAt: 1,
  embedderId: 1,
} as const;

type RowDocument = Pick<MemoryDocument, keyof typeof rowFields | '_id'> &
  Partial<Pick<MemoryDocument, 'words' | 'identifiers'>>;

export interface StoredRow extends StoredMemory {
  document: RowDocument;
}

export interface AccountPlan {
  accountId: string;
  traceParent: string | null;
  plan: CommitPlan<StoredRow>;
}

/** Reads rows by their keys, in one query. */
export async function findRows(
  { memories }: Collections,
  session: ClientSession,
  keys: readonly string[],
  withWords: boolean,
): Promise<Map<string, StoredRow>> {
  if (keys.length === 0) return new Map();
  const projection = withWords ? { ...rowFields, words: 1, identifiers: 1 } : rowFields;
  const cursor = memories.find({ _id: { $in: [...keys] } }, { session }).project<RowDocument>(projection);
  const found = await cursor.toArray();
  return new Map(found.map((document) => [document._id, toRow(document)]));
}

function toRow(document: RowDocument): StoredRow {
  const { id, userId, version, revision, status, outcome, infer, tagWords } = document;
  const { words = '', identifiers = '', embedderId = null } = document;
  const isArchived = document.ownerId === undefined;
  const terms = { words, identifiers, tagWords };
  return { id, userId, version, revision, status, outcome, infer, isArchived, ...terms, embedderId, document };
}

/**
 * Writes plans together, in as few round trips as one plan takes.
 * @returns false when a memory to remove was missing
 */
export async function writeRows(
  { memories, vectors, responses }: Collections,
  session: ClientSession,
  plans: readonly AccountPlan[],
  dimensions: number,
): Promise<boolean> {
  const indexedAt = Date.now();
  const inserts = plans.flatMap(({ plan, traceParent }) =>
    plan.inserts.map(({ memory, index }) => toNewDocument(memory, index, traceParent)),
  );
  if (inserts.length > 0) await memories.insertMany(inserts, { session });
  const patched = plans.flatMap(({ accountId, plan }) => plan.patches.map((one) => ({ accountId, ...one })));
  const updates = patched.map(({ accountId, row, patch }): AnyBulkWriteOperation<MemoryDocument> => {
    const { _id, userId, agentId, runId } = row.document;
    const update = toUpdate({ accountId, userId, agentId, runId }, patch, indexedAt);
    return { updateOne: { filter: { _id }, update } };
  });
  if (updates.length > 0) await memories.bulkWrite(updates, { session, ordered: false });
  await writeVectors(vectors, session, patched, { dimensions, indexedAt });
  for (const { accountId, plan } of plans) {
    for (const { id, userId } of plan.removals) {
      const _id = memoryKey(accountId, id);
      const filter = userId === undefined ? { _id } : { _id, userId };
      const { deletedCount } = await memories.deleteOne(filter, { session });
      if (deletedCount === 0) return false;
      await vectors.deleteMany({ ownerId: accountId, memory: _id }, { session });
      await responses.updateMany({ memory: _id }, { $set: { status: endedStatus, body: '' } }, { session });
    }
  }
  return true;
}

/** Replaces the vectors of memories, or their filter keys. Only ready memories have vectors. */
async function writeVectors(
  vectors: Collections['vectors'],
  session: ClientSession,
  patched: readonly { accountId: string; row: StoredRow; patch: RowPatch }[],
  { dimensions, indexedAt }: { dimensions: number; indexedAt: number },
): Promise<void> {
  const embedded = patched.filter(({ row }) => row.status === 'ready');
  const withStaleVectors = embedded.filter(({ patch }) => patch.vectors !== undefined);
  // One deletion for each account, because the index begins with the account.
  for (const [accountId, ofAccount] of Map.groupBy(withStaleVectors, ({ accountId }) => accountId)) {
    const keys = ofAccount.map(({ row }) => row.document._id);
    await vectors.deleteMany({ ownerId: accountId, memory: { $in: keys } }, { session });
  }
  for (const { accountId, row, patch } of embedded) {
    const { filterKeys } = patch.set;
    if (!filterKeys || patch.vectors !== undefined) continue;
    const update = { $set: { labels: [...filterKeys], indexedAt } };
    await vectors.updateMany({ ownerId: accountId, memory: row.document._id }, update, { session });
  }
  const newVectors = patched.flatMap(({ row, patch }) => {
    if (!patch.vectors) return [];
    const { embedderId, values, tokens } = patch.vectors;
    checkDimensions(values, dimensions);
    const { _id, userId, agentId, runId, labels, occurredAt } = row.document;
    const memory = { _id, ownerId: accountIdOf(row.document), userId, agentId, runId, labels, occurredAt };
    const embedded = { revision: row.revision, embedderId, vectors: values.map(quantize), tokens };
    return toVectorDocuments(memory, embedded, indexedAt);
  });
  if (newVectors.length > 0) await vectors.insertMany(newVectors, { session });
}
