import type { QuantizedVector } from '../../lib/quantize.ts';
import type {
  Actor,
  Entity,
  Extraction,
  Failure,
  Memory,
  MemoryOutcome,
  MemoryVersion,
  Message,
  Metadata,
  MetadataIndex,
  TextIndex,
} from '../../ports/memory.ts';
import type { WebhookEvent } from '../events/kinds.ts';
import type { IdempotencyRecord, StoredResponse, WriteQuota } from '../usage/kinds.ts';
import type { OverLimit } from '../usage/write-quota.ts';
import { type Claim, type ClaimKey, toKey } from './claim.ts';
import type { NewDeletion } from './deletion-kinds.ts';
import type { StoredMemory } from './kinds.ts';
import { archivedFields, noLease, notPending, type PreparedMemory, pendingFields, ready } from './stored-memory.ts';

/** Inserts a memory. A commit is `stale` if a row of the account already has the id or import key of an import. */
export interface InsertChange {
  kind: 'insert';
  memory: PreparedMemory;
  versions: readonly MemoryVersion[];
}

export interface NewVectors {
  embedderId: string;
  /** Empty if the embedder cannot embed the text. Only keyword search then finds it. */
  vectors: QuantizedVector[];
  /** The vectors of the text's tokens (see {@link TokenSpace}). Absent if the embedder has none. */
  tokens?: Int8Array | undefined;
}

/** Changes a memory. The fields come from the memory or claim that the caller has read, so a guard or claim protects it. */
export interface PatchChange {
  /** Names the change in metrics. */
  kind: 'change' | 'requeue' | 'complete' | 'fail' | 'store_raw' | 'archive' | 'extract';
  id: string;
  /** The claim that the change ends. It is written only while the claim is valid. */
  claim?: ClaimKey;
  /** Absent fields stay as they are. With a new version, the present content becomes a former one. */
  set: Partial<StoredMemory>;
  /** The vectors that replace those of the memory; null deletes them. */
  vectors?: NewVectors | null;
  /** The event that webhooks of the account may subscribe to. */
  event?: Pick<WebhookEvent, 'type' | 'detail'>;
}

/** Removes the memory, its versions, its indexes, and the bodies of stored responses that contain its text. */
export interface RemoveChange {
  kind: 'remove';
  id: string;
  /** The user whose scope must contain the memory; otherwise it is `missing`. @default any user */
  userId?: string | undefined;
  /** Removes an expired memory, which no other change finds. All removals of a commit have it, or none. */
  expired?: true;
}

export type Change = InsertChange | PatchChange | RemoveChange;

export interface VersionGuard {
  id: string;
  version: number;
  /** Another revision has another text, or has been archived. @default any */
  revision?: number;
}

/** Changes to the memories of an account, written together or not at all. Each memory is changed at most once. */
export interface Commit {
  accountId: string;
  guards?: readonly VersionGuard[] | undefined;
  changes: readonly Change[];
  /** Nothing is written if one of the keys was used before and its response has not expired. */
  idempotencyRecord?: IdempotencyRecord | undefined;
  /** Counts each change as one write of the month. A commit with a quota has only inserts, or a single change. */
  quota?: WriteQuota | undefined;
  /** The deletion of the removals. It is created if it is missing, counts them, and ends with each commit. */
  deletion?: NewDeletion | undefined;
  /** The trace of the memories that become pending, stored for the worker that claims them (see `ports/tracer.ts`). */
  traceParent?: string | null | undefined;
}

export type CommitResult =
  | { kind: 'written' }
  | { kind: 'replayed'; response: StoredResponse }
  | { kind: 'missing' }
  /** A memory differs from what a guard expects, or an imported memory already exists: read it again. */
  | { kind: 'stale' }
  /** A claim has ended: the text changed, the memory is gone, or the work is done. */
  | { kind: 'lapsed' }
  /** The quota rejects some changes, and nothing was written. Without these, it may reject others. */
  | OverLimit;

type NewText = TextIndex & { text: string; messages?: Message[] | null };

interface NewContent {
  at: number;
  by: Actor;
  metadata?: MetadataIndex & { metadata: Metadata };
  text?: NewText | undefined;
  /** null removes the expiry. @default it stays as it is */
  expiresAt?: number | null | undefined;
  /** Whether the memory is still the fact that extraction created from another text. */
  keepsOrigin?: boolean;
}

