import type { DatabaseSync } from 'node:sqlite';
import { type DatabaseColumn, DatabaseRefused } from './database.ts';

/** A table as reading it needs to know it. */
export interface SqliteTable {
  readonly columns: readonly DatabaseColumn[];
  /** Primary key, else a unique key without NULL, else the number SQLite gives each row; empty for a view. */
  readonly key: readonly string[];
  /** How texts of the key are compared where it is unique: its column may take more of them for the same. */
  readonly collations: ReadonlyMap<string, string>;
  /** Columns that stand first in an index: ordering by them needs no sort. */
  readonly indexed: ReadonlySet<string>;
}

type Row = Readonly<Record<string, unknown>>;

interface Index {
  readonly unique: boolean;
  /** That of the primary key: the number of a row needs none, but in `INTEGER PRIMARY KEY DESC`, which is another column. */
  readonly ofKey: boolean;
  readonly columns: readonly string[];
  /** Of each column. */
  readonly collations: readonly string[];
}

function indexesOf(db: DatabaseSync, table: string): readonly Index[] {
  const list = db.prepare('SELECT name, "unique", origin FROM pragma_index_list(?) WHERE partial = 0').all(table);
  const columns = db.prepare('SELECT name, coll FROM pragma_index_xinfo(?) WHERE key = 1 ORDER BY seqno');
  return list.map((index: Row) => {
    const found: readonly Row[] = columns.all(String(index.name));
    return {
      unique: index.unique === 1,
      ofKey: index.origin === 'pk',
      // An expression in an index has no name
      columns: found.map(({ name }) => (name === null ? '' : String(name))),
      collations: found.map(({ coll }) => String(coll)),
    };
  });
}

function keyOf(found: readonly Row[], indexes: readonly Index[], kind: Row): readonly string[] {
  const primary = found.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
  const never = new Set(found.flatMap(({ name, notnull }) => (notnull === 1 ? [String(name)] : [])));
  const names = primary.map(({ name }) => String(name));
  // For historical reasons other primary keys of SQLite may hold NULL, and more than one
  const isRowNumber =
    primary.length === 1 && String(primary[0]?.type).toUpperCase() === 'INTEGER' && !indexes.some(({ ofKey }) => ofKey);
  if (names.length > 0 && (isRowNumber || kind.wr === 1 || names.every((name) => never.has(name)))) return names;
  const unique = indexes.find((index) => index.unique && index.columns.every((name) => never.has(name)));
  if (unique) return unique.columns;
  const taken = new Set(found.map(({ name }) => String(name).toLowerCase()));
  const number = ['rowid', '_rowid_', 'oid'].find((name) => !taken.has(name));
  return kind.type === 'table' && number ? [number] : [];
}

function collationsOf(key: readonly string[], indexes: readonly Index[]): ReadonlyMap<string, string> {
  const index = indexes.find(({ unique, columns }) => unique && columns.join('\0') === key.join('\0'));
  return new Map(key.flatMap((name, i) => (index?.collations[i] ? [[name, index.collations[i]] as const] : [])));
}

function columnKey(name: string, primary: boolean, indexes: readonly Index[]): DatabaseColumn['key'] {
  if (primary) return 'primary';
  if (indexes.some(({ unique, columns }) => unique && columns.length === 1 && columns[0] === name)) return 'unique';
  return indexes.some(({ columns }) => columns[0] === name) ? 'index' : '';
}

/** Names of tables and views; those of SQLite itself are left out. */
export function sqliteTables(db: DatabaseSync): readonly string[] {
  const sql = `SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`;
  return db
    .prepare(sql)
    .all()
    .map(({ name }) => String(name));
}

/** @throws DatabaseRefused when there is no such table */
export function sqliteTable(db: DatabaseSync, table: string): SqliteTable {
  const found: readonly Row[] = db
    .prepare('SELECT name, type, "notnull", pk FROM pragma_table_xinfo(?) WHERE hidden <> 1 ORDER BY cid')
    .all(table);
  if (found.length === 0) {
    const there = sqliteTables(db).slice(0, 40).join(', ') || 'none';
    throw new DatabaseRefused('table', `There is no table '${table}' in this file. Its tables are: ${there}.`);
  }
  const kind: Row =
    db.prepare("SELECT type, wr FROM pragma_table_list WHERE schema = 'main' AND name = ? COLLATE NOCASE").get(table) ??
    {};
  const indexes = indexesOf(db, table);
  const key = keyOf(found, indexes, kind);
  return {
    columns: found.map(({ name, type, notnull, pk }) => ({
      name: String(name),
      type: String(type).toLowerCase(),
      nullable: notnull !== 1,
      key: columnKey(String(name), Number(pk) > 0, indexes),
    })),
    key,
    collations: collationsOf(key, indexes),
    indexed: new Set(indexes.flatMap(({ columns }) => columns[0] ?? [])),
  };
}
