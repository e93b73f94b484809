import type { DatabaseSync } from 'node:sqlite';
import type {
  Claim,
  ClaimOptions,
  CompletedFact,
  IngestFailure,
  MemoryIndex,
  MetadataIndex,
  Once,
  ReadMemory,
  StoredAnswer,
  TextIndex,
  WriteResult,
} from '../../../ports/memory-store.ts';
import type { Allowance } from '../../../ports/usage-store.ts';
import { findOwner, ownedWord } from '../accounts/owners.ts';
import { prepare } from '../connection/prepare.ts';
import { beyondAllowance, countWrite } from '../usage/allowances.ts';
import { dueMemories } from './due-memories.ts';
import { dropVectors, noteChange, type StoredVector, storeVectors } from './memory-vectors.ts';

/** Changes older than these many are forgotten; a cache that missed more reads its owner's vectors anew. */
const changesKept = 100_000;
const purgedMost = 5_000;

/** A memory as it goes into the table: JSON already made, so that the threads exchange flat values only. */
export interface InsertedRow {
  id: string;
  userId: string;
  agentId: string | null;
  runId: string | null;
  text: string;
  messages: string | null;
  metadata: string;
  occurredAt: number;
  createdAt: number;
  nextAttemptAt: number;
  infer: 0 | 1;
  sourceMemoryId: string | null;
  traceParent: string | null;
}

export interface ChangedRow {
  expectedVersion: number;
  updatedAt: number;
  metadata: string;
  index: MetadataIndex;
  text: (TextIndex & { text: string; nextAttemptAt: number }) | null;
  traceParent: string | null;
}

export interface ClaimedRow {
  id: string;
  ownerId: string;
  userId: string;
  revision: number;
  text: string;
  messages: string | null;
  infer: 0 | 1;
  attempts: number;
  refusals: number;
  interruptions: number;
  pendingSince: number;
  traceParent: string | null;
}

export interface CompletedRow {
  id: string;
  ownerId: string;
  revision: number;
  embedderId: string;
  vectors: StoredVector[];
  entities: string;
}

/** The result of extraction, with its JSON made. */
export type SettledExtraction = {
  id: string;
  ownerId: string;
  revision: number;
  at: number;
  reliesOn: readonly ReadMemory[];
  traceParent: string | null;
} & (
  | { kind: 'raw'; metadata: string; index: MetadataIndex }
  | { kind: 'aside'; outcome: string; extraction: string; completed: readonly CompletedFact[] }
  | {
      kind: 'facts';
      text: string;
      index: TextIndex;
      extraction: string;
      added: readonly { row: InsertedRow; index: MemoryIndex }[];
      completed: readonly CompletedFact[];
    }
);

