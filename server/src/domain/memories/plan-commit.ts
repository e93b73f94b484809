import type { MemoryVersion, TextIndex } from '../../ports/memory.ts';
import type { WebhookEvent } from '../events/kinds.ts';
import type { Addition } from '../usage/write-quota.ts';
import type {
  Commit,
  CommitResult,
  CompleteChange,
  ContentChange,
  FailChange,
  PatchChange,
  RemoveChange,
} from './changes.ts';
import { maxVersions, type StoredMemory } from './kinds.ts';
import {
  archivedFields,
  noLease,
  notPending,
  type PreparedMemory,
  type PresentMemory,
  pendingFields,
  prepareMemory,
  ready,
} from './stored-memory.ts';

/** The changes of a memory. Absent fields stay as they are. */
export interface MemoryPatch {
  memory: PresentMemory;
  set: Partial<StoredMemory>;
  /** Makes the present content a former version. Versions before `oldestKept` are deleted. */
  replaced?: { at: number; oldestKept: number };
  /** The vectors that replace those of the memory; null deletes them. */
  vectors?: Pick<CompleteChange, 'embedderId' | 'vectors' | 'tokens'> | null;
  /** The event that webhooks of the account may subscribe to. */
  event?: WebhookEvent;
}

/** A memory to insert, with its former versions. */
export interface NewMemoryRecord {
  memory: PreparedMemory;
  versions: readonly MemoryVersion[];
}

export interface CommitPlan {
  inserts: NewMemoryRecord[];
  patches: MemoryPatch[];
  /** The memories to delete. The commit is `missing` if one does not exist. */
  removals: RemoveChange[];
  /** One for each write that a quota counts, in the order of the changes. */
  additions: Addition[];
}

type Rejection = Extract<CommitResult, { kind: 'missing' | 'stale' | 'lapsed' }>;

/** Returns the ids of the memories that {@link planCommit} reads. */
export function idsToRead({ guards = [], changes }: Pick<Commit, 'guards' | 'changes'>): string[] {
  const ids = new Set<string>();
  for (const { id } of guards) ids.add(id);
  for (const change of changes) {
    if (change.kind === 'insert' || change.kind === 'remove') continue;
    ids.add('claim' in change ? change.claim.id : change.id);
  }
  return [...ids];
}

/** Plans how a commit alters the memories, or rejects it. It ignores the quota and the Idempotency-Key. */
export function planCommit(
  { guards = [], changes, traceParent = null }: Commit,
  find: (id: string) => PresentMemory | undefined,
): CommitPlan | Rejection {
  for (const change of changes) {
    if ('claim' in change && !holdsClaim(change, find(change.claim.id))) return { kind: 'lapsed' };
  }
  for (const { id, version, allowsArchived } of guards) {
    const memory = find(id);
    if (!memory) return { kind: 'missing' };
    if (memory.version !== version || (isArchived(memory) && !allowsArchived)) return { kind: 'stale' };
  }
  const plan: CommitPlan = { inserts: [], patches: [], removals: [], additions: [] };
  for (const change of changes) {
    if (change.kind === 'remove') plan.removals.push(change);
    else if (change.kind === 'insert') {
      const memory = prepareMemory(change.memory, change.index, change.importKey);
      plan.inserts.push({ memory, versions: change.versions });
      // An archived source has neither a user nor projects.
      const { visibleTo, userId, projects } = memory;
      plan.additions.push({ userId: visibleTo === null ? null : userId, projects, changed: null });
    } else {
      const memory = find('claim' in change ? change.claim.id : change.id);
      if (!memory) return { kind: 'missing' };
      if (change.kind === 'requeue' && memory.status !== 'failed') return { kind: 'stale' };
      if (change.kind === 'change') plan.additions.push(additionOf(change, memory));
      plan.patches.push({ memory, ...toPatch(change, memory, traceParent) });
    }
  }
  return plan;
}

function isArchived({ visibleTo }: PresentMemory): boolean {
  return visibleTo === null;
}

/** Whether the result of a claim may still be written. */
function holdsClaim(change: Extract<PatchChange, { claim: unknown }>, memory: PresentMemory | undefined): boolean {
  const { claim, kind } = change;
  if (memory?.revision !== claim.revision) return false;
  if (claim.purpose === 'reembed') {
    return memory.embedderId !== null && kind === 'complete' && memory.embedderId !== change.embedderId;
  }
  return memory.status === 'pending' && (kind === 'complete' || kind === 'fail' || memory.infer);
}

/**
 * Returns the additions of a write. An archived source has neither a project nor a user until its own text ends the
 * archiving.
 */
function additionOf({ metadata, text }: ContentChange, memory: PresentMemory): Addition {
  const comesBack = isArchived(memory) && text !== null;
  return {
    userId: comesBack ? memory.userId : null,
    projects: isArchived(memory) && !comesBack ? [] : (metadata?.index.projects ?? []),
    changed: memory,
  };
}

