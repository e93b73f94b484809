import type { AnyBulkWriteOperation, ClientSession, Filter } from 'mongodb';
import type { NewDeletion } from '../../../ports/memory-deletions.ts';
import type { RemoveChange } from '../../../ports/memory-store.ts';
import type { CommitPlan, RowPatch, StoredMemory } from '../../store-kit/memory-transitions.ts';
import { quantize } from '../../store-kit/quantize.ts';
import { countWordEntries, noteRemoved } from '../deletions/count-removed.ts';
import { accountIdOf, type Collections, type MemoryDocument, memoryKey } from '../schema/documents.ts';
import { toUserFilter } from '../search/scope-filter.ts';
import { gone, live } from './expiry.ts';
import { checkDimensions, toVectorDocuments } from './memory-vectors.ts';
import {
  type ContentDocument,
  contentFields,
  deleteVersions,
  toVersionDocuments,
  toVersionWrites,
} from './memory-versions.ts';
import { toUpdate } from './row-update.ts';
import { toNewDocument } from './stored-memory.ts';
import { endResponses } from './stored-responses.ts';

const rowFields = {
  ownerId: 1,
  id: 1,
  userId: 1,
  isEndUser: 1,
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
  createdAt: 1,
  embedderId: 1,
} as const;

type RowDocument = Pick<MemoryDocument, keyof typeof rowFields | '_id'> &
  Partial<Pick<MemoryDocument, 'words' | 'identifiers' | keyof typeof contentFields>>;

export interface StoredRow extends StoredMemory {
  document: RowDocument;
}

export interface AccountPlan {
  accountId: string;
  traceParent: string | null;
  deletion?: NewDeletion | undefined;
  plan: CommitPlan<StoredRow>;
}

/** Reads rows by their keys, in one query. */
export async function findRows(
  { memories }: Collections,
  session: ClientSession,
  keys: readonly string[],
  parts: { words: boolean; content: boolean; now: number },
): Promise<Map<string, StoredRow>> {
  if (keys.length === 0) return new Map();
  const projection = {
    ...rowFields,
    ...(parts.words ? { words: 1, identifiers: 1 } : {}),
    ...(parts.content ? contentFields : {}),
  };
  const cursor = memories
    .find({ _id: { $in: [...keys] }, ...live(parts.now) }, { session })
    .project<RowDocument>(projection);
  const found = await cursor.toArray();
  return new Map(found.map((document) => [document._id, toRow(document)]));
}

function toRow(document: RowDocument): StoredRow {
  const { id, userId, isEndUser = false, version, revision, status, outcome, infer, tagWords } = document;
  const { words = '', identifiers = '', embedderId = null } = document;
  const isArchived = document.ownerId === undefined;
  const terms = { words, identifiers, tagWords };
  return {
    id,
    userId,
    isEndUser,
    version,
    revision,
    status,
    outcome,
    infer,
    isArchived,
    ...terms,
    embedderId,
    document,
  };
}

/**
 * Writes plans together, in as few round trips as a single plan takes.
 * @returns false when a memory to remove was missing
 */
export async function writeRows(
  collections: Collections,
  session: ClientSession,
  plans: readonly AccountPlan[],
  { dimensions, now }: { dimensions: number; now: number },
): Promise<boolean> {
  const { memories, vectors, versions } = collections;
  const indexedAt = Date.now();
  const inserts = plans.flatMap(({ plan, traceParent }) =>
    plan.inserts.map((insert) => toNewDocument(insert, traceParent)),
  );
  if (inserts.length > 0) await memories.insertMany(inserts, { session });
  const patched = plans.flatMap(({ accountId, plan }) => plan.patches.map((one) => ({ accountId, ...one })));
  const updates = patched.map(({ accountId, row, patch }): AnyBulkWriteOperation<MemoryDocument> => {
    const { _id, userId, agentId, runId } = row.document;
    const update = toUpdate({ accountId, userId, agentId, runId }, patch, indexedAt);
    return { updateOne: { filter: { _id }, update } };
  });
  if (updates.length > 0) await memories.bulkWrite(updates, { session, ordered: false });
  const imported = plans.flatMap(({ accountId, plan }) =>
    plan.inserts.flatMap(({ memory, imported }) =>
      toVersionDocuments(memoryKey(accountId, memory.id), imported?.versions ?? []),
    ),
  );
  if (imported.length > 0) await versions.insertMany(imported, { session });
  const versionWrites = patched.flatMap(({ row, patch }) =>
    patch.replaced ? toVersionWrites(row.document as ContentDocument, patch.replaced) : [],
  );
  if (versionWrites.length > 0) await versions.bulkWrite(versionWrites, { session, ordered: false });
  await writeVectors(vectors, session, patched, { dimensions, indexedAt });
  for (const { accountId, plan, deletion } of plans) {
    if (plan.removals.length === 0) continue;
    const isRemoved = await removeRows(collections, session, { accountId, deletion, removals: plan.removals, now });
    if (!isRemoved) return false;
  }
  return true;
}

/** Removes memories with all their data. Resolves to false if one is missing. */
async function removeRows(
  collections: Collections,
  session: ClientSession,
  { accountId, deletion, removals, now }: Pick<AccountPlan, 'accountId' | 'deletion'> & RemovalsAt,
): Promise<boolean> {
  const { memories, vectors, versions } = collections;
  const keys = removals.map(({ id }) => memoryKey(accountId, id));
  const wordEntries = deletion ? await countWordEntries(collections, session, keys) : 0;
  const filters = removals.map(({ userId, expired }, at): Filter<MemoryDocument> => {
    const ofUser = userId === undefined ? [] : [toUserFilter({ accountId, userId }) as Filter<MemoryDocument>];
    return { $and: [{ _id: keys[at] as string }, expired ? gone(now) : live(now), ...ofUser] };
  });
  const { deletedCount } = await memories.deleteMany({ $or: filters }, { session });
  if (deletedCount < removals.length) return false;
  const ofVectors = await vectors.deleteMany({ ownerId: accountId, memory: { $in: keys } }, { session });
  const ofVersions = await deleteVersions({ versions }, keys, { session });
  const storedResponses = await endResponses(collections, keys, session);
  if (!deletion) return true;
  const counts = {
    ...{ memories: deletedCount, versions: ofVersions.deletedCount, vectors: ofVectors.deletedCount, wordEntries },
    storedResponses,
  };
  await noteRemoved(collections, session, deletion, { ids: removals.map(({ id }) => id), counts, at: now });
  return true;
}

interface RemovalsAt {
  removals: readonly RemoveChange[];
  now: number;
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
    const { _id, userId, isEndUser, agentId, runId, labels, occurredAt, createdAt } = row.document;
    const scope = { ownerId: accountIdOf(row.document), agentId, runId, labels, occurredAt, createdAt };
    const memory = { _id, ...scope, userId, ...(isEndUser ? { isEndUser } : {}) };
    const embedded = { revision: row.revision, embedderId, vectors: values.map(quantize), tokens };
    return toVectorDocuments(memory, embedded, indexedAt);
  });
  if (newVectors.length > 0) await vectors.insertMany(newVectors, { session });
}