export const memoryWrites = {
  insertMemory(
    db: DatabaseSync,
    argument: {
      ownerId: string;
      row: InsertedRow;
      index: MemoryIndex;
      allowance: Allowance;
      once: Once | null;
    },
  ): WriteResult {
    const owner = ownerNumber(db, argument.ownerId);
    const replayed = replay(db, owner, argument.once);
    if (replayed) return replayed;
    const { row, index, allowance, ownerId } = argument;
    const { projects } = index;
    const beyond = beyondAllowance(db, allowance, { owner, ownerId, userId: row.userId, projects, seq: null });
    if (beyond) return beyond;
    insertRow(db, owner, row, index);
    countWrite(db, owner, allowance.month);
    keepAnswer(db, owner, argument.once);
    return { kind: 'written' };
  },

  changeMemory(
    db: DatabaseSync,
    argument: { ownerId: string; id: string; change: ChangedRow; allowance: Allowance; once: Once | null },
  ): WriteResult {
    const owner = ownerNumber(db, argument.ownerId);
    const replayed = replay(db, owner, argument.once);
    if (replayed) return replayed;
    const found = findForChange(db, owner, argument.id);
    if (!found) return { kind: 'missing' };
    const { change, allowance, ownerId } = argument;
    if (found.version !== change.expectedVersion) return { kind: 'stale' };
    const { labels, tagWords } = change.index;
    // What is set aside has no place, of a project or of its user, until a text of its own brings it back.
    const isAside = found.aside === 1 && change.text === null;
    const projects = isAside ? [] : change.index.projects;
    const userId = found.aside === 1 && change.text !== null ? found.user_id : null;
    const additions = { owner, ownerId, userId, projects, seq: found.seq };
    const beyond = beyondAllowance(db, allowance, additions);
    if (beyond) return beyond;
    prepare(
      db,
      'UPDATE memory SET metadata = ?, tag_words = ?, version = version + 1, updated_at = ? WHERE seq = ?',
    ).run(change.metadata, tagWords.join(' '), change.updatedAt, found.seq);
    replaceLabels(db, owner, found.seq, isAside ? [] : labels, projects);
    countWrite(db, owner, allowance.month);
    if (change.text) {
      const { text, nextAttemptAt } = change.text;
      prepare(
        db,
        `UPDATE memory SET messages = NULL, text_changed_at = ?, outcome = NULL, infer = 0, aside = 0, extraction = NULL,
           source_memory_id = NULL
         WHERE seq = ?`,
      ).run(change.updatedAt, found.seq);
      const { updatedAt: pendingSince, traceParent } = change;
      replaceText(db, found.seq, { text, index: change.text, nextAttemptAt, pendingSince, traceParent });
    }
    const isReworded = change.text !== null || tagWords.join(' ') !== found.tag_words;
    if (isReworded && !isAside) {
      const words = change.text?.words ?? toList(found.words);
      replaceWords(db, owner, found.seq, [...words, ...tagWords]);
    }
    noteChange(db, owner, found.seq);
    keepAnswer(db, owner, argument.once);
    return { kind: 'written' };
  },

  removeMemory(db: DatabaseSync, argument: { ownerId: string; id: string; once: Once | null }): WriteResult {
    const owner = ownerNumber(db, argument.ownerId);
    const replayed = replay(db, owner, argument.once);
    if (replayed) return replayed;
    const found = prepare(db, 'SELECT seq FROM memory WHERE owner = ? AND id = ?').get(owner, argument.id) as
      | { seq: number }
      | undefined;
    if (!found) return { kind: 'missing' };
    deleteRow(db, owner, found.seq);
    keepAnswer(db, owner, argument.once);
    return { kind: 'written' };
  },

  requeueMemory(
    db: DatabaseSync,
    argument: { ownerId: string; id: string; at: number; once: Once | null; traceParent: string | null },
  ): WriteResult {
    const owner = ownerNumber(db, argument.ownerId);
    const replayed = replay(db, owner, argument.once);
    if (replayed) return replayed;
    const found = prepare(db, 'SELECT seq, status FROM memory WHERE owner = ? AND id = ?').get(owner, argument.id) as
      | { seq: number; status: string }
      | undefined;
    if (!found) return { kind: 'missing' };
    if (found.status !== 'failed') return { kind: 'stale' };
    prepare(
      db,
      `UPDATE memory SET status = 'pending', failure_code = NULL, failure_message = NULL, attempts = 0,
         refusals = 0, interruptions = 0, leased = 0, next_attempt_at = ?, pending_since = ?, trace_parent = ?, revision = revision + 1 WHERE seq = ?`,
    ).run(argument.at, argument.at, argument.traceParent, found.seq);
    keepAnswer(db, owner, argument.once);
    return { kind: 'written' };
  },

  claimMemories(db: DatabaseSync, options: ClaimOptions): ClaimedRow[] {
    const lease = prepare(
      db,
      'UPDATE memory SET attempts = attempts + 1, leased = 1, next_attempt_at = ? WHERE seq = ?',
    );
    const read = prepare(
      db,
      `SELECT memory.id, account.id AS ownerId, user_id AS userId, revision, text, messages, infer, attempts, refusals, interruptions,
         pending_since AS pendingSince, trace_parent AS traceParent
       FROM memory JOIN account ON account.number = memory.owner WHERE seq = ?`,
    );
    return dueMemories(db, options).map((seq) => {
      lease.run(options.now + options.leaseMs, seq);
      return read.get(seq) as unknown as ClaimedRow;
    });
  },

  extendLeases(db: DatabaseSync, { claims, until }: { claims: readonly Claim[]; until: number }): void {
    const extend = prepare(
      db,
      `UPDATE memory SET next_attempt_at = ?
       WHERE owner = ? AND id = ? AND revision = ? AND status = 'pending' AND leased = 1`,
    );
    for (const { ownerId, id, revision } of claims) extend.run(until, ownerNumber(db, ownerId), id, revision);
  },

  releaseMemories(db: DatabaseSync, { claims, at }: { claims: readonly Claim[]; at: number }): void {
    const release = prepare(
      db,
      `UPDATE memory SET leased = 0, next_attempt_at = ?
       WHERE owner = ? AND id = ? AND revision = ? AND status = 'pending'`,
    );
    for (const { ownerId, id, revision } of claims) release.run(at, ownerNumber(db, ownerId), id, revision);
  },

  settleExtraction(db: DatabaseSync, result: SettledExtraction): 'written' | 'stale' | 'conflict' {
    const { id, ownerId, revision, at, traceParent } = result;
    const owner = ownerNumber(db, ownerId);
    const claimed = prepare(
      db,
      "SELECT seq, words, tag_words FROM memory WHERE owner = ? AND id = ? AND revision = ? AND status = 'pending' AND infer = 1",
    ).get(owner, id, revision) as Pick<FoundRow, 'seq' | 'words' | 'tag_words'> | undefined;
    if (!claimed) return 'stale';
    const { seq } = claimed;
    const isSame = ({ id: one, version }: ReadMemory) => {
      const row = findForChange(db, owner, one);
      return row !== undefined && row.version === version && row.aside === 0;
    };
    if (!result.reliesOn.every(isSame)) return 'conflict';
    const completed = result.kind === 'raw' ? [] : result.completed;
    const found = completed.map((fact) => ({ fact, row: findForChange(db, owner, fact.id) }));
    if (found.some(({ fact, row }) => row?.version !== fact.expectedVersion || row.aside === 1)) return 'conflict';
    const tagWords = toList(claimed.tag_words);
    switch (result.kind) {
      case 'raw': {
        const { metadata, index } = result;
        prepare(
          db,
          `UPDATE memory SET infer = 0, metadata = ?, tag_words = ?, revision = revision + 1, attempts = 0, refusals = 0,
             interruptions = 0, leased = 0, next_attempt_at = ?, pending_since = ?, failure_code = NULL, failure_message = NULL
           WHERE seq = ?`,
        ).run(metadata, index.tagWords.join(' '), at, at, seq);
        replaceLabels(db, owner, seq, index.labels, index.projects);
        replaceWords(db, owner, seq, [...toList(claimed.words), ...index.tagWords]);
        break;
      }
      case 'aside':
        prepare(
          db,
          `UPDATE memory SET infer = 0, aside = 1, status = 'ready', outcome = ?, extraction = ?, next_attempt_at = NULL, trace_parent = NULL,
             revision = revision + 1, leased = 0, failure_code = NULL, failure_message = NULL
           WHERE seq = ?`,
        ).run(result.outcome, result.extraction, seq);
        replaceLabels(db, owner, seq, [], []);
        prepare(db, 'DELETE FROM memory_word WHERE rowid = ?').run(seq);
        dropVectors(db, seq);
        break;
      case 'facts': {
        const { text, index } = result;
        prepare(
          db,
          "UPDATE memory SET infer = 0, messages = NULL, outcome = 'extracted', extraction = ? WHERE seq = ?",
        ).run(result.extraction, seq);
        replaceText(db, seq, { text, index, nextAttemptAt: at, pendingSince: at, traceParent });
        replaceWords(db, owner, seq, [...index.words, ...tagWords]);
        for (const { row, index: ofRow } of result.added) insertRow(db, owner, row, ofRow);
      }
    }
    noteChange(db, owner, seq);
    for (const { fact, row } of found) {
      if (!row) continue;
      prepare(db, 'UPDATE memory SET version = version + 1, updated_at = ?, text_changed_at = ? WHERE seq = ?').run(
        at,
        at,
        row.seq,
      );
      const { text, index } = fact;
      replaceText(db, row.seq, { text, index, nextAttemptAt: at, pendingSince: at, traceParent });
      replaceWords(db, owner, row.seq, [...fact.index.words, ...toList(row.tag_words)]);
      noteChange(db, owner, row.seq);
    }
    return 'written';
  },

  completeMemories(db: DatabaseSync, rows: CompletedRow[]): string[] {
    return rows.filter((row) => complete(db, row)).map(({ id }) => id);
  },

  failMemories(db: DatabaseSync, failures: readonly IngestFailure[]): string[] {
    const fail = prepare(
      db,
      `UPDATE memory SET status = ?, next_attempt_at = ?, failure_code = ?, failure_message = ?, leased = 0,
         interruptions = 0, refusals = refusals + ?
       WHERE owner = ? AND id = ? AND revision = ? AND status = 'pending'`,
    );
    const recorded = failures.filter(({ claim, failure, refusal, retryAt }) => {
      const { code, message } = failure;
      const owner = ownerNumber(db, claim.ownerId);
      const status = retryAt === null ? 'failed' : 'pending';
      return fail.run(status, retryAt, code, message, Number(refusal), owner, claim.id, claim.revision).changes > 0;
    });
    return recorded.map(({ claim }) => claim.id);
  },

  /** A process that holds the directory lock is the only worker: what is leased was interrupted. */
  releaseClaims(db: DatabaseSync, { now }: { now: number }): number {
    const { changes } = prepare(
      db,
      'UPDATE memory SET next_attempt_at = ?, leased = 0, interruptions = interruptions + 1 WHERE leased = 1',
    ).run(now);
    return Number(changes);
  },

  /** At most a slice at a time, because other writes wait meanwhile. */
  purgeAnswers(db: DatabaseSync, { now }: { now: number }): number {
    prepare(
      db,
      `DELETE FROM memory_change WHERE number IN (SELECT number FROM memory_change
         WHERE number < (SELECT seq FROM sqlite_sequence WHERE name = 'memory_change') - ? LIMIT ?)`,
    ).run(changesKept, purgedMost);
    const { changes } = prepare(
      db,
      'DELETE FROM answer WHERE (owner, key) IN (SELECT owner, key FROM answer WHERE expires_at <= ? LIMIT ?)',
    ).run(now, purgedMost);
    return Number(changes);
  },

  /** Shows that a commit still reaches the disk. */
  probe(db: DatabaseSync): void {
    prepare(db, 'INSERT OR REPLACE INTO probe (number, beat) SELECT 1, coalesce(max(beat), 0) + 1 FROM probe').run();
  },
};

