import type { ClientSession } from 'mongodb';
import type { MemoryRecord } from '../../../ports/records.ts';
import { ingestStateOf, withoutLease } from '../../store-kit/memory-records.ts';
import { toList } from '../../store-kit/to-list.ts';
import type { Connection } from '../connection/connect.ts';
import { inSnapshot } from '../connection/sessions.ts';
import { toVectorDocuments } from '../memories/memory-vectors.ts';
import { deleteVersions, toVersion, toVersionDocuments } from '../memories/memory-versions.ts';
import { contentOf, toMemory, waiting } from '../memories/stored-memory.ts';
import {
  importKeyOf,
  type MemoryDocument,
  memoryKey,
  userFields,
  type VectorDocument,
  type VersionDocument,
} from '../schema/documents.ts';
import type { RecordCollection } from './record-kinds.ts';

/** A comparison that sorts `2` before `10`. */
const numeric = new Intl.Collator('en', { numeric: true });

export function memoryRecords({ client, collections, snapshots }: Connection): RecordCollection<'memory'> {
  const { memories, vectors, versions } = collections;
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
        const ofMemories = { memory: ofFound.memory };
        const foundVersions = await snapshots.versions.find(ofMemories, { session }).sort({ version: 1 }).toArray();
        const vectorsOf = Map.groupBy(foundVectors, ({ memory }) => memory);
        const versionsOf = Map.groupBy(foundVersions, ({ memory }) => memory);
        return found.map((document) =>
          toRecord(document, vectorsOf.get(document._id) ?? [], versionsOf.get(document._id) ?? []),
        );
      };
      return options ? read(options.session) : inSnapshot(client, read);
    },

    /** Writes vectors and versions first. Without their memory nothing finds them, and the next run replaces them. */
    async insert(accountId, records, options) {
      const indexedAt = Date.now();
      const documents = records.map((record) => toDocument(accountId, record, indexedAt));
      const keys = documents.map(({ _id }) => _id);
      const newVectors = records.flatMap((record) => toVectors(accountId, record, indexedAt));
      await vectors.deleteMany({ ownerId: accountId, memory: { $in: keys } }, options);
      if (newVectors.length > 0) await vectors.insertMany(newVectors, { ...options, ordered: false });
      const newVersions = documents.flatMap(({ _id }, at) => toVersionDocuments(_id, records[at]?.versions ?? []));
      await deleteVersions({ versions }, keys, options);
      if (newVersions.length > 0) await versions.insertMany(newVersions, { ...options, ordered: false });
      await memories.insertMany(documents, { ...options, ordered: false });
    },

    /** Leaves vectors and versions to `insert`. */
    remove: (accountId, { memory }, options) => memories.deleteOne({ _id: memoryKey(accountId, memory.id) }, options),
  };
}

function toRecord(
  document: MemoryDocument,
  vectors: readonly VectorDocument[],
  versions: readonly VersionDocument[],
): MemoryRecord {
  const memory = toMemory(document);
  const { outcome, speaker, characters, ending, copyHash } = document;
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
    ...{ memory, versions: versions.map(toVersion), index, outcome, pendingSince: document.pendingSince ?? null },
    ...{ rejections: document.refusals, crashCount: document.interruptions },
    vectors: vectors.map(({ embedderId, scale, vector }) => ({ embedderId, scale, values: vector.toInt8Array() })),
    ...(tokens ? { tokens } : {}),
    ...(document.importKey === undefined ? {} : { importKey: document.importKey.slice(document._id.indexOf('/') + 1) }),
  };
  return withoutLease(record, document.leasedBy !== undefined);
}

function toDocument(accountId: string, record: MemoryRecord, indexedAt: number): MemoryDocument {
  const { memory, index, outcome } = record;
  const { pendingSince, nextAttemptAt, embedderId } = ingestStateOf(record);
  return {
    ...contentOf(accountId, memory, index),
    ...{ status: memory.status, outcome, indexedAt },
    ...{ refusals: record.rejections, interruptions: record.crashCount },
    ...(record.importKey === undefined ? {} : { importKey: importKeyOf(accountId, record.importKey) }),
    ...(memory.isArchived ? {} : { ownerId: accountId }),
    ...(nextAttemptAt === null ? {} : waiting(accountId, { nextAttemptAt, pendingSince, traceParent: null })),
    ...(memory.status === 'failed' ? { failedOf: accountId } : {}),
    ...(embedderId === null ? {} : { embedderId, moveAt: 0, moveAttempts: 0 }),
  };
}

function toVectors(accountId: string, record: MemoryRecord, indexedAt: number): VectorDocument[] {
  const { memory, index, vectors, tokens } = record;
  const { embedderId } = ingestStateOf(record);
  if (embedderId === null) return [];
  const { id, agentId, runId, occurredAt, createdAt, revision } = memory;
  const times = { occurredAt, createdAt };
  const scope = { ownerId: accountId, ...userFields(memory), agentId, runId, labels: index.filterKeys, ...times };
  const embedding = { revision, embedderId, vectors, tokens };
  return toVectorDocuments({ _id: memoryKey(accountId, id), ...scope }, embedding, indexedAt);
}