/** Replaces text or metadata. A new text is ingested again, and restores an archived source unless it keeps its origin. */
export function toContentChange(memory: Memory, { at, by, metadata, text, expiresAt, keepsOrigin }: NewContent) {
  const { id, accountId, isArchived } = memory;
  const set: Partial<StoredMemory> = { version: memory.version + 1, updatedAt: at, changedBy: by, ...metadata };
  if (expiresAt !== undefined) set.expiresAt = expiresAt;
  const change = { kind: 'change', id, event: { type: 'memory.updated', detail: {} } } as const;
  if (!text) return { ...change, set: isArchived && metadata ? { ...set, filterKeys: [], projects: [] } : set };
  const own = { messages: null, outcome: null, infer: false, extraction: null, sourceMemoryId: null };
  const origin = keepsOrigin ? {} : { ...own, visibleTo: accountId, archivedOf: null };
  const words = reworded({ ...memory, ...origin }, text, at);
  return { ...change, set: { ...set, ...origin, ...words, textChangedAt: at }, vectors: null };
}

/** Returns the fields of a memory that gets another text to ingest. Its vectors become invalid. */
function reworded(memory: Pick<Memory, 'accountId' | 'infer' | 'revision'>, text: NewText, at: number) {
  return { ...pendingFields(memory, at), ...text, entities: [], revision: memory.revision + 1 };
}

/** Ingests a failed memory again. Its count of attempts starts from zero. */
export function toRequeue(memory: Memory, at: number) {
  const set = { ...pendingFields(memory, at), revision: memory.revision + 1 };
  return { kind: 'requeue', id: memory.id, set } as const;
}

/** Makes a memory ready that was claimed for ingest, or replaces the vectors of one that was claimed for re-embedding. */
export function toCompletion(claim: Claim, vectors: NewVectors, entities: Entity[] = []): PatchChange {
  const change = { kind: 'complete', id: claim.id, claim: toKey(claim), vectors } as const;
  if (claim.purpose === 'reembed') return { ...change, set: noLease };
  // The outcome of extraction stays.
  const outcome = claim.outcome ?? 'stored';
  return { ...change, set: { ...ready, outcome, entities }, event: { type: 'memory.ready', detail: { outcome } } };
}

export interface FailedAttempt {
  failure: Failure;
  /** Whether the memory itself was the reason. Only such attempts count towards failure. */
  rejected: boolean;
  /** null if the memory has failed. */
  retryAt: number | null;
}

export function toFail(claim: Claim, { failure, rejected, retryAt: nextAttemptAt }: FailedAttempt): PatchChange {
  const { id, accountId } = claim;
  const change = { kind: 'fail', id, claim: toKey(claim) } as const;
  const rejections = claim.rejections + Number(rejected);
  if (nextAttemptAt !== null) {
    return { ...change, set: { ...noLease, failure, rejections, nextAttemptAt, crashCount: null } };
  }
  const set = { ...notPending, status: 'failed', failedOf: accountId, failure, rejections } as const;
  return { ...change, set, event: { type: 'memory.failed', detail: { failure_code: failure.code } } };
}

/** Keeps the text unchanged. Its metadata contain the reason why no facts were extracted. */
export function toStoreRaw(claim: Claim, at: number, metadata: MetadataIndex & { metadata: Metadata }): PatchChange {
  return extracted('store_raw', claim, { ...pendingFields({ ...claim, infer: false }, at), ...metadata });
}

/** Turns a memory without its own fact into an archived source, which is ready. */
export function toArchive(
  claim: Claim,
  { outcome, extraction }: { outcome: Exclude<MemoryOutcome, 'stored'>; extraction: Extraction },
): PatchChange {
  const change = extracted('archive', claim, { ...archivedFields(claim.accountId), ...ready, outcome, extraction });
  return { ...change, vectors: null, event: { type: 'memory.ready', detail: { outcome } } };
}

/** Replaces the text of a claim by its first fact. */
export function toExtract(claim: Claim, at: number, text: NewText, extraction: Extraction): PatchChange {
  const fact = { messages: null, outcome: 'extracted', extraction } as const;
  const change = extracted('extract', claim, { ...reworded({ ...claim, infer: false }, text, at), ...fact });
  return { ...change, vectors: null };
}

function extracted(kind: PatchChange['kind'], claim: Claim, set: PatchChange['set']): PatchChange {
  return { kind, id: claim.id, claim: toKey(claim), set: { ...set, infer: false, revision: claim.revision + 1 } };
}
