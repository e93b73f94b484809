import type { DatabaseSync } from 'node:sqlite';
import type { MemoryVersion, VersionPage, VersionQuery } from '../../../ports/memory-store.ts';
import { limitListPage } from '../../store-kit/page-limits.ts';
import { prepare } from '../connection/prepare.ts';
import type { ReadAt } from './expiry.ts';
import { actorFromText, actorToText } from './stored-actor.ts';

interface VersionRow {
  version: number;
  text: string;
  messages: string | null;
  metadata: string;
  changed_at: number;
  changed_by: string | null;
  replaced_at: number;
}

const columns = 'version, text, messages, metadata, changed_at, changed_by, replaced_at';

/** Stores the current content of a memory as a former version, and deletes versions beyond the limit. */
export function keepVersion(
  db: DatabaseSync,
  seq: number,
  { at, oldestKept }: { at: number; oldestKept: number },
): void {
  prepare(
    db,
    `INSERT INTO memory_version (seq, ${columns})
     SELECT seq, version, text, messages, metadata, updated_at, changed_by, ? FROM memory WHERE seq = ?`,
  ).run(at, seq);
  if (oldestKept > 1) prepare(db, 'DELETE FROM memory_version WHERE seq = ? AND version < ?').run(seq, oldestKept);
}

export function listVersions(
  db: DatabaseSync,
  { accountId, id, limit, beforeVersion = Number.MAX_SAFE_INTEGER, at, readAt }: VersionQuery & ReadAt,
): VersionPage {
  const sql = `SELECT ${columns} FROM memory_version
    WHERE seq = (SELECT seq FROM memory
        WHERE owner = (SELECT number FROM account WHERE id = ?1) AND id = ?2 AND (expires_at IS NULL OR expires_at > ?6))
      AND version < ?3 AND (?4 IS NULL OR (changed_at <= ?4 AND replaced_at > ?4))
    ORDER BY version DESC LIMIT ?5`;
  const page: VersionPage = { versions: [], more: false };
  const size = limitListPage(limit);
  const values = [accountId, id, beforeVersion, at ?? null, limit + 1, readAt];
  for (const row of prepare<VersionRow>(db, sql).iterate(...values)) {
    if (size.isFull()) return { ...page, more: true };
    size.add(row.text.length + row.metadata.length + (row.messages?.length ?? 0));
    page.versions.push(toVersion(row));
  }
  return page;
}

/** Returns all versions of a memory, oldest first. */
export function readVersions(db: DatabaseSync, seq: number): MemoryVersion[] {
  const sql = `SELECT ${columns} FROM memory_version WHERE seq = ? ORDER BY version`;
  return prepare<VersionRow>(db, sql).all(seq).map(toVersion);
}

export function insertVersions(db: DatabaseSync, seq: number, versions: readonly MemoryVersion[]): void {
  const insert = prepare(db, `INSERT INTO memory_version (seq, ${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
  for (const { version, text, messages, metadata, changedAt, changedBy, replacedAt } of versions) {
    insert.run(
      ...[seq, version, text, messages && JSON.stringify(messages), JSON.stringify(metadata)],
      ...[changedAt, actorToText(changedBy), replacedAt],
    );
  }
}

function toVersion(row: VersionRow): MemoryVersion {
  return {
    version: row.version,
    text: row.text,
    messages: row.messages === null ? null : JSON.parse(row.messages),
    metadata: JSON.parse(row.metadata),
    changedAt: row.changed_at,
    changedBy: actorFromText(row.changed_by),
    replacedAt: row.replaced_at,
  };
}
