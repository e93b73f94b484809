import type { DatabaseSync } from 'node:sqlite';
import type {
  Claim,
  ClaimOptions,
  IngestFailure,
  MemoryIndex,
  MetadataIndex,
  Once,
  StoredAnswer,
  TextIndex,
  WriteResult,
} from '../../ports/memory-store.ts';
import type { Allowance } from '../../ports/usage-store.ts';
import { beyondAllowance, countWrite } from './allowances.ts';
import { dueMemories } from './due-memories.ts';
import { findOwner, ownedWord } from './owners.ts';
import { prepare } from './prepare.ts';

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
}

export interface StoredVector {
  scale: number;
  values: Uint8Array;
}

export interface ChangedRow {
  expectedVersion: number;
  updatedAt: number;
  metadata: string;
  index: MetadataIndex;
  text: (TextIndex & { text: string; nextAttemptAt: number }) | null;
}

export interface ClaimedRow {
  id: string;
  ownerId: string;
  revision: number;
  text: string;
  messages: string | null;
  attempts: number;
  refusals: number;
  interruptions: number;
  pendingSince: number;
}

export interface CompletedRow {
  id: string;
  ownerId: string;
  revision: number;
  embedderId: string;
  vectors: StoredVector[];
  entities: string;
}

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
    const { words, projects, tagWords } = index;
    const beyond = beyondAllowance(db, allowance, { owner, ownerId, userId: row.userId, projects, seq: null });
    if (beyond) return beyond;
    const { lastInsertRowid } = prepare(
      db,
      `INSERT INTO memory (owner, id, user_id, agent_id, run_id, text, messages, metadata, status, words, word_count,
         speaker, characters, ending, copy_hash, tag_words, version, occurred_at, created_at, updated_at, pending_since,
         attempts, next_attempt_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, 0, ?)`,
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
    );
    const seq = Number(lastInsertRowid);
    indexWords(db, owner, seq, [...words, ...tagWords]);
    addLabels(db, owner, seq, index.labels);
    addProjects(db, owner, seq, projects);
    countWrite(db, owner, allowance.month);
    noteChange(db, owner, seq);
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
    const found = prepare(db, 'SELECT seq, version, words FROM memory WHERE owner = ? AND id = ?').get(
      owner,
      argument.id,
    ) as { seq: number; version: number; words: string } | undefined;
    if (!found) return { kind: 'missing' };
    const { change, allowance, ownerId } = argument;
    if (found.version !== change.expectedVersion) return { kind: 'stale' };
    const { labels, projects, tagWords } = change.index;
    const additions = { owner, ownerId, userId: null, projects, seq: found.seq };
    const beyond = beyondAllowance(db, allowance, additions);
    if (beyond) return beyond;
    prepare(
      db,
      'UPDATE memory SET metadata = ?, tag_words = ?, version = version + 1, updated_at = ? WHERE seq = ?',
    ).run(change.metadata, tagWords.join(' '), change.updatedAt, found.seq);
    prepare(db, 'DELETE FROM memory_label WHERE seq = ?').run(found.seq);
    addLabels(db, owner, found.seq, labels);
    prepare(db, 'DELETE FROM memory_project WHERE seq = ?').run(found.seq);
    addProjects(db, owner, found.seq, projects);
    countWrite(db, owner, allowance.month);
    if (change.text) {
      const { text, words, speaker, characters, ending, copyHash, nextAttemptAt } = change.text;
      prepare(
        db,
        `UPDATE memory SET text = ?, messages = NULL, words = ?, word_count = ?, speaker = ?, characters = ?,
           ending = ?, copy_hash = ?, text_changed_at = ?, revision = revision + 1,
           status = 'pending', outcome = NULL, failure_code = NULL, failure_message = NULL, entities = '[]',
           attempts = 0, refusals = 0, interruptions = 0, leased = 0, next_attempt_at = ?, pending_since = ?
           WHERE seq = ?`,
      ).run(
        text,
        words.join(' '),
        words.length,
        speaker,
        characters,
        ending,
        copyHash,
        change.updatedAt,
        nextAttemptAt,
        change.updatedAt,
        found.seq,
      );
      prepare(db, 'DELETE FROM memory_vector WHERE seq = ?').run(found.seq);
    }
    const words = change.text?.words ?? (found.words === '' ? [] : found.words.split(' '));
    prepare(db, 'DELETE FROM memory_word WHERE rowid = ?').run(found.seq);
    indexWords(db, owner, found.seq, [...words, ...tagWords]);
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
    prepare(db, 'DELETE FROM memory_word WHERE rowid = ?').run(found.seq);
    prepare(db, 'DELETE FROM memory_vector WHERE seq = ?').run(found.seq);
    prepare(db, 'DELETE FROM memory WHERE seq = ?').run(found.seq);
    noteChange(db, owner, found.seq);
    keepAnswer(db, owner, argument.once);
    return { kind: 'written' };
  },

  requeueMemory(
    db: DatabaseSync,
    argument: { ownerId: string; id: string; at: number; once: Once | null },
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
         refusals = 0, interruptions = 0, leased = 0, next_attempt_at = ?, pending_since = ?, revision = revision + 1 WHERE seq = ?`,
    ).run(argument.at, argument.at, found.seq);
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
      `SELECT memory.id, account.id AS ownerId, revision, text, messages, attempts, refusals, interruptions,
         pending_since AS pendingSince
       FROM memory JOIN account ON account.number = memory.owner WHERE seq = ?`,
    );
    return dueMemories(db, options).map((seq) => {
      lease.run(options.now + options.leaseMs, seq);
      return read.get(seq) as unknown as ClaimedRow;
    });
  },

  extendLeases(db: DatabaseSync, { claims, until }: { claims: Claim[]; until: number }): void {
    const extend = prepare(
      db,
      `UPDATE memory SET next_attempt_at = ?
       WHERE owner = ? AND id = ? AND revision = ? AND status = 'pending' AND leased = 1`,
    );
    for (const { ownerId, id, revision } of claims) extend.run(until, ownerNumber(db, ownerId), id, revision);
  },

  releaseMemories(db: DatabaseSync, { claims, at }: { claims: Claim[]; at: number }): void {
    const release = prepare(
      db,
      `UPDATE memory SET leased = 0, next_attempt_at = ?
       WHERE owner = ? AND id = ? AND revision = ? AND status = 'pending'`,
    );
    for (const { ownerId, id, revision } of claims) release.run(at, ownerNumber(db, ownerId), id, revision);
  },

  completeMemories(db: DatabaseSync, rows: CompletedRow[]): string[] {
    return rows.filter((row) => complete(db, row)).map(({ id }) => id);
  },

  failMemories(db: DatabaseSync, failures: IngestFailure[]): string[] {
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

function ownerNumber(db: DatabaseSync, accountId: string): number {
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

function indexWords(db: DatabaseSync, owner: number, seq: number, words: string[]): void {
  prepare(db, 'INSERT INTO memory_word (rowid, words) VALUES (?, ?)').run(
    seq,
    words.map((word) => ownedWord(owner, word)).join(' '),
  );
}

function addLabels(db: DatabaseSync, owner: number, seq: number, labels: string[]): void {
  const insert = prepare(db, 'INSERT INTO memory_label (owner, label, seq) VALUES (?, ?, ?)');
  for (const label of labels) insert.run(owner, label, seq);
}

function addProjects(db: DatabaseSync, owner: number, seq: number, projects: string[]): void {
  const insert = prepare(db, 'INSERT INTO memory_project (owner, project, seq) VALUES (?, ?, ?)');
  for (const project of projects) insert.run(owner, project, seq);
}

function noteChange(db: DatabaseSync, owner: number, seq: number): void {
  prepare(db, 'INSERT INTO memory_change (owner, seq) VALUES (?, ?)').run(owner, seq);
}

function complete(db: DatabaseSync, row: CompletedRow): boolean {
  const owner = ownerNumber(db, row.ownerId);
  const updated = prepare(
    db,
    `UPDATE memory SET status = 'ready', outcome = 'stored', entities = ?, next_attempt_at = NULL, leased = 0,
       failure_code = NULL, failure_message = NULL
     WHERE owner = ? AND id = ? AND revision = ? AND status = 'pending' RETURNING seq`,
  ).get(row.entities, owner, row.id, row.revision) as { seq: number } | undefined;
  if (!updated) return false;
  prepare(db, 'DELETE FROM memory_vector WHERE seq = ?').run(updated.seq);
  const insert = prepare(
    db,
    'INSERT INTO memory_vector (owner, seq, chunk, embedder, scale, vector) VALUES (?, ?, ?, ?, ?, ?)',
  );
  const embedder = embedderNumber(db, row.embedderId);
  for (const [chunk, { scale, values }] of row.vectors.entries()) {
    insert.run(owner, updated.seq, chunk, embedder, scale, values);
  }
  noteChange(db, owner, updated.seq);
  return true;
}

function embedderNumber(db: DatabaseSync, id: string): number {
  prepare(db, 'INSERT OR IGNORE INTO embedder (id) VALUES (?)').run(id);
  return (prepare(db, 'SELECT number FROM embedder WHERE id = ?').get(id) as { number: number }).number;
}
