import type { Actor } from '../../ports/memory.ts';
import { field, kindOf, maybe } from '../../ports/record-fields.ts';
import type { RecordOf } from '../../ports/record-store.ts';

export interface RemovedCounts {
  memories: number;
  versions: number;
  vectors: number;
  /** The sum of the distinct words, identifiers and filter keys of each memory. */
  wordEntries: number;
  /** Stored responses whose text was erased. */
  storedResponses: number;
}

/** A deletion with its receipt. It has no field for texts. */
export const deletions = kindOf({
  name: 'deletions',
  fields: {
    ...{ accountId: 'account', id: 'text' },
    /** `expiry`: a sweep removed the memories because they had expired. */
    kind: field<'scope' | 'memory' | 'expiry'>('text'),
    /** `preparing`: nothing is deleted yet. `running`: it continues after a restart. `done`: all rows are removed. */
    state: field<'preparing' | 'running' | 'done'>('text'),
    /** The parameters of the request, with the names of the contract. A verified deletion has codes instead of IDs. */
    parameters: field<Readonly<Record<string, string | boolean>>>('json'),
    /** The codes of the IDs in the parameters (HMAC-SHA-256), in hexadecimal. */
    userCode: maybe.text,
    ...{ agentCode: maybe.text, runCode: maybe.text },
    /** The secret of the codes, in hexadecimal; null without codes. */
    secret: maybe.text,
    /** The caller that requested it; null for an expiry. */
    actor: field<Actor | null>('json'),
    ...{ matched: 'integer', removed: field<{ readonly [Name in keyof RemovedCounts]: number }>('counts') },
    ...{ startedAt: 'integer', finishedAt: maybe.integer, verifiedAt: maybe.integer },
    /** The time of its begin while readers may find some of its memories; null before and afterwards. */
    hidingSince: maybe.integer,
    /** The start while the deletion is not verified; null afterwards. */
    unverifiedSince: maybe.integer,
  },
  key: ['accountId', 'id'],
  indexes: {
    start: { on: ['accountId', 'startedAt', 'id'] },
    kind: { on: ['accountId', 'kind', 'startedAt', 'id'], covers: ['userCode', 'agentCode', 'runCode'] },
    secret: { on: ['accountId', 'secret'], where: 'secret' },
    hiding: { on: ['accountId', 'id'], where: 'hidingSince' },
    unverified: { on: ['unverifiedSince', 'accountId', 'id'], where: 'unverifiedSince' },
    verified: { on: ['startedAt', 'accountId', 'id'], where: 'verifiedAt' },
  },
  // They contain the names of users until a scan has found no traces of the deletion.
  erases: ['parameters'],
});
export type StoredDeletion = RecordOf<typeof deletions>;

type Progress = 'state' | 'matched' | 'removed' | 'finishedAt' | 'verifiedAt' | 'hidingSince' | 'unverifiedSince';
export type NewDeletion = Omit<StoredDeletion, Progress>;
export type DeletionName = Pick<StoredDeletion, 'accountId' | 'id'>;

export const noCodes = { userCode: null, agentCode: null, runCode: null, secret: null };

export function newStoredDeletion(deletion: NewDeletion, state: StoredDeletion['state']): StoredDeletion {
  const removed = { memories: 0, versions: 0, vectors: 0, wordEntries: 0, storedResponses: 0 };
  const unverified = { finishedAt: null, verifiedAt: null, hidingSince: null, unverifiedSince: deletion.startedAt };
  return { ...deletion, state, matched: 0, removed, ...unverified };
}

export const deletionItems = kindOf({
  name: 'deletion_items',
  fields: {
    ...{ accountId: 'account', deletionId: 'text' },
    /** The memory. */
    id: 'text',
    /** Distinguishes the memory from a later one to which an import gave the same id. */
    seq: 'integer',
  },
  key: ['accountId', 'deletionId', 'id'],
  indexes: {},
});
export type DeletionItem = RecordOf<typeof deletionItems>;
