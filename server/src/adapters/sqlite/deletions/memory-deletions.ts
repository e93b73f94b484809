import type { DatabaseSync } from 'node:sqlite';
import type {
  Deletion,
  DeletionName,
  DeletionQuery,
  MemoryDeletions,
  NamingParameter,
} from '../../../ports/memory-deletions.ts';
import { prepare, prepareArrays } from '../connection/prepare.ts';
import type { Connections } from '../threads/connections.ts';
import { scanSlice } from './scan-store.ts';
import { type DeletionRow, selectDeletions, toDeletion } from './stored-deletion.ts';

/** The maximum of ids that one read looks for in every table, which takes a few milliseconds. */
const scannedAtOnce = 500;

interface DeletionConnections extends Connections {
  /** Erases deleted texts from the files. */
  eraseDeleted(): Promise<boolean>;
}

/** Deletes memories by scope in SQLite, and stores the receipts of deletions. */
export function createSqliteMemoryDeletions(connections: DeletionConnections): MemoryDeletions {
  const { writer, snapshot, readerQueue, now } = connections;
  const readIds = (sql: string, ...values: (string | number)[]) =>
    snapshot.read((db) =>
      prepareArrays<[string]>(db, sql)
        .all(...values)
        .map(([id]) => id),
    );
  return {
    matching: (query) => readerQueue.run(query.scope.accountId, 'matchMemories', { ...query, readAt: now() }),

    prepare: (deletion, ids) =>
      writer.run('prepareMemoryDeletion', { accountId: deletion.accountId, deletion, ids, readAt: now() }),
    begin: (name, begun) => writer.run('beginMemoryDeletion', { ...nameOf(name), ...begun }),

    async discard(name) {
      const prepared = { ...nameOf(name), state: 'preparing', memories: 0 } as const;
      while ((await writer.run('removeDeletionItems', prepared)) > 0);
      await writer.run('removeMemoryDeletion', nameOf(name));
    },

    async items({ accountId, id }, { after = '', limit }) {
      const sql = `SELECT item.id ${fromItems('?', '?')} AND item.id > ? ORDER BY item.id LIMIT ?`;
      return readIds(sql, accountId, id, after, limit);
    },

    async present({ accountId, id }, ids) {
      const sql = `SELECT item.id ${fromItems('?', '?')} AND item.id IN (SELECT value FROM json_each(?))
        AND EXISTS (SELECT 1 FROM memory WHERE seq = item.seq) ORDER BY item.id`;
      return readIds(sql, accountId, id, JSON.stringify(ids));
    },

    hide: ({ accountId }, ids) => writer.run('hideMemories', { accountId, ids, readAt: now() }),

    async derived({ accountId, id, startedAt }, limit) {
      const sql = `SELECT fact.id FROM memory AS fact INDEXED BY memory_by_source
        WHERE fact.owner = (SELECT number FROM account WHERE id = ?1) AND fact.created_at >= ?2
          AND fact.source_memory_id IN (SELECT item.id ${fromItems('?1', '?3')})
          AND (fact.expires_at IS NULL OR fact.expires_at > ?4) LIMIT ?5`;
      return readIds(sql, accountId, startedAt, id, now(), limit);
    },

    finish: (name, at) => writer.run('finishMemoryDeletion', { ...nameOf(name), at }),

    async unverified(limit) {
      return readDeletions(snapshot, 'WHERE verified_at IS NULL ORDER BY started_at LIMIT ?', limit);
    },

    scan: (deletions) => scan(connections, deletions),

    async verify({ accountId, id, removed: { memories } }, { at, parameters }) {
      const name = { accountId, id, memories };
      while ((await writer.run('removeDeletionItems', { ...name, state: 'done' })) > 0);
      await writer.run('verifyMemoryDeletion', { ...name, at, parameters: JSON.stringify(parameters) });
    },

    async get(accountId, id) {
      const where = `WHERE account.id = ? AND deletion.id = ? AND state <> 'preparing'`;
      return readDeletions(snapshot, where, accountId, id)[0];
    },

    async list(accountId, query) {
      const { conditions, values } = toConditions(query);
      const where = `WHERE account.id = ? AND ${conditions} ORDER BY started_at DESC, deletion.id DESC LIMIT ?`;
      return readDeletions(snapshot, where, accountId, ...values, query.limit);
    },

    async secrets(accountId) {
      const sql = `SELECT DISTINCT secret FROM deletion
        WHERE owner = (SELECT number FROM account WHERE id = ?) AND secret IS NOT NULL`;
      return readIds(sql, accountId);
    },

    purge: (before) => writer.run('purgeMemoryDeletions', { before }),
  };
}

/** Selects the items of a deletion. @param account the placeholder of the account's id @param id that of the deletion */
const fromItems = (account: string, id: string) => `FROM deletion_item AS item
  WHERE (item.owner, item.deletion) = (SELECT owner, number FROM deletion
    WHERE owner = (SELECT number FROM account WHERE id = ${account}) AND id = ${id})`;

/** Drops the other fields, which would be copied to the writer. */
function nameOf({ accountId, id }: DeletionName): DeletionName {
  return { accountId, id };
}

function readDeletions(snapshot: Connections['snapshot'], where: string, ...values: (string | number)[]): Deletion[] {
  const read = (db: DatabaseSync) => prepare<DeletionRow>(db, `${selectDeletions} ${where}`).all(...values);
  return snapshot.read(read).map(toDeletion);
}

function toConditions({ kind, codes = {}, after }: DeletionQuery): { conditions: string; values: (string | number)[] } {
  const conditions = [`state <> 'preparing'`];
  const values: (string | number)[] = [];
  if (kind !== undefined) {
    conditions.push('kind = ?');
    values.push(kind);
  }
  for (const [name, alternatives] of Object.entries(codes) as [NamingParameter, readonly string[]][]) {
    conditions.push('codes ->> ? IN (SELECT value FROM json_each(?))');
    values.push(name, JSON.stringify(alternatives));
  }
  if (after) {
    conditions.push('(started_at, deletion.id) < (?, ?)');
    values.push(after.at, after.id);
  }
  return { conditions: conditions.join(' AND '), values };
}

async function scan(
  { snapshot, reader, eraseDeleted }: Pick<DeletionConnections, 'snapshot' | 'reader' | 'eraseDeleted'>,
  deletions: readonly Deletion[],
): Promise<string[]> {
  // Until then, freed pages of SQLite may still be in the files.
  if (!(await eraseDeleted())) return [];
  const empty: string[] = [];
  for (const { accountId, id } of deletions) {
    if (await isGone(accountId, id)) empty.push(id);
  }
  return empty;

  async function isGone(accountId: string, id: string): Promise<boolean> {
    let after = '';
    for (;;) {
      const slice = snapshot.read((db) => scanSlice(db, { accountId, id, after, limit: scannedAtOnce }));
      if (slice.isLeft) return false;
      const { accountNumber, seqs, last } = slice;
      if (await reader.run('holdsMemories', { accountNumber, seqs })) return false;
      if (last === null) return true;
      after = last;
    }
  }
}
