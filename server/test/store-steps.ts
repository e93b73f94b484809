import {
  type Commit,
  type CommitResult,
  type FailedAttempt,
  type NewVectors,
  type PatchChange,
  toArchive,
  toCompletion,
  toContentChange,
  toExtract,
  toFail,
  toRequeue,
  toStoreRaw,
  type VersionGuard,
} from '../src/domain/memories/changes.ts';
import type { Claim, IngestClaimOptions } from '../src/domain/memories/claim.ts';
import { toInsert } from '../src/domain/memories/create-memory.ts';
import type { MemoryStore } from '../src/domain/memories/memory-store.ts';
import type { IdempotencyRecord, WriteQuota } from '../src/domain/usage/kinds.ts';
import { quantize } from '../src/lib/quantize.ts';
import {
  type Actor,
  type Entity,
  type Extraction,
  type Memory,
  type MemoryIndex,
  type Metadata,
  type MetadataIndex,
  type TextIndex,
  workerActor,
} from '../src/ports/memory.ts';
import { makeMemory } from './make-memory.ts';

/** Steps of tests that write to a store. Each is one commit, unless it takes a list: then each of the list is one. */

type Rows = Pick<MemoryStore, 'commit' | 'get'>;

export const unlimited: WriteQuota = {
  month: Date.UTC(2026, 10),
  memoryWrites: null,
  endUsers: null,
  projects: null,
};

/** A memory as the store has it. If it has none, the commit of its change is rejected. */
async function current(store: Rows, accountId: string, id: string): Promise<Memory> {
  return (await store.get(accountId, id)) ?? makeMemory('gone', { accountId, id });
}

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
  const changes = [toInsert(memory, index)];
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

export async function changeMemory(
  store: Rows,
  { accountId, id, expectedVersion, at, by = workerActor, metadata, index, text }: ContentUpdate,
  quota = unlimited,
  idempotencyRecord?: IdempotencyRecord,
  traceParent: string | null = null,
): Promise<CommitResult> {
  const memory = { ...(await current(store, accountId, id)), version: expectedVersion };
  const content = { at, by, metadata: { metadata, ...index }, text: text ?? undefined };
  return commitOne(store, {
    accountId,
    guards: [{ id, version: expectedVersion }],
    changes: [toContentChange(memory, content)],
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

export async function requeueMemory(
  store: Rows,
  accountId: string,
  id: string,
  at: number,
  idempotencyRecord?: IdempotencyRecord,
  traceParent: string | null = null,
): Promise<CommitResult> {
  const changes = [toRequeue(await current(store, accountId, id), at)];
  return commitOne(store, { accountId, changes, idempotencyRecord, traceParent });
}

export interface CompletedClaim extends Pick<NewVectors, 'embedderId' | 'tokens'> {
  claim: Claim;
  vectors: Float32Array[];
  entities: Entity[] | null;
}

/** Resolves to the ids whose result was kept. */
export async function completeClaims(store: Rows, results: readonly CompletedClaim[]): Promise<string[]> {
  const changes = results.map(({ claim, vectors, entities, ...result }) =>
    toCompletion(claim, { ...result, vectors: vectors.map(quantize) }, entities ?? []),
  );
  return endClaims(store, results, changes);
}

/** Resolves to the ids whose failure was recorded. */
export function failClaims(store: Rows, claims: readonly Claim[], failed: FailedAttempt): Promise<string[]> {
  const ended = claims.map((claim) => ({ claim }));
  return endClaims(
    store,
    ended,
    claims.map((claim) => toFail(claim, failed)),
  );
}

async function endClaims(store: Rows, ended: readonly { claim: Claim }[], changes: readonly PatchChange[]) {
  const results = await store.commit(
    ended.map(({ claim: { accountId } }, at) => ({ accountId, changes: changes.slice(at, at + 1) })),
  );
  return ended.filter((_, at) => results[at]?.kind === 'written').map(({ claim }) => claim.id);
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
  | ({ kind: 'archive'; completed: readonly CompletedFact[] } & Parameters<typeof toArchive>[1])
  | {
      kind: 'extract';
      text: string;
      index: TextIndex;
      extraction: Extraction;
      added: readonly { memory: Memory; index: MemoryIndex }[];
      completed: readonly CompletedFact[];
    }
);

function endOfExtraction({ claim, at, ...result }: Extracted): PatchChange {
  if (result.kind === 'archive') return toArchive(claim, result);
  if (result.kind === 'store_raw') return toStoreRaw(claim, at, { metadata: result.metadata, ...result.index });
  return toExtract(claim, at, { text: result.text, ...result.index }, result.extraction);
}

/** Resolves to the kind of the result. */
export async function commitExtraction(store: Rows, extracted: Extracted): Promise<CommitResult['kind']> {
  const { guards, claim, at } = extracted;
  const added = 'added' in extracted ? extracted.added : [];
  const facts = 'completed' in extracted ? extracted.completed : [];
  const completed = facts.map(async ({ id, text, index, expectedVersion: version }) => {
    const memory = { ...(await current(store, claim.accountId, id)), version };
    return toContentChange(memory, { at, by: workerActor, text: { text, ...index }, keepsOrigin: true });
  });
  const changes = [
    endOfExtraction(extracted),
    ...added.map(({ memory, index }) => toInsert(memory, index)),
    ...(await Promise.all(completed)),
  ];
  const versions = facts.map(({ id, expectedVersion: version }) => ({ id, version }));
  const { kind } = await commitOne(store, {
    ...{ accountId: claim.accountId, guards: [...guards, ...versions], changes, traceParent: claim.traceParent },
  });
  return kind;
}

/** Claims all memories that are due for ingest. */
export function claimAll(
  store: Pick<MemoryStore, 'claim'>,
  options: Partial<IngestClaimOptions> = {},
): Promise<Claim[]> {
  const limits = { limit: 10_000, extractions: 100, characters: 1e9, leaseMs: 600_000, quarantineAfter: 3 };
  return store.claim({ purpose: 'ingest', ...limits, now: Date.now(), quarantined: false, ...options });
}

/** Completes all memories that are due, each with one vector. */
export async function finishAll(
  store: Pick<MemoryStore, 'claim'> & Rows,
  { embedderId, vector, now = Date.now() }: { embedderId: string; vector: Float32Array; now?: number },
): Promise<void> {
  const claims = await claimAll(store, { now });
  const results = claims.map((claim) => ({ claim, embedderId, vectors: [vector], entities: [] }));
  await completeClaims(store, results);
}

/** A search that names nothing. */
export const emptyQuery = {
  ...{ words: [], identifiers: [], entities: [], vector: null, times: [], timesAreAll: false, limit: 10 },
};
