import type { MatchKeysAndValues, UpdateFilter } from 'mongodb';
import type { MemoryColumns, RowPatch } from '../../store-kit/memory-transitions.ts';
import { conversationOf, type MemoryDocument } from '../schema/documents.ts';
import { embeddingFields } from './memory-vectors.ts';
import { leaseFields, textFields } from './stored-memory.ts';

/** The account of a memory, and the parts of the name of its conversation. */
export type PatchedMemory = { accountId: string } & Pick<MemoryDocument, 'userId' | 'agentId' | 'runId'>;

interface Fields {
  set?: MatchKeysAndValues<MemoryDocument>;
  /** The fields to remove. */
  unset?: Partial<Record<keyof MemoryDocument, ''>>;
}

type FieldWriters = {
  [Column in keyof MemoryColumns]: (value: MemoryColumns[Column], memory: PatchedMemory) => Fields;
};

/** Maps the columns of the kit to fields. Fields that only pending or failed memories have make indexes smaller. */
const writers: FieldWriters = {
  text: (text) => ({ set: { text } }),
  textIndex: (index, memory) =>
    index.speaker === null
      ? { set: textFields(index), unset: { conversation: '' } }
      : { set: { ...textFields(index), conversation: conversationOf(memory) } },
  messages: (messages) => ({ set: { messages: messages && JSON.stringify(messages) } }),
  metadata: (metadata) => ({ set: { metadata: JSON.stringify(metadata) } }),
  tagWords: (words) => ({ set: { tagWords: words.join(' ') } }),
  filterKeys: (labels) => ({ set: { labels: [...labels] } }),
  projects: (projects) => ({ set: { projects: [...projects] } }),
  terms: (terms) => ({ set: { terms: [...new Set(terms)] } }),
  status: (status, { accountId }) => statusFields(status, accountId),
  outcome: (outcome) => ({ set: { outcome } }),
  failure: (failure) => ({ set: { failure } }),
  infer: (infer) => ({ set: { infer } }),
  isArchived: (isArchived, { accountId }) =>
    isArchived ? { unset: { ownerId: '' } } : { set: { ownerId: accountId } },
  extraction: (extraction) => ({ set: { extraction } }),
  sourceMemoryId: (sourceMemoryId) => ({ set: { sourceMemoryId } }),
  entities: (entities) => ({ set: { entities } }),
  version: (version) => ({ set: { version } }),
  revision: (revision) => ({ set: { revision } }),
  changedBy: (changedBy) => ({ set: { changedBy } }),
  updatedAt: (updatedAt) => ({ set: { updatedAt } }),
  expiresAt: (at) => (at === null ? { unset: { expiresAt: '' } } : { set: { expiresAt: at } }),
  textChangedAt: (textChangedAt) => ({ set: { textChangedAt } }),
  attempts: (attempts) => ({ set: { attempts } }),
  rejections: (rejections) => ({ set: { refusals: rejections } }),
  crashCount: (crashCount) => ({ set: { interruptions: crashCount } }),
  isLeased: () => ({ unset: leaseFields }),
  nextAttemptAt: (at) => (at === null ? { unset: { nextAttemptAt: '' } } : { set: { nextAttemptAt: at } }),
  pendingSince: (pendingSince) => ({ set: { pendingSince } }),
  traceParent: (trace) => (trace === null ? { unset: { traceParent: '' } } : { set: { traceParent: trace } }),
};

function statusFields(status: MemoryDocument['status'], accountId: string): Fields {
  switch (status) {
    case 'pending':
      return { set: { status, pendingOf: accountId }, unset: { failedOf: '' } };
    case 'ready':
      return { set: { status }, unset: { pendingOf: '', pendingSince: '', failedOf: '' } };
    case 'failed':
      return { set: { status, failedOf: accountId }, unset: { pendingOf: '', pendingSince: '', traceParent: '' } };
  }
}

/** Builds the update of a memory. `indexedAt` changes with the fields in search indexes, which lag behind it. */
export function toUpdate<Vector>(
  memory: PatchedMemory,
  { set: columns, rejections = 0, vectors }: RowPatch<Vector>,
  indexedAt: number,
): UpdateFilter<MemoryDocument> {
  const set: MatchKeysAndValues<MemoryDocument> = {};
  const unset: Partial<Record<keyof MemoryDocument, ''>> = {};
  for (const [column, value] of Object.entries(columns)) {
    const fields = writers[column as keyof MemoryColumns](value as never, memory);
    Object.assign(set, fields.set);
    Object.assign(unset, fields.unset);
  }
  if (vectors === null) Object.assign(unset, embeddingFields);
  else if (vectors) {
    Object.assign(set, { embedderId: vectors.embedderId, moveAt: 0, moveAttempts: 0 });
    unset.moveClaim = '';
  }
  const { textIndex, filterKeys: labels, terms, status } = columns;
  if (textIndex || labels || terms || status === 'ready') Object.assign(set, { indexedAt });
  return {
    ...(Object.keys(set).length > 0 ? { $set: set } : {}),
    ...(Object.keys(unset).length > 0 ? { $unset: unset as Record<string, ''> } : {}),
    ...(rejections > 0 ? { $inc: { refusals: rejections } } : {}),
  };
}
