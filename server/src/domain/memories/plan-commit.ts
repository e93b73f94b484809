import { maxVersions } from '../../ports/memory-rows.ts';
import type { CommitResult, FailChange, RemoveChange } from '../../ports/memory-store.ts';
import type { WebhookEvent } from '../events/kinds.ts';
import type { StoredMemory } from './kinds.ts';
import { eventOf, removalEvent } from './memory-events.ts';
import type {
  PatchChange,
  PreparedCommit,
  PreparedCompletion,
  PreparedContent,
  PreparedInsert,
} from './prepare-commit.ts';
import { noLease, notPending, pendingFields, type TextFields } from './stored-memory.ts';

/** The changes of a memory. Absent fields stay as they are. */
export interface MemoryPatch {
  memory: StoredMemory;
  set: Partial<StoredMemory>;
  /** Makes the present content a former version. Versions before `oldestKept` are deleted. */
  replaced?: { at: number; oldestKept: number };
  /** The vectors that replace those of the memory; null deletes them. */
  vectors?: Pick<PreparedCompletion, 'embedderId' | 'vectors' | 'tokens'> | null;
}

/** The additions of one write to the counts that the quota limits. */
export interface Addition {
  /** The effective user that a write adds; null if it adds none. */
  userId: string | null;
  projects: readonly string[];
  /** The memory that the write changes; null if a memory is created. */
  changed: StoredMemory | null;
}

export interface CommitPlan {
  inserts: readonly PreparedInsert[];
  patches: readonly MemoryPatch[];
  /** The memories to delete. The commit is `missing` if one does not exist. */
  removals: readonly RemoveChange[];
  /** One for each write that a quota counts, in the order of the changes. */
  additions: readonly Addition[];
  /** The events that webhooks of the account may subscribe to. */
  events: readonly WebhookEvent[];
}

type Rejection = Extract<CommitResult, { kind: 'missing' | 'stale' | 'lapsed' }>;

/** Returns the ids of the memories that {@link planCommit} reads. */
export function idsToRead({ guards = [], changes }: Pick<PreparedCommit, 'guards' | 'changes'>): string[] {
  const changed = changes.flatMap((change) => {
    if (change.kind === 'insert' || change.kind === 'remove') return [];
    return 'claim' in change ? change.claim.id : change.id;
  });
  return [...new Set([...guards.map(({ id }) => id), ...changed])];
}

/** Plans how a commit alters the memories, or rejects it. It ignores the quota and the Idempotency-Key. */
export function planCommit(
  { guards = [], changes, traceParent = null }: PreparedCommit,
  find: (id: string) => StoredMemory | undefined,
): CommitPlan | Rejection {
  for (const change of changes) {
    if ('claim' in change && !holdsClaim(change, find(change.claim.id))) return { kind: 'lapsed' };
  }
  for (const { id, version, allowsArchived } of guards) {
    const memory = find(id);
    if (!memory) return { kind: 'missing' };
    if (memory.version !== version || (isArchived(memory) && !allowsArchived)) return { kind: 'stale' };
  }
  const inserts: PreparedInsert[] = [];
  const patches: MemoryPatch[] = [];
  const removals: RemoveChange[] = [];
  const additions: Addition[] = [];
  const events: WebhookEvent[] = [];
  for (const change of changes) {
    if (change.kind === 'remove') {
      removals.push(change);
      events.push(removalEvent(change));
    } else if (change.kind === 'insert') {
      inserts.push(change);
      // An archived source has neither a user nor projects.
      const { visibleTo, userId, projects } = change.memory;
      additions.push({ userId: visibleTo === null ? null : userId, projects, changed: null });
    } else {
      const memory = find('claim' in change ? change.claim.id : change.id);
      if (!memory) return { kind: 'missing' };
      if (change.kind === 'requeue' && memory.status !== 'failed') return { kind: 'stale' };
      if (change.kind === 'change') additions.push(additionOf(change, memory));
      patches.push({ memory, ...toPatch(change, memory, traceParent) });
      const event = eventOf(change, memory);
      if (event) events.push(event);
    }
  }
  return { inserts, patches, removals, additions, events };
}

function isArchived({ visibleTo }: StoredMemory): boolean {
  return visibleTo === null;
}

