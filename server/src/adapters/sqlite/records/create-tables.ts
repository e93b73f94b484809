import type { DatabaseSync } from 'node:sqlite';
import type { AnyKind, FieldType } from '../../../ports/record-store.ts';
import { prepare, readValue } from '../connection/open-database.ts';
import { changeTable, elementTable, quote, quoteAll } from './sql-names.ts';
import { accountNamesTable, columnsOf, indexesOf, isKey, type NamedIndex } from './stored-values.ts';

/**
 * Creates what the store lacks for the kinds: tables, columns and indexes. An index with another definition is rebuilt.
 * A kind with a sequence has it as its row number. Others are stored in the order of their key, unless their records are
 * large: each would take a page of its own.
 */
export function createTables(db: DatabaseSync, kinds: readonly AnyKind[]): void {
  db.exec(accountNamesTable);
  for (const kind of kinds) {
    createTable(db, kind);
    if (kind.sequence !== undefined) createIndex(db, kind, { name: 'key', on: kind.key, unique: true });
    for (const index of indexesOf(kind)) {
      if (index.each !== undefined) createElementTable(db, kind, index);
      else if (!isKey(kind, index)) createIndex(db, kind, index);
    }
    if (kind.logs) createChangeTable(db, kind);
  }
}

function columnType(type: FieldType): string {
  if (type === 'account' || type === 'integer' || type === 'boolean') return 'INTEGER';
  if (type === 'bytes' || type === 'vector') return 'BLOB';
  return type === 'real' ? 'REAL' : 'TEXT';
}

/** Creates the log of changes, which search indexes in memory follow account by account. */
function createChangeTable(db: DatabaseSync, kind: AnyKind): void {
  const table = changeTable(kind);
  db.exec(
    `CREATE TABLE IF NOT EXISTS ${quote(table)} (number INTEGER PRIMARY KEY AUTOINCREMENT, account INTEGER NOT NULL,
       seq INTEGER NOT NULL) STRICT;
     CREATE INDEX IF NOT EXISTS ${quote(`${table}_of`)} ON ${quote(table)} (account, number)`,
  );
}

function createTable(db: DatabaseSync, kind: AnyKind): void {
  const { name, fields, key, sequence, large } = kind;
  const typeOf = (field: string) => columnType(fields[field] as FieldType);
  const columns = columnsOf(kind).map((field) => {
    return `${quote(field)} ${typeOf(field)}${field === sequence ? ' PRIMARY KEY AUTOINCREMENT' : ''}`;
  });
  if (sequence === undefined) columns.push(`PRIMARY KEY (${quoteAll(key)})`);
  const options = sequence === undefined && !large ? 'STRICT, WITHOUT ROWID' : 'STRICT';
  db.exec(`CREATE TABLE IF NOT EXISTS ${quote(name)} (${columns.join(', ')}) ${options}`);
  const stored = prepare<[string]>(db, 'SELECT name FROM pragma_table_info(?)').all(name).flat();
  for (const field of columnsOf(kind)) {
    if (stored.includes(field)) continue;
    // The numbers of a counter begin with zero. Other fields of the stored records are null.
    const zero = kind.counter ? ` DEFAULT ${fields[field] === 'counts' ? "'{}'" : 0}` : '';
    db.exec(`ALTER TABLE ${quote(name)} ADD COLUMN ${quote(field)} ${typeOf(field)}${zero}`);
  }
}

function createIndex(db: DatabaseSync, kind: AnyKind, { name, on, covers = [], unique, where }: NamedIndex): void {
  const condition = where === undefined ? '' : ` WHERE ${quote(where)} IS NOT NULL`;
  const index = `${kind.name}_${name}`;
  const rest = `${quote(index)} ON ${quote(kind.name)} (${quoteAll([...on, ...covers])})${condition}`;
  ensure(db, 'INDEX', index, `CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${rest}`);
}

/** Creates the table of an index with one row for each element. The number of the record stands for it. */
function createElementTable(db: DatabaseSync, kind: AnyKind, { name: index, on, each }: NamedIndex): void {
  const { name, fields, sequence } = kind;
  if (sequence === undefined) throw new Error(`${name} needs a sequence for its index ${index} of elements`);
  const table = elementTable(kind, index);
  const columns = on.map((field) => `${quote(field)} ${columnType(fields[field] as FieldType)} NOT NULL, `).join('');
  const isNew = ensure(
    db,
    'TABLE',
    `${name}_${index}`,
    `CREATE TABLE ${table} (${columns}element TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (${quoteAll(on)}, element, number)) STRICT, WITHOUT ROWID`,
  );
  if (!isNew) return;
  const list = `${quote(name)}.${quote(each as string)}`;
  db.exec(
    `INSERT OR IGNORE INTO ${table} SELECT ${on.map((field) => `${quote(field)}, `).join('')}one.value, ${quote(sequence)}
       FROM ${quote(name)} JOIN json_each(${list}) AS one`,
  );
}

/** Creates an index or table unless it exists with this definition, and returns whether it did. */
function ensure(db: DatabaseSync, type: 'INDEX' | 'TABLE', name: string, sql: string): boolean {
  const stored = readValue<string>(db, 'SELECT sql FROM sqlite_schema WHERE name = ?', name);
  if (stored === sql) return false;
  if (stored !== undefined) db.exec(`DROP ${type} ${quote(name)}`);
  db.exec(sql);
  return true;
}
