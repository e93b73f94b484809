import { effectiveUserOf } from '../../ports/memory.ts';
import { maxVersions } from '../../ports/memory-rows.ts';
import type {
  Change,
  ClaimChange,
  Commit,
  CommitResult,
  CompleteChange,
  ContentChange,
  FailChange,
  InsertChange,
  Memory,
  MetadataIndex,
  RemoveChange,
  TextIndex,
} from '../../ports/memory-store.ts';
import type { WebhookEvent } from '../../ports/webhooks.ts';
import { eventOf, removalEvent } from './memory-events.ts';
import type { StoredUser } from './stored-user.ts';
import { toList } from './to-list.ts';

type StoredFields = 'id' | 'version' | 'revision' | 'status' | 'outcome' | 'infer' | 'isArchived';

/** The columns that a store reads before it changes a memory. */
export interface StoredMemory extends Pick<Memory, StoredFields>, StoredUser {
  /** The stemmed words of the text in order, separated by blanks. Any text is accepted unless {@link needsWords}. */
  words: string;
  /** The identifiers of the text, separated by blanks. The same applies to them. */
  identifiers: string;
  /** The stemmed words of the metadata, separated by blanks. */
  tagWords: string;
  /** The embedder that processed the present text; null unless ready. */
  embedderId: string | null;
}

type ChangedFields =
  | Exclude<StoredFields, 'id'>
  | 'text'
  | 'messages'
  | 'metadata'
  | 'failure'
  | 'extraction'
  | 'sourceMemoryId'
  | 'entities'
  | 'changedBy'
  | 'updatedAt'
  | 'expiresAt'
  | 'attempts'
  | 'nextAttemptAt';

/** The columns that changes set. */
export interface MemoryColumns extends Pick<Memory, ChangedFields> {
  textIndex: TextIndex;
  tagWords: readonly string[];
  /** The filter keys; empty for an archived source, like `projects` and `terms`. */
  filterKeys: readonly string[];
  projects: readonly string[];
  /** All words and identifiers that find the memory. */
  terms: readonly string[];
  textChangedAt: number;
  rejections: number;
  crashCount: number;
  /** Always false, because a change ends the lease of any worker. */
  isLeased: false;
  pendingSince: number;
  traceParent: string | null;
}

/** The changes to the row of a memory. Absent columns stay as they are. */
export interface RowPatch<Vector = Float32Array> {
  set: Partial<MemoryColumns>;
  /** The version of the row becomes a former one. */
  replaced?: { at: number; oldestKept: number };
  /** The number to add to the counter of rejections. */
  rejections?: number;
  /** The vectors that replace those of the memory; null deletes them. */
  vectors?: { embedderId: string; values: readonly Vector[]; tokens?: Int8Array | undefined } | null;
}

/** The additions of one write to the counts that the quota limits. */
export interface Additions<Row> {
  /** The effective user that a write adds; null if it adds none. */
  userId: string | null;
  projects: readonly string[];
  /** The row that the write changes; null if a memory is created. */
  changed: Row | null;
}

export interface CommitPlan<Row, Vector = Float32Array, Insert = InsertChange> {
  inserts: readonly Insert[];
  patches: readonly { row: Row; patch: RowPatch<Vector> }[];
  /** The memories to delete. The commit is `missing` if one does not exist. */
  removals: readonly RemoveChange[];
  /** One for each write that a quota counts, in the order of the changes. */
  additions: readonly Additions<Row>[];
  /** The events that webhooks of the account may subscribe to. */
  events: readonly WebhookEvent[];
}

/** A commit whose vectors have the format of a store. */
export type CommitOf<Vector, Insert = InsertChange> = Omit<Commit, 'changes'> & {
  changes: readonly Change<Vector, Insert>[];
};

/** The parts of a new memory that a plan depends on. A store may have its own format for the others. */
export interface InsertOutline extends Pick<InsertChange, 'kind'> {
  memory: Pick<InsertChange['memory'], 'userId' | 'endUserId' | 'isArchived'>;
  index: Pick<InsertChange['index'], 'projects'>;
}

type Rejection = Extract<CommitResult, { kind: 'missing' | 'stale' | 'lapsed' }>;

