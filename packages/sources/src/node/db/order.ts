import { DatabaseRefused, type Position, type ReadTable } from './database.ts';

/** How values of a column are written into a statement again; null = no order can be kept by it. */
export type KeyKind = 'number' | 'text' | 'binary' | null;

/** A column rows are ordered by. */
export interface KeyColumn {
  readonly name: string;
  readonly kind: Exclude<KeyKind, null>;
}

/** What an SQL dialect writes differently. */
export interface Writing {
  readonly name: (identifier: string) => string;
  readonly literal: (value: string, kind: KeyColumn['kind'], column: string) => string;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/** A number as it stands, checked, because it goes into the statement unquoted. */
export function numberLiteral(value: string): string {
  if (!NUMBER.test(value)) throw new DatabaseRefused('cursor', `'${value.slice(0, 64)}' is no number to read on from.`);
  return value;
}

/**
 * The condition for rows behind `after` in the order of `keys`: NULL stands first. Written out column by column, because
 * MariaDB finds no range of an index in a comparison of rows.
 */
export function behind(keys: readonly KeyColumn[], after: Position, writing: Writing): string {
  if (after.length !== keys.length) {
    const wanted = keys.map(({ name }) => name).join(', ');
    throw new DatabaseRefused(
      'cursor',
      `The kept position has ${after.length} values, the order ${wanted} needs ${keys.length}. Read from the start.`,
    );
  }
  const [first, ...rest] = keys;
  if (!first) return '1 = 1';
  const [value = null, ...values] = after;
  const column = writing.name(first.name);
  const literal = (text: string): string => writing.literal(text, first.kind, first.name);
  const greater = value === null ? `${column} IS NOT NULL` : `${column} > ${literal(value)}`;
  if (rest.length === 0) return greater;
  const equal = value === null ? `${column} IS NULL` : `${column} = ${literal(value)}`;
  const further = `(${greater} OR (${equal} AND ${behind(rest, values, writing)}))`;
  return value === null ? further : `(${column} >= ${literal(value)} AND ${further})`;
}

/** From where on the rows of a table are read. */
export interface ReadFrom extends Pick<ReadTable, 'since' | 'nulls'> {
  readonly after: Position | null;
}

export const rangeOf = ({ since = null, nulls = false }: ReadTable): Omit<ReadFrom, 'after'> => ({ since, nulls });

/** The WHERE clause of rows from a value of the cursor on, and behind a position. */
export function whereOf(
  keys: readonly KeyColumn[],
  { since = null, nulls = false, after }: ReadFrom,
  writing: Writing,
): string {
  const [first] = keys;
  const conditions: string[] = [];
  if (first && since !== null) {
    const column = writing.name(first.name);
    const reached = `${column} >= ${writing.literal(since, first.kind, first.name)}`;
    conditions.push(nulls ? `(${reached} OR ${column} IS NULL)` : reached);
  }
  if (after !== null) conditions.push(behind(keys, after, writing));
  return conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`;
}

/** A column as the choice of an order needs it. */
export interface Orderable {
  readonly name: string;
  readonly kind: KeyKind;
}

/** Columns of a table and those of its key: the primary key, else a unique key without NULL; empty when it has neither. */
export interface TableShape {
  readonly columns: readonly Orderable[];
  readonly key: readonly string[];
}

/** The order to read by: the cursor, then the key for rows with the same cursor. @throws DatabaseRefused */
export function orderOf({ columns, key }: TableShape, cursor: string | undefined): readonly KeyColumn[] {
  const kinds = new Map(columns.map(({ name, kind }) => [name, kind]));
  const usable = key.every((name) => kinds.get(name));
  const columnOf = (name: string): KeyColumn => ({ name, kind: kinds.get(name) ?? 'text' });
  if (cursor === undefined || cursor === '') return usable ? key.map(columnOf) : [];
  const kind = kinds.get(cursor);
  if (kind === undefined) {
    throw new DatabaseRefused(
      'cursor',
      `The table has no column '${cursor}'. It has ${[...kinds.keys()].slice(0, 40).join(', ')}.`,
    );
  }
  if (kind === null) {
    throw new DatabaseRefused(
      'cursor',
      `Reading cannot go on by '${cursor}': its type keeps no exact order. Choose a whole number, a date or a text column.`,
    );
  }
  if (key.length === 0 || !usable) {
    throw new DatabaseRefused(
      'cursor',
      `The table has no primary or unique key, so rows with the same '${cursor}' cannot be told apart. Give it a key, or read it whole.`,
    );
  }
  return [cursor, ...key.filter((name) => name !== cursor)].map(columnOf);
}