export function ownerNumber(db: DatabaseSync, accountId: string): number {
  const owner = findOwner(db, accountId);
  if (owner === undefined) throw new Error('the owner of this write has no account');
  return owner;
}

function replay(db: DatabaseSync, owner: number, once: Once | null): WriteResult | undefined {
  if (!once) return undefined;
  const answer = prepare(
    db,
    'SELECT fingerprint, status, location, body FROM answer WHERE owner = ? AND key = ? AND expires_at > ?',
  ).get(owner, once.key, once.createdAt) as unknown as StoredAnswer | undefined;
  return answer && { kind: 'replayed', answer };
}

function keepAnswer(db: DatabaseSync, owner: number, once: Once | null): void {
  if (!once) return;
  const { fingerprint, status, location, body } = once.answer;
  prepare(db, 'INSERT OR REPLACE INTO answer VALUES (?, ?, ?, ?, ?, ?, ?)').run(
    owner,
    once.key,
    fingerprint,
    status,
    location,
    body,
    once.expiresAt,
  );
}

export function indexWords(db: DatabaseSync, owner: number, seq: number, words: string[]): void {
  prepare(db, 'INSERT INTO memory_word (rowid, words) VALUES (?, ?)').run(
    seq,
    words.map((word) => ownedWord(owner, word)).join(' '),
  );
}