/** Returns the ids of the memories that {@link planCommit} reads. */
export function idsToRead<Vector>({ guards = [], changes }: CommitOf<Vector, InsertOutline>): string[] {
  const changed = changes.flatMap((change) => {
    if (change.kind === 'insert' || change.kind === 'remove') return [];
    return 'claim' in change ? change.claim.id : change.id;
  });
  return [...new Set([...guards.map(({ id }) => id), ...changed])];
}

/** Whether {@link planCommit} needs the words of the memories. */
export function needsWords<Vector>({ changes }: CommitOf<Vector, InsertOutline>): boolean {
  return changes.some((change) => change.kind === 'store_raw' || (change.kind === 'change' && change.text === null));
}

/** Plans how a commit alters the rows of a store, or rejects it. It ignores the quota and the Idempotency-Key. */
export function planCommit<Row extends StoredMemory, Vector, Insert extends InsertOutline = InsertChange>(
  commit: CommitOf<Vector, Insert>,
  read: (id: string) => Row | undefined,
): CommitPlan<Row, Vector, Insert> | Rejection {
  const { guards = [], changes, deletion, traceParent = null } = commit;
  // A guard or claim and its change need the same row. It is read once, because a read may be a query.
  const rows = new Map(idsToRead(commit).map((id) => [id, read(id)]));
  const find = (id: string) => rows.get(id);
  for (const change of changes) {
    if ('claim' in change && !holdsClaim(change, find(change.claim.id))) return { kind: 'lapsed' };
  }
  for (const { id, version, allowsArchived } of guards) {
    const row = find(id);
    if (!row) return { kind: 'missing' };
    if (row.version !== version || (row.isArchived && !allowsArchived)) return { kind: 'stale' };
  }
  const inserts: Insert[] = [];
  const patches: { row: Row; patch: RowPatch<Vector> }[] = [];
  const removals: RemoveChange[] = [];
  const additions: Additions<Row>[] = [];
  const events: WebhookEvent[] = [];
  for (const change of changes) {
    if (change.kind === 'remove') {
      removals.push(change);
      events.push(removalEvent(change, deletion));
    } else if (change.kind === 'insert') {
      inserts.push(change);
      // An archived source has neither a user nor projects.
      const { memory, index } = change;
      const counted = memory.isArchived
        ? { userId: null, projects: [] }
        : { userId: effectiveUserOf(memory), projects: index.projects };
      additions.push({ ...counted, changed: null });
    } else {
      const row = find('claim' in change ? change.claim.id : change.id);
      if (!row) return { kind: 'missing' };
      if (change.kind === 'requeue' && row.status !== 'failed') return { kind: 'stale' };
      if (change.kind === 'change') additions.push(additionsOf(change, row));
      patches.push({ row, patch: toPatch(change, row, traceParent) });
      const event = eventOf(change, row);
      if (event) events.push(event);
    }
  }
  return { inserts, patches, removals, additions, events };
}

/** Whether the result of a claim may still be written. */
function holdsClaim<Vector>(change: ClaimChange<Vector>, row: StoredMemory | undefined): boolean {
  const { claim, kind } = change;
  if (row?.revision !== claim.revision) return false;
  if (claim.purpose === 'reembed') {
    return row.embedderId !== null && kind === 'complete' && row.embedderId !== change.embedderId;
  }
  return row.status === 'pending' && (kind === 'complete' || kind === 'fail' || row.infer);
}

/**
 * Returns the additions of a write. An archived source has neither a project nor a user until its own text ends the
 * archiving.
 */
function additionsOf<Row extends StoredMemory>({ metadata, text }: ContentChange, row: Row): Additions<Row> {
  const comesBack = row.isArchived && text !== null;
  return {
    userId: comesBack ? row.userId : null,
    projects: row.isArchived && !comesBack ? [] : (metadata?.index.projects ?? []),
    changed: row,
  };
}

