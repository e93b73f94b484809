import type {
  Change,
  ClaimChange,
  Commit,
  CommitResult,
  CompleteChange,
  ContentChange,
  Entity,
  Extraction,
  FailChange,
  Failure,
  InsertChange,
  MemoryOutcome,
  MemoryStatus,
  Message,
  Metadata,
  MetadataIndex,
  TextIndex,
} from '../../ports/memory-store.ts';
import { toList } from './to-list.ts';

/** What a store reads of a memory before it changes it. */
export interface StoredMemory {
  id: string;
  userId: string;
  version: number;
  /** Changes with the text and guards the results of ingest. */
  revision: number;
  status: MemoryStatus;
  outcome: MemoryOutcome | null;
  infer: boolean;
  isArchived: boolean;
  /** The stemmed words of the text in order, separated by blanks; any text unless {@link needsWords}. */
  words: string;
  /** The same of the metadata. */
  tagWords: string;
  /** The embedder whose turn at the present text is over; null unless ready. */
  embedderId: string | null;
}

/** The columns of a memory that changes set. */
export interface MemoryColumns {
  text: string;
  textIndex: TextIndex;
  messages: Message[] | null;
  metadata: Metadata;
  tagWords: readonly string[];
  /** Empty for an archived source, like the next two. */
  labels: readonly string[];
  projects: readonly string[];
  /** All words that the memory is found by. */
  terms: readonly string[];
  status: MemoryStatus;
  outcome: MemoryOutcome | null;
  failure: Failure | null;
  infer: boolean;
  isArchived: boolean;
  extraction: Extraction | null;
  sourceMemoryId: string | null;
  entities: Entity[];
  version: number;
  revision: number;
  updatedAt: number;
  textChangedAt: number;
  attempts: number;
  rejections: number;
  crashCount: number;
  /** No worker has the memory any more. */
  isLeased: false;
  /** null unless pending. */
  nextAttemptAt: number | null;
  pendingSince: number;
  traceParent: string | null;
}

export interface Vectors<Vector> {
  embedderId: string;
  values: readonly Vector[];
}

/** What a change does to the row of a memory: the columns that are absent stay as they are. */
export interface RowPatch<Vector = Float32Array> {
  set: Partial<MemoryColumns>;
  /** Added to the counter of rejections. */
  rejections?: number;
  /** Takes the place of all vectors of the memory; null: it has none any more. */
  vectors?: Vectors<Vector> | null;
}

/** What a commit adds that the quota limits. */
export interface Additions<Row> {
  /** The user of a memory that is made or comes back; null: no user is added. */
  userId: string | null;
  projects: readonly string[];
  /** The memory that is changed; null when one is made. */
  changed: Row | null;
}

export interface CommitPlan<Row, Vector = Float32Array> {
  inserts: readonly InsertChange[];
  patches: readonly { row: Row; patch: RowPatch<Vector> }[];
  /** Ids of memories to be removed; the commit is `missing` when one does not exist. */
  removals: readonly string[];
  additions: Additions<Row>;
}

/** A commit whose vectors are in the form that a store keeps. */
export type CommitOf<Vector> = Omit<Commit, 'changes'> & { changes: readonly Change<Vector>[] };

type Rejection = Extract<CommitResult, { kind: 'missing' | 'stale' | 'lapsed' }>;

/** The ids of the memories that {@link planCommit} needs to see. */
export function idsToRead<Vector>({ guards = [], changes }: CommitOf<Vector>): string[] {
  const changed = changes.flatMap((change) => {
    if (change.kind === 'insert' || change.kind === 'remove') return [];
    return 'claim' in change ? change.claim.id : change.id;
  });
  return [...new Set([...guards.map(({ id }) => id), ...changed])];
}

/** Whether {@link planCommit} needs to see the words of the memories. */
export function needsWords<Vector>({ changes }: CommitOf<Vector>): boolean {
  return changes.some((change) => change.kind === 'store_raw' || (change.kind === 'change' && change.text === null));
}