export function addLabels(db: DatabaseSync, owner: number, seq: number, labels: string[]): void {
  const insert = prepare(db, 'INSERT INTO memory_label (owner, label, seq) VALUES (?, ?, ?)');
  for (const label of labels) insert.run(owner, label, seq);
}

export function addProjects(db: DatabaseSync, owner: number, seq: number, projects: string[]): void {
  const insert = prepare(db, 'INSERT INTO memory_project (owner, project, seq) VALUES (?, ?, ?)');
  for (const project of projects) insert.run(owner, project, seq);
}

/** With everything that could find it. */
export function deleteRow(db: DatabaseSync, owner: number, seq: number): void {
  prepare(db, 'DELETE FROM memory_word WHERE rowid = ?').run(seq);
  prepare(db, 'DELETE FROM memory_vector WHERE seq = ?').run(seq);
  prepare(db, 'DELETE FROM memory WHERE seq = ?').run(seq);
  noteChange(db, owner, seq);
}

function findForChange(db: DatabaseSync, owner: number, id: string): FoundRow | undefined {
  return prepare(
    db,
    'SELECT seq, user_id, version, aside, words, tag_words FROM memory WHERE owner = ? AND id = ?',
  ).get(owner, id) as FoundRow | undefined;
}

interface FoundRow {
  seq: number;
  user_id: string;
  version: number;
  aside: 0 | 1;
  words: string;
  tag_words: string;
}

