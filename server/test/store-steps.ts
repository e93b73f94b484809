import type {
  ArchiveChange,
  Change,
  Commit,
  CommitResult,
  CompleteChange,
  ExtractChange,
  FailChange,
  VersionGuard,
} from '../src/domain/memories/changes.ts';
import type { Claim } from '../src/domain/memories/claim.ts';
import { toInsert } from '../src/domain/memories/create-memory.ts';
import type { MemoryStore } from '../src/domain/memories/memory-store.ts';
import type { IdempotencyRecord, WriteQuota } from '../src/domain/usage/kinds.ts';
import { quantize } from '../src/lib/quantize.ts';
import {
  type Actor,
  type Memory,
  type MemoryIndex,
  type Metadata,
  type MetadataIndex,
  type TextIndex,
  workerActor,
} from '../src/ports/memory.ts';

/** Steps of tests that write to a store. Each is one commit, unless it takes a list: then each of the list is one. */

type Rows = Pick<MemoryStore, 'commit'>;

export const unlimited: WriteQuota = {
  month: Date.UTC(2026, 10),
  memoryWrites: null,
  endUsers: null,
  projects: null,
};

async function commitOne(store: Rows, commit: Commit): Promise<CommitResult> {
  const [result] = await store.commit([commit]);
  return result as CommitResult;
}

export function insertMemory(
  store: Rows,
  memory: Memory,
  index: MemoryIndex,
  quota = unlimited,
  idempotencyRecord?: IdempotencyRecord,
  traceParent: string | null = null,
): Promise<CommitResult> {
  const changes: Change[] = [toInsert(memory, index)];
  return commitOne(store, { accountId: memory.accountId, changes, quota, idempotencyRecord, traceParent });
}

export interface ContentUpdate {
  accountId: string;
  id: string;
  expectedVersion: number;
  at: number;
  by?: Actor | undefined;
  metadata: Metadata;
  index: MetadataIndex;
  text: (TextIndex & { text: string }) | null;
}

export function changeMemory(
  store: Rows,
  { accountId, id, expectedVersion, at, by = workerActor, metadata, index, text: given }: ContentUpdate,
  quota = unlimited,
  idempotencyRecord?: IdempotencyRecord,
  traceParent: string | null = null,
): Promise<CommitResult> {
  const { text, ...textIndex } = given ?? { text: '' };
  const newText = given && { text, index: textIndex as TextIndex, keepsOrigin: false };
  return commitOne(store, {
    accountId,
    guards: [{ id, version: expectedVersion, allowsArchived: true }],
    changes: [{ kind: 'change', id, at, by, metadata: { metadata, index }, text: newText }],
    ...{ quota, idempotencyRecord, traceParent },
  });
}

export function removeMemory(
  store: Rows,
  accountId: string,
  id: string,
  idempotencyRecord?: IdempotencyRecord,
): Promise<CommitResult> {
  return commitOne(store, { accountId, changes: [{ kind: 'remove', id }], idempotencyRecord });
}

export function requeueMemory(
  store: Rows,
  accountId: string,
  id: string,
  at: number,
  idempotencyRecord?: IdempotencyRecord,
  traceParent: string | null = null,
): Promise<CommitResult> {
  return commitOne(store, { accountId, changes: [{ kind: 'requeue', id, at }], idempotencyRecord, traceParent });
}

export interface CompletedClaim extends Pick<CompleteChange, 'embedderId' | 'tokens' | 'entities'> {
  claim: Claim;
  vectors: Float32Array[];
}

/** Resolves to the ids whose result was kept. */
export async function completeClaims(store: Rows, results: readonly CompletedClaim[]): Promise<string[]> {
  return endClaims(
    store,
    results.map(({ vectors, ...result }) => ({ kind: 'complete', ...result, vectors: vectors.map(quantize) })),
  );
}

/** Resolves to the ids whose failure was recorded. */
export async function failClaims(store: Rows, failures: readonly Omit<FailChange, 'kind'>[]): Promise<string[]> {
  return endClaims(
    store,
    failures.map((failure) => ({ kind: 'fail', ...failure })),
  );
}

async function endClaims(store: Rows, changes: readonly (CompleteChange | FailChange)[]): Promise<string[]> {
  const results = await store.commit(
    changes.map((change) => ({ accountId: change.claim.accountId, changes: [change] })),
  );
  return changes.filter((_, at) => results[at]?.kind === 'written').map(({ claim }) => claim.id);
}

/** A fact that replaces the text of another memory. */
export interface CompletedFact {
  id: string;
  expectedVersion: number;
  text: string;
  index: TextIndex;
}

/** What extraction made of a claimed memory, with the memories that it relies on, added and completed. */
export type Extracted = { claim: Claim; at: number; guards: readonly VersionGuard[] } & (
  | { kind: 'store_raw'; metadata: Metadata; index: MetadataIndex }
  | (Pick<ArchiveChange, 'kind' | 'outcome' | 'extraction'> & { completed: readonly CompletedFact[] })
  | (Pick<ExtractChange, 'kind' | 'text' | 'index' | 'extraction'> & {
      added: readonly { memory: Memory; index: MemoryIndex }[];
      completed: readonly CompletedFact[];
    })
);

/** Resolves to the kind of the result. */
export async function commitExtraction(store: Rows, extracted: Extracted): Promise<CommitResult['kind']> {
  const { guards, claim, at, ...result } = extracted;
  const added = 'added' in result ? result.added : [];
  const completed = 'completed' in result ? result.completed : [];
  const changes: Change[] = [
    { ...result, claim, at } as Change,
    ...added.map(({ memory, index }): Change => toInsert(memory, index)),
    ...completed.map(
      ({ id, text, index }): Change => ({
        ...{ kind: 'change', id, at, by: workerActor, metadata: null },
        text: { text, index, keepsOrigin: true },
      }),
    ),
  ];
  const versions = completed.map(({ id, expectedVersion: version }) => ({ id, version }));
  const { kind } = await commitOne(store, {
    ...{ accountId: claim.accountId, guards: [...guards, ...versions], changes, traceParent: claim.traceParent },
  });
  return kind;
}