type Planned = Omit<MemoryPatch, 'memory'>;

function toPatch(change: PatchChange, memory: PresentMemory, traceParent: string | null): Planned {
  const revision = memory.revision + 1;
  switch (change.kind) {
    case 'change':
      return changed(change, memory, traceParent);
    case 'requeue':
      return { set: { ...pendingFields(memory, change.at), revision, traceParent } };
    case 'complete':
      return completed(change, memory);
    case 'fail':
      return failed(change, memory);
    case 'store_raw': {
      const { at, metadata, index } = change;
      const raw = { ...pendingFields({ ...memory, infer: false }, at), infer: false, revision };
      return { set: { ...raw, metadata, ...index } };
    }
    case 'archive': {
      const { outcome, extraction } = change;
      const set = { ...archivedFields(memory.accountId), ...ready, infer: false, outcome, extraction, revision };
      return { set, vectors: null, event: endEvent('memory.ready', memory, { outcome }) };
    }
    case 'extract': {
      const { at, text, index, extraction } = change;
      const fact = { infer: false, messages: null, outcome: 'extracted', extraction } as const;
      return { set: { ...reworded({ ...memory, ...fact }, text, index, at), ...fact, traceParent }, vectors: null };
    }
  }
}

/** Returns the fields of a memory that gets another text to ingest. Its vectors become invalid. */
function reworded(memory: PresentMemory, text: string, index: TextIndex, at: number) {
  return { ...pendingFields(memory, at), text, ...index, entities: [], revision: memory.revision + 1 };
}

function changed(
  { at, by, metadata: given, text, expiresAt }: ContentChange,
  memory: PresentMemory,
  traceParent: string | null,
): Planned {
  const { id: memoryId } = memory;
  const version = memory.version + 1;
  const revision = memory.revision + Number(text !== null);
  const planned = {
    replaced: { at, oldestKept: version - maxVersions + 1 },
    event: { type: 'memory.updated', memoryId, version, detail: {}, order: orderOf({ version, revision }) } as const,
  };
  const metadata = given && { metadata: given.metadata, ...given.index };
  const set: Partial<StoredMemory> = { version, updatedAt: at, changedBy: by, ...metadata };
  if (expiresAt !== undefined) set.expiresAt = expiresAt;
  if (given && isArchived(memory) && text === null) Object.assign(set, { filterKeys: [], projects: [] });
  if (text === null) return { ...planned, set };
  const own = { messages: text.messages ?? null, outcome: null, infer: false, extraction: null, sourceMemoryId: null };
  const visible = { visibleTo: memory.accountId, archivedOf: null };
  const origin: Partial<StoredMemory> = text.keepsOrigin ? {} : { ...own, ...visible };
  const words = reworded({ ...memory, ...metadata, ...origin }, text.text, text.index, at);
  return { ...planned, set: { ...set, ...words, ...origin, textChangedAt: at, traceParent }, vectors: null };
}

function completed(
  { claim, embedderId, vectors: values, tokens, entities }: CompleteChange,
  memory: PresentMemory,
): Planned {
  const vectors = { embedderId, vectors: values, tokens };
  if (claim.purpose === 'reembed') return { set: noLease, vectors };
  // The outcome of extraction stays.
  const outcome = memory.outcome ?? 'stored';
  const set = { ...ready, outcome, ...(entities ? { entities } : {}) };
  return { set, vectors, event: endEvent('memory.ready', memory, { outcome }) };
}

function failed({ failure, rejected, retryAt }: FailChange, memory: PresentMemory): Planned {
  const rejections = memory.rejections + Number(rejected);
  if (retryAt !== null) return { set: { ...noLease, failure, rejections, nextAttemptAt: retryAt, crashCount: null } };
  const event = endEvent('memory.failed', memory, { failure_code: failure.code });
  return { set: { ...notPending, status: 'failed', failedOf: memory.accountId, failure, rejections }, event };
}

/** Far more revisions than a version of a memory has. */
const revisionsOfVersion = 2 ** 20;

/** The version and the revision of a memory never decrease. */
function orderOf({ version, revision }: Pick<StoredMemory, 'version' | 'revision'>): number {
  return (version * revisionsOfVersion + revision) * 2;
}

/** Ingest ends after the update that began it, with the version and revision of that update. */
function endEvent(type: WebhookEvent['type'], memory: PresentMemory, detail: WebhookEvent['detail']): WebhookEvent {
  return { type, memoryId: memory.id, version: memory.version, detail, order: orderOf(memory) + 1 };
}

export function removalEvent({ id, expired }: Pick<RemoveChange, 'id' | 'expired'>): WebhookEvent {
  const type = expired ? 'memory.expired' : 'memory.deleted';
  return { type, memoryId: id, version: null, detail: {}, order: Number.MAX_SAFE_INTEGER };
}