/** Sends a memory round ingest with another text. The words are for the caller to index. */
function replaceText(
  db: DatabaseSync,
  seq: number,
  {
    text,
    index,
    nextAttemptAt,
    pendingSince,
    traceParent,
  }: { text: string; index: TextIndex; nextAttemptAt: number; pendingSince: number; traceParent: string | null },
): void {
  const { words, speaker, characters, ending, copyHash } = index;
  prepare(
    db,
    `UPDATE memory SET text = ?, words = ?, word_count = ?, speaker = ?, characters = ?, ending = ?, copy_hash = ?,
       revision = revision + 1, status = 'pending', failure_code = NULL, failure_message = NULL, entities = '[]',
       attempts = 0, refusals = 0, interruptions = 0, leased = 0, next_attempt_at = ?, pending_since = ?,
       trace_parent = ?
     WHERE seq = ?`,
  ).run(
    ...[text, words.join(' '), words.length, speaker, characters, ending, copyHash],
    ...[nextAttemptAt, pendingSince, traceParent, seq],
  );
  dropVectors(db, seq);
}

function replaceWords(db: DatabaseSync, owner: number, seq: number, words: string[]): void {
  prepare(db, 'DELETE FROM memory_word WHERE rowid = ?').run(seq);
  indexWords(db, owner, seq, words);
}

function replaceLabels(db: DatabaseSync, owner: number, seq: number, labels: string[], projects: string[]): void {
  prepare(db, 'DELETE FROM memory_label WHERE seq = ?').run(seq);
  addLabels(db, owner, seq, labels);
  prepare(db, 'DELETE FROM memory_project WHERE seq = ?').run(seq);
  addProjects(db, owner, seq, projects);
}

export function toList(words: string): string[] {
  return words === '' ? [] : words.split(' ');
}

function insertRow(db: DatabaseSync, owner: number, row: InsertedRow, index: MemoryIndex): void {
  const { words, projects, tagWords } = index;
  const { lastInsertRowid } = prepare(
    db,
    `INSERT INTO memory (owner, id, user_id, agent_id, run_id, text, messages, metadata, status, words, word_count,
       speaker, characters, ending, copy_hash, tag_words, version, occurred_at, created_at, updated_at, pending_since,
       attempts, next_attempt_at, infer, source_memory_id, trace_parent)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, 0, ?, ?, ?, ?)`,
  ).run(
    owner,
    row.id,
    row.userId,
    row.agentId,
    row.runId,
    row.text,
    row.messages,
    row.metadata,
    words.join(' '),
    words.length,
    index.speaker,
    index.characters,
    index.ending,
    index.copyHash,
    tagWords.join(' '),
    row.occurredAt,
    row.createdAt,
    row.createdAt,
    row.createdAt,
    row.nextAttemptAt,
    row.infer,
    row.sourceMemoryId,
    row.traceParent,
  );
  const seq = Number(lastInsertRowid);
  indexWords(db, owner, seq, [...words, ...tagWords]);
  addLabels(db, owner, seq, index.labels);
  addProjects(db, owner, seq, projects);
  noteChange(db, owner, seq);
}

function complete(db: DatabaseSync, row: CompletedRow): boolean {
  const owner = ownerNumber(db, row.ownerId);
  const updated = prepare(
    db,
    `UPDATE memory SET status = 'ready', outcome = coalesce(outcome, 'stored'), entities = ?, next_attempt_at = NULL, leased = 0, trace_parent = NULL,
       failure_code = NULL, failure_message = NULL
     WHERE owner = ? AND id = ? AND revision = ? AND status = 'pending' RETURNING seq`,
  ).get(row.entities, owner, row.id, row.revision) as { seq: number } | undefined;
  if (!updated) return false;
  storeVectors(db, owner, updated.seq, row.embedderId, row.vectors);
  noteChange(db, owner, updated.seq);
  return true;
}
