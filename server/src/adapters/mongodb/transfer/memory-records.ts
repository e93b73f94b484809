import type { ClientSession } from 'mongodb';
import type { MemoryRecord } from '../../../ports/records.ts';
import { ingestStateOf, withoutLease } from '../../store-kit/memory-records.ts';
import { toList } from '../../store-kit/to-list.ts';
import type { Connection } from '../connection/connect.ts';
import { inSnapshot } from '../connection/sessions.ts';
import { toVectorDocuments } from '../memories/memory-vectors.ts';
import { contentOf, toMemory, waiting } from '../memories/stored-memory.ts';
import { type MemoryDocument, memoryKey, type VectorDocument } from '../schema/documents.ts';
import type { RecordCollection } from './record-kinds.ts';

/** A comparison that sorts `2` before `10`. */
const numeric = new Intl.Collator('en', { numeric: true });

export function memoryRecords({ client, collections, snapshots }: Connection): RecordCollection<'memory'> {
  const { memories, vectors } = collections;
  return {
    read(accountId, selection, options) {
      const _id =
        'like' in selection
          ? { $in: selection.like.map(({ memory }) => memoryKey(accountId, memory.id)) }
          : { $gt: memoryKey(accountId, selection.after?.memory.id ?? ''), $lt: `${accountId}0` };
      const limit = 'like' in selection ? 0 : selection.limit;
      const read = async (session: ClientSession) => {
        const found = await snapshots.memories.find({ _id }, { session }).sort({ _id: 1 }).limit(limit).toArray();
        const ofFound = { ownerId: accountId, memory: { $in: found.map((document) => document._id) } };
        const foundVectors = await snapshots.vectors.find(ofFound, { session }).toArray();
        foundVectors.sort((a, b) => numeric.compare(a._id, b._id));
        const byMemory = Map.groupBy(foundVectors, ({ memory }) => memory);
        return found.map((document) => toRecord(document, byMemory.get(document._id) ?? []));
      };
      return options ? read(options.session) : inSnapshot(client, read);
    },

    /** Writes vectors first: without their memory, no search finds them, and the next run replaces them. */
    async insert(accountId, records, options) {
      const indexedAt = Date.now();
      const documents = records.map((record) => toDocument(accountId, record, indexedAt));
      const newVectors = records.flatMap((record) => toVectors(accountId, record, indexedAt));
      await vectors.deleteMany({ ownerId: accountId, memory: { $in: documents.map(({ _id }) => _id) } }, options);
      if (newVectors.length > 0) await vectors.insertMany(newVectors, { ...options, ordered: false });
      await memories.insertMany(documents, { ...options, ordered: false });
    },

    /** Leaves the vectors to `insert`. */
    remove: (accountId, { memory }, options) => memories.deleteOne({ _id: memoryKey(accountId, memory.id) }, options),
  };
}

function toRecord(document: MemoryDocument, vectors: readonly VectorDocument[]): MemoryRecord {
  const memory = toMemory(document);
  const { revision, outcome, speaker, characters, ending, copyHash } = document;
  const index = {
    ...{ speaker, characters, ending, copyHash },
    words: toList(document.words),
    identifiers: toList(document.identifiers ?? ''),
    tagWords: toList(document.tagWords),
    filterKeys: memory.isArchived ? [] : document.labels.toSorted(),
    projects: memory.isArchived ? [] : document.projects.toSorted(),
  };
  const tokens = vectors[0]?.tokens?.toInt8Array();
  const record = {
    ...{ memory, index, revision, outcome, pendingSince: document.pendingSince ?? null },
    ...{ rejections: document.refusals, crashCount: document.interruptions },
    vectors: vectors.map(({ embedderId, scale, vector }) => ({ embedderId, scale, values: vector.toInt8Array() })),
    ...(tokens ? { tokens } : {}),
  };
  return withoutLease(record, document.leasedBy !== undefined);
}

function toDocument(accountId: string, record: MemoryRecord, indexedAt: number): MemoryDocument {
  const { memory, index, revision, outcome } = record;
  const { pendingSince, nextAttemptAt, embedderId } = ingestStateOf(record);
  return {
    ...contentOf(accountId, memory, index),
    ...{ status: memory.status, outcome, revision, indexedAt },
    ...{ refusals: record.rejections, interruptions: record.crashCount },
    ...(memory.isArchived ? {} : { ownerId: accountId }),
    ...(nextAttemptAt === null ? {} : waiting(accountId, { nextAttemptAt, pendingSince, traceParent: null })),
    ...(memory.status === 'failed' ? { failedOf: accountId } : {}),
    ...(embedderId === null ? {} : { embedderId, moveAt: 0, moveAttempts: 0 }),
  };
}

function toVectors(accountId: string, record: MemoryRecord, indexedAt: number): VectorDocument[] {
  const { memory, index, revision, vectors, tokens } = record;
  const { embedderId } = ingestStateOf(record);
  if (embedderId === null) return [];
  const { id, userId, agentId, runId, occurredAt } = memory;
  const scope = { ownerId: accountId, userId, agentId, runId, labels: index.filterKeys, occurredAt };
  const embedding = { revision, embedderId, vectors, tokens };
  return toVectorDocuments({ _id: memoryKey(accountId, id), ...scope }, embedding, indexedAt);
}