function toPatch<Vector>(
  change: Exclude<Change<Vector>, { kind: 'insert' | 'remove' }>,
  row: StoredMemory,
  traceParent: string | null,
): RowPatch<Vector> {
  switch (change.kind) {
    case 'change':
      return changed(change, row, traceParent);
    case 'requeue':
      return { set: { ...restarted(change.at), revision: row.revision + 1, traceParent } };
    case 'complete':
      return completed(change, row);
    case 'fail':
      return failed(change);
    case 'store_raw': {
      const { at, metadata, index } = change;
      const set = { ...restarted(at), infer: false, revision: row.revision + 1, metadata, ...metadataColumns(index) };
      return { set: { ...set, terms: termsOf(row, index.tagWords) } };
    }
    case 'archive': {
      const { outcome, extraction } = change;
      const archived = { isArchived: true, filterKeys: [], projects: [], terms: [] };
      const set = { ...archived, ...ready, infer: false, outcome, extraction, revision: row.revision + 1 };
      return { set, vectors: null };
    }
    case 'extract': {
      const { at, text, index, extraction } = change;
      const origin = { infer: false, messages: null, outcome: 'extracted', extraction } as const;
      const rewordedTo = reworded(text, index, row, toList(row.tagWords), at, traceParent);
      return { set: { ...origin, ...rewordedTo }, vectors: null };
    }
  }
}

/** Returns the columns of a memory whose ingest begins again. */
function restarted(at: number) {
  return {
    status: 'pending',
    failure: null,
    attempts: 0,
    rejections: 0,
    crashCount: 0,
    isLeased: false,
    nextAttemptAt: at,
    pendingSince: at,
  } as const;
}

/** The columns of a memory whose ingest has succeeded. */
const ready = { status: 'ready', failure: null, isLeased: false, nextAttemptAt: null, traceParent: null } as const;

/** Returns the columns of a memory that gets another text to ingest. Its vectors become invalid. */
function reworded(
  text: string,
  index: TextIndex,
  { revision }: StoredMemory,
  tagWords: readonly string[],
  at: number,
  traceParent: string | null,
) {
  const terms = [...index.words, ...index.identifiers, ...tagWords];
  return { ...restarted(at), text, textIndex: index, terms, entities: [], revision: revision + 1, traceParent };
}

/** Returns all terms of a memory that keeps its text. */
function termsOf({ words, identifiers }: StoredMemory, tagWords: readonly string[]): string[] {
  return [...toList(words), ...toList(identifiers), ...tagWords];
}

function metadataColumns({ filterKeys, projects, tagWords }: MetadataIndex) {
  return { filterKeys, projects, tagWords };
}

function changed<Vector>(
  { at, by, metadata: given, text, expiresAt }: ContentChange,
  row: StoredMemory,
  traceParent: string | null,
): RowPatch<Vector> {
  const version = row.version + 1;
  const replaced = { at, oldestKept: version - maxVersions + 1 };
  const set: Partial<MemoryColumns> = { version, updatedAt: at, changedBy: by };
  if (expiresAt !== undefined) set.expiresAt = expiresAt;
  const tagWords = given?.index.tagWords ?? toList(row.tagWords);
  const staysArchived = row.isArchived && text === null;
  if (given) {
    Object.assign(set, { metadata: given.metadata, ...metadataColumns(given.index) });
    if (staysArchived) Object.assign(set, { filterKeys: [], projects: [] });
    else if (tagWords.join(' ') !== row.tagWords) set.terms = termsOf(row, tagWords);
  }
  if (text === null) return { set, replaced };
  Object.assign(set, reworded(text.text, text.index, row, tagWords, at, traceParent), { textChangedAt: at });
  if (text.keepsOrigin) return { set, replaced, vectors: null };
  const { messages = null } = text;
  const ownText = { isArchived: false, messages, outcome: null, infer: false, extraction: null } as const;
  return { set: { ...set, ...ownText, sourceMemoryId: null }, replaced, vectors: null };
}

function completed<Vector>(
  { claim, embedderId, vectors: values, tokens, entities }: CompleteChange<Vector>,
  { outcome }: StoredMemory,
): RowPatch<Vector> {
  const vectors = { embedderId, values, tokens };
  if (claim.purpose === 'reembed') return { set: {}, vectors };
  // The outcome of extraction stays.
  return { set: { ...ready, outcome: outcome ?? 'stored', ...(entities ? { entities } : {}) }, vectors };
}

/** Plans a failed attempt, which does not depend on the row. */
export function failed({ failure, rejected, retryAt }: FailChange): RowPatch<never> {
  const status = retryAt === null ? 'failed' : 'pending';
  const set = { status, failure, nextAttemptAt: retryAt, isLeased: false, crashCount: 0 } as const;
  return { set, rejections: Number(rejected) };
}
