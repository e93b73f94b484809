import type { AnyBulkWriteOperation, ClientSession } from 'mongodb';
import type { CommitPlan, RowPatch, StoredMemory } from '../../store-kit/memory-transitions.ts';
import { quantize } from '../../store-kit/quantize.ts';
import { type Collections, type MemoryDocument, memoryKey, ownerOf } from '../schema/documents.ts';
import { checkDimensions, toVectorDocuments } from './memory-vectors.ts';
import { toDocument } from './pending-memory.ts';
import { toUpdate } from './row-update.ts';

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

type RowDocument = Pick<MemoryDocument, keyof typeof rowFields | '_id'> & Partial<Pick<MemoryDocument, 'words'>>;

export interface StoredRow extends StoredMemory {
  document: RowDocument;
}

/** A plan of one account's commit. */
export interface AccountPlan {
  accountId: string;
  traceParent: string | null;
  plan: CommitPlan<StoredRow>;
}

/** Rows by their keys, read at once. */
export async function findRows(
  { memories }: Collections,
  session: ClientSession,
  keys: readonly string[],
  withWords: boolean,
): Promise<Map<string, StoredRow>> {
  if (keys.length === 0) return new Map();
  const projection = withWords ? { ...rowFields, words: 1 } : rowFields;
  const found = await memories
    .find({ _id: { $in: [...keys] } }, { session })
    .project<RowDocument>(projection)
    .toArray();
  return new Map(found.map((document) => [document._id, toRow(document)]));
}

function toRow(document: RowDocument): StoredRow {
  const { id, userId, version, revision, status, outcome, infer, tagWords, words = '' } = document;
  const { ownerId, embedderId = null } = document;
  const isArchived = ownerId === undefined;
  return { id, userId, version, revision, status, outcome, infer, isArchived, words, tagWords, embedderId, document };
}

/**
 * Writes plans in as many steps as one would take.
 * @returns whether all that was to be removed was there
 */
export async function writeRows(
  { memories, vectors }: Collections,
  session: ClientSession,
  plans: readonly AccountPlan[],
  dimensions: number,
): Promise<boolean> {
  const indexedAt = Date.now();
  const inserts = plans.flatMap(({ plan, traceParent }) =>
    plan.inserts.map(({ memory, index }) => toDocument(memory, index, traceParent)),
  );
  if (inserts.length > 0) await memories.insertMany(inserts, { session });
  const patched = plans.flatMap(({ accountId, plan }) => plan.patches.map((one) => ({ accountId, ...one })));
  const updates = patched.map(({ accountId, row, patch }): AnyBulkWriteOperation<MemoryDocument> => {
    const { _id, userId, agentId, runId } = row.document;
    return {
      updateOne: { filter: { _id }, update: toUpdate({ accountId, userId, agentId, runId }, patch, indexedAt) },
    };
  });
  if (updates.length > 0) await memories.bulkWrite(updates, { session, ordered: false });
  await writeVectors(vectors, session, patched, { dimensions, indexedAt });
  for (const { accountId, plan } of plans) {
    for (const id of plan.removals) {
      const _id = memoryKey(accountId, id);
      const { deletedCount } = await memories.deleteOne({ _id }, { session });
      if (deletedCount === 0) return false;
      await vectors.deleteMany({ ownerId: accountId, memory: _id }, { session });
    }
  }
  return true;
}

/** Only ready memories have vectors. */
async function writeVectors(
  vectors: Collections['vectors'],
  session: ClientSession,
  patched: readonly { accountId: string; row: StoredRow; patch: RowPatch }[],
  { dimensions, indexedAt }: { dimensions: number; indexedAt: number },
): Promise<void> {
  const embedded = patched.filter(({ row }) => row.status === 'ready');
  const voided = embedded.filter(({ patch }) => patch.vectors !== undefined);
  // With the account, which the index begins with.
  for (const [ownerId, ofAccount] of Map.groupBy(voided, ({ accountId }) => accountId)) {
    const keys = ofAccount.map(({ row }) => row.document._id);
    await vectors.deleteMany({ ownerId, memory: { $in: keys } }, { session });
  }
  for (const { accountId: ownerId, row, patch } of embedded) {
    const { labels } = patch.set;
    if (!labels || patch.vectors !== undefined) continue;
    const update = { $set: { labels: [...labels], indexedAt } };
    await vectors.updateMany({ ownerId, memory: row.document._id }, update, { session });
  }
  const made = patched.flatMap(({ row, patch }) => {
    if (!patch.vectors) return [];
    const { embedderId, values } = patch.vectors;
    checkDimensions(values, dimensions);
    const { _id, userId, agentId, runId, labels, occurredAt } = row.document;
    const memory = { _id, ownerId: ownerOf(row.document), userId, agentId, runId, labels, occurredAt };
    return toVectorDocuments(memory, { revision: row.revision, embedderId, vectors: values.map(quantize) }, indexedAt);
  });
  if (made.length > 0) await vectors.insertMany(made, { session });
}