/** What a commit does to the rows of a store, or why it is rejected. The quota and the Idempotency-Key are not looked at. */
export function planCommit<Row extends StoredMemory, Vector>(
  { guards = [], changes, traceParent = null }: CommitOf<Vector>,
  find: (id: string) => Row | undefined,
): CommitPlan<Row, Vector> | Rejection {
  for (const change of changes) {
    if ('claim' in change && !holdsClaim(change, find(change.claim.id))) return { kind: 'lapsed' };
  }
  for (const { id, version, allowsArchived } of guards) {
    const row = find(id);
    if (!row) return { kind: 'missing' };
    if (row.version !== version || (row.isArchived && !allowsArchived)) return { kind: 'stale' };
  }
  const inserts: InsertChange[] = [];
  const patches: { row: Row; patch: RowPatch<Vector> }[] = [];
  const removals: string[] = [];
  let additions: Additions<Row> = { userId: null, projects: [], changed: null };
  for (const change of changes) {
    if (change.kind === 'remove') removals.push(change.id);
    else if (change.kind === 'insert') {
      inserts.push(change);
      additions = { userId: change.memory.userId, projects: change.index.projects, changed: null };
    } else {
      const row = find('claim' in change ? change.claim.id : change.id);
      if (!row) return { kind: 'missing' };
      if (change.kind === 'requeue' && row.status !== 'failed') return { kind: 'stale' };
      if (change.kind === 'change') additions = additionsOf(change, row);
      patches.push({ row, patch: toPatch(change, row, traceParent) });
    }
  }
  return { inserts, patches, removals, additions };
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

/** An archived source has neither a project nor a user until a text of its own brings it back. */
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
      return { set: { ...set, terms: [...toList(row.words), ...index.tagWords] } };
    }
    case 'archive': {
      const { outcome, extraction } = change;
      const archived = { isArchived: true, labels: [], projects: [], terms: [] };
      const set = { ...archived, ...ready, infer: false, outcome, extraction, revision: row.revision + 1 };
      return { set, vectors: null };
    }
    case 'extract': {
      const { at, text, index, extraction } = change;
      const origin = { infer: false, messages: null, outcome: 'extracted', extraction } as const;
      return {
        set: { ...origin, ...reworded(text, index, row, toList(row.tagWords), at, traceParent) },
        vectors: null,
      };
    }
  }
}

/** The columns of a memory whose ingest begins anew. */
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

/** The columns of a memory whose ingest has ended well. */
const ready = { status: 'ready', failure: null, isLeased: false, nextAttemptAt: null, traceParent: null } as const;

/** The columns of a memory that gets another text, which is to be ingested. Its vectors are void. */
function reworded(
  text: string,
  index: TextIndex,
  { revision }: StoredMemory,
  tagWords: readonly string[],
  at: number,
  traceParent: string | null,
) {
  const terms = [...index.words, ...tagWords];
  return { ...restarted(at), text, textIndex: index, terms, entities: [], revision: revision + 1, traceParent };
}

function metadataColumns({ labels, projects, tagWords }: MetadataIndex) {
  return { labels, projects, tagWords };
}

function changed<Vector>(
  { at, metadata: given, text }: ContentChange,
  row: StoredMemory,
  traceParent: string | null,
): RowPatch<Vector> {
  const set: Partial<MemoryColumns> = { version: row.version + 1, updatedAt: at };
  const tagWords = given?.index.tagWords ?? toList(row.tagWords);
  const staysArchived = row.isArchived && text === null;
  if (given) {
    Object.assign(set, { metadata: given.metadata, ...metadataColumns(given.index) });
    if (staysArchived) Object.assign(set, { labels: [], projects: [] });
    else if (tagWords.join(' ') !== row.tagWords) set.terms = [...toList(row.words), ...tagWords];
  }
  if (text === null) return { set };
  Object.assign(set, reworded(text.text, text.index, row, tagWords, at, traceParent), { textChangedAt: at });
  const ownText = {
    isArchived: false,
    messages: null,
    outcome: null,
    infer: false,
    extraction: null,
    sourceMemoryId: null,
  } satisfies Partial<MemoryColumns>;
  if (!text.keepsOrigin) Object.assign(set, ownText);
  return { set, vectors: null };
}

function completed<Vector>(
  { claim, embedderId, vectors: values, entities }: CompleteChange<Vector>,
  { outcome }: StoredMemory,
): RowPatch<Vector> {
  const vectors = { embedderId, values };
  if (claim.purpose === 'reembed') return { set: {}, vectors };
  // The outcome of extraction stays.
  return { set: { ...ready, outcome: outcome ?? 'stored', ...(entities ? { entities } : {}) }, vectors };
}

/** What a failed attempt does, whatever the row holds. */
export function failed({ failure, rejected, retryAt }: FailChange): RowPatch<never> {
  const status = retryAt === null ? 'failed' : 'pending';
  const set = { status, failure, nextAttemptAt: retryAt, isLeased: false, crashCount: 0 } as const;
  return { set, rejections: Number(rejected) };
}
