import { BIGINT, BOOLEAN, DOUBLE, type DuckDBType, LIST, listValue, VARCHAR } from '@duckdb/node-api';
import { bind, type Sql, sql } from '../sql.ts';

const PARAMETERS: Readonly<Record<string, DuckDBType>> = {
  VARCHAR,
  DOUBLE,
  BOOLEAN,
  BIGINT,
  INTEGER: BIGINT,
  SMALLINT: BIGINT,
  TINYINT: BIGINT,
};

const TYPE_NAMES: Readonly<Record<string, Sql>> = {
  VARCHAR: sql`VARCHAR`,
  DOUBLE: sql`DOUBLE`,
  BOOLEAN: sql`BOOLEAN`,
  BIGINT: sql`BIGINT`,
  INTEGER: sql`INTEGER`,
  SMALLINT: sql`SMALLINT`,
  TINYINT: sql`TINYINT`,
};

/** Values as a column of rows, one after the other, with their type; anything but plain values is not asked for. */
export function rowsOfValues(values: readonly unknown[], typeName: string): Sql {
  const type = PARAMETERS[typeName] ?? VARCHAR;
  const list = listValue(values.map((value) => given(value, type)));
  return sql`unnest(${bind(list, LIST(type))})::${TYPE_NAMES[typeName] ?? sql`VARCHAR`}`;
}

function given(value: unknown, type: DuckDBType) {
  if (value === null || value === undefined) return null;
  if (type === BIGINT) return BigInt(value as number | bigint);
  if (type === DOUBLE) return Number(value);
  if (type === BOOLEAN) return value === true;
  return String(value);
}
