import { columnTypes, type IndexLayout } from '../../index/layout.ts';
import type { Sql } from '../sql.ts';
import type { AlikeColumn } from './read-columns.ts';

/** What one column of the documents table holds. */
export interface StoredColumn {
  readonly name: string;
  /** DuckDB's type of a value. */
  readonly type: string;
}

const PLAIN = new Set(['VARCHAR', 'DOUBLE', 'BIGINT', 'INTEGER', 'SMALLINT', 'TINYINT', 'BOOLEAN']);

/** By the columns of their fields, which a layout has in common with those a search makes of it. */
const known = new WeakMap<IndexLayout['own'], ReadonlyMap<string, StoredColumn>>();

/** Columns of single plain values; those of a document never change, for another state is another document. */
export function plainColumns(layout: IndexLayout): ReadonlyMap<string, StoredColumn> {
  const found = known.get(layout.own);
  if (found) return found;
  const columns = [...layout.own, ...layout.system].flatMap(columnTypes).filter(([, type]) => PLAIN.has(type));
  const made = new Map(columns.map(([name, type]) => [name, { name, type }]));
  known.set(layout.own, made);
  return made;
}

const knownLists = new WeakMap<IndexLayout['own'], ReadonlySet<string>>();

/** Names of columns of lists of plain values. */
export function listColumns(layout: IndexLayout): ReadonlySet<string> {
  const isList = ([, type]: readonly [string, string]): boolean => type.endsWith('[]') && PLAIN.has(type.slice(0, -2));
  const found =
    knownLists.get(layout.own) ??
    new Set(
      layout.own
        .flatMap(columnTypes)
        .filter(isList)
        .map(([name]) => name),
    );
  knownLists.set(layout.own, found);
  return found;
}

/**
 * Columns that are often the same in all documents: what says where these come from, and lists and objects nobody filled. Numbers with
 * fractions are not compared, for 0 has two signs.
 */
export function columnsOftenAlike(layout: IndexLayout): readonly AlikeColumn[] {
  const plain = plainColumns(layout);
  const others = layout.own.flatMap(columnTypes).filter(([column]) => !plain.has(column));
  return [...layout.system.flatMap(columnTypes), ...others].map(([column, type]) => ({
    name: column,
    isCompared: type === 'VARCHAR' || type === 'BIGINT',
  }));
}

/** Names of columns in our own SQL: values stand in it as parameters only. */
const COLUMN = /\b(?:f\d+\w*|_\w+)\b/g;

/** The columns an expression reads, by name; null when it reads others than of single plain values. */
export function columnsRead(expression: Sql, layout: IndexLayout): readonly StoredColumn[] | null {
  const plain = plainColumns(layout);
  const read: StoredColumn[] = [];
  for (const each of new Set(expression.text.match(COLUMN) ?? [])) {
    const column = plain.get(each);
    if (column === undefined) return null;
    read.push(column);
  }
  return read.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Columns every documents table has before those of its fields. */
export const META: ReadonlyMap<string, StoredColumn> = new Map(
  [
    { name: '_id', type: 'VARCHAR' },
    { name: '_version', type: 'BIGINT' },
    { name: '_shape', type: 'INTEGER' },
    { name: '_source', type: 'VARCHAR' },
  ].map((column) => [column.name, column]),
);

/** Whether a column holds texts. */
export const isText = ({ type }: StoredColumn): boolean => type === 'VARCHAR';

/** Types of columns of numbers. */
export const NUMBERS: ReadonlySet<string> = new Set(['DOUBLE', 'BIGINT', 'INTEGER', 'SMALLINT', 'TINYINT']);

/** Whether an expression is one column as it is. */
export const isPlain = (expression: Sql, columns: readonly StoredColumn[]): boolean =>
  columns.length === 1 && expression.text === columns[0]?.name;