/** Whether the result of a claim may still be written. */
function holdsClaim(change: Extract<PatchChange, { claim: unknown }>, memory: StoredMemory | undefined): boolean {
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
function additionOf({ metadata, text }: PreparedContent, memory: StoredMemory): Addition {
  const comesBack = isArchived(memory) && text !== null;
  return {
    userId: comesBack ? memory.userId : null,
    projects: isArchived(memory) && !comesBack ? [] : (metadata?.projects ?? []),
    changed: memory,
  };
}

type Planned = Omit<MemoryPatch, 'memory'>;

function toPatch(change: PatchChange, memory: StoredMemory, traceParent: string | null): Planned {
  const revision = memory.revision + 1;
  switch (change.kind) {
    case 'change':
      return changed(change, memory, traceParent);
    case 'requeue':
      return { set: { ...pendingFields(memory, change.at), revision, traceParent } };
    case 'complete':
      return completed(change, memory);
    case 'fail':
      return { set: failed(change, memory) };
    case 'store_raw': {
      const { at, fields } = change;
      const raw = { ...pendingFields({ ...memory, infer: false }, at), infer: false, revision };
      return { set: { ...raw, ...fields } };
    }
    case 'archive': {
      const { outcome, extraction } = change;
      const archived = { visibleTo: null, archivedOf: memory.accountId, filterKeys: [], projects: [] };
      const set = { ...archived, ...ready, infer: false, outcome, extraction, revision };
      return { set, vectors: null };
    }
    case 'extract': {
      const { at, text, fields, extraction } = change;
      const fact = { infer: false, messages: null, outcome: 'extracted', extraction } as const;
      return { set: { ...reworded({ ...memory, ...fact }, text, fields, at), ...fact, traceParent }, vectors: null };
    }
  }
}

/** The fields of a memory whose ingest has succeeded. */
const ready = { ...notPending, status: 'ready', failure: null } as const;

/** Returns the fields of a memory that gets another text to ingest. Its vectors become invalid. */
function reworded(memory: StoredMemory, text: string, fields: TextFields, at: number) {
  return { ...pendingFields(memory, at), text, ...fields, entities: [], revision: memory.revision + 1 };
}

function changed(
  { at, by, metadata: given, text, expiresAt }: PreparedContent,
  memory: StoredMemory,
  traceParent: string | null,
): Planned {
  const version = memory.version + 1;
  const replaced = { at, oldestKept: version - maxVersions + 1 };
  const set: Partial<StoredMemory> = { version, updatedAt: at, changedBy: by, ...given };
  if (expiresAt !== undefined) set.expiresAt = expiresAt;
  if (given && isArchived(memory) && text === null) Object.assign(set, { filterKeys: [], projects: [] });
  if (text === null) return { set, replaced };
  const own = { messages: text.messages ?? null, outcome: null, infer: false, extraction: null, sourceMemoryId: null };
  const visible = { visibleTo: memory.accountId, archivedOf: null };
  const origin: Partial<StoredMemory> = text.keepsOrigin ? {} : { ...own, ...visible };
  const words = reworded({ ...memory, ...given, ...origin }, text.text, text.fields, at);
  return { set: { ...set, ...words, ...origin, textChangedAt: at, traceParent }, replaced, vectors: null };
}

function completed(
  { claim, embedderId, vectors: values, tokens, entities }: PreparedCompletion,
  memory: StoredMemory,
): Planned {
  const vectors = { embedderId, vectors: values, tokens };
  if (claim.purpose === 'reembed') return { set: noLease, vectors };
  // The outcome of extraction stays.
  return { set: { ...ready, outcome: memory.outcome ?? 'stored', ...(entities ? { entities } : {}) }, vectors };
}

/** Returns the fields of a memory after a failed attempt. */
function failed({ failure, rejected, retryAt }: FailChange, memory: StoredMemory): Partial<StoredMemory> {
  const rejections = memory.rejections + Number(rejected);
  if (retryAt === null) return { ...notPending, status: 'failed', failedOf: memory.accountId, failure, rejections };
  return { ...noLease, failure, rejections, nextAttemptAt: retryAt, crashCount: null };
}
