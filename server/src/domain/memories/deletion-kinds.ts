import type { Deletion, NamingParameter, NewDeletion, RemovedCounts } from '../../ports/memory-deletions.ts';
import { kind } from '../../ports/record-store.ts';

/** A deletion with its receipt. */
export interface StoredDeletion extends Omit<Deletion, 'removed' | 'codes'> {
  removed: { readonly [Name in keyof RemovedCounts]: number };
  userCode: string | null;
  agentCode: string | null;
  runCode: string | null;
  /** The start while the deletion is not verified; null afterwards. */
  unverifiedSince: number | null;
}

export const deletions = kind<StoredDeletion>()({
  name: 'deletions',
  fields: {
    accountId: 'account',
    id: 'text',
    kind: 'text',
    state: 'text',
    parameters: 'json',
    userCode: 'text',
    agentCode: 'text',
    runCode: 'text',
    secret: 'text',
    actor: 'json',
    matched: 'integer',
    removed: 'counts',
    startedAt: 'integer',
    finishedAt: 'integer',
    verifiedAt: 'integer',
    unverifiedSince: 'integer',
  },
  key: ['accountId', 'id'],
  indexes: {
    start: { on: ['accountId', 'startedAt', 'id'] },
    kind: { on: ['accountId', 'kind', 'startedAt', 'id'], covers: ['userCode', 'agentCode', 'runCode'] },
    secret: { on: ['accountId', 'secret'], where: 'secret' },
    unverified: { on: ['unverifiedSince', 'accountId', 'id'], where: 'unverifiedSince' },
    verified: { on: ['startedAt', 'accountId', 'id'], where: 'verifiedAt' },
  },
  // They contain the names of users until a scan has found no traces of the deletion.
  erases: ['parameters'],
});

const codeFields = { user_id: 'userCode', agent_id: 'agentCode', run_id: 'runCode' } as const;

const nothing: RemovedCounts = { memories: 0, versions: 0, vectors: 0, wordEntries: 0, storedResponses: 0 };

/** Returns the record of a deletion that has not removed anything yet. */
export function newStoredDeletion(
  { codes: { user_id, agent_id, run_id }, ...deletion }: NewDeletion,
  state: StoredDeletion['state'],
): StoredDeletion {
  return {
    ...{ ...deletion, state, matched: 0, removed: nothing, finishedAt: null, verifiedAt: null },
    ...{ userCode: user_id ?? null, agentCode: agent_id ?? null, runCode: run_id ?? null },
    unverifiedSince: deletion.startedAt,
  };
}

export function toDeletion({
  unverifiedSince: _,
  userCode,
  agentCode,
  runCode,
  ...deletion
}: StoredDeletion): Deletion {
  const codes = { user_id: userCode, agent_id: agentCode, run_id: runCode };
  return { ...deletion, codes: Object.fromEntries(Object.entries(codes).filter(([, code]) => code !== null)) };
}

/** Builds a filter for deletions with one of the codes of each parameter. */
export function codesFilter(codes: Partial<Record<NamingParameter, readonly string[]>>) {
  const given = Object.entries(codes) as [NamingParameter, readonly string[]][];
  return Object.fromEntries(given.map(([name, alternatives]) => [codeFields[name], { any: alternatives }]));
}

/** A memory of a deletion that is not verified yet. */
export interface DeletionItem {
  accountId: string;
  deletionId: string;
  /** The memory. */
  id: string;
  /** Distinguishes the memory from a later one to which an import gave the same id. */
  seq: number;
}

export const deletionItems = kind<DeletionItem>()({
  name: 'deletion_items',
  fields: { accountId: 'account', deletionId: 'text', id: 'text', seq: 'integer' },
  key: ['accountId', 'deletionId', 'id'],
  indexes: {},
});
