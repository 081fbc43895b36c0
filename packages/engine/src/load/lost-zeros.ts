import type { DuckDBConnection } from '@duckdb/node-api';
import type { FieldType } from '../index/definition.ts';
import type { IndexLayout } from '../index/layout.ts';
import { allRows } from '../store/rows.ts';
import type { BatchRows, LostZeros } from './batch.ts';
import { cellsByPath, csvCells } from './stage.ts';

const NUMBERS: readonly FieldType[] = ['byte', 'short', 'integer', 'long', 'double'];

/** Digits alone: of 00.5 and -007 nobody makes a code. */
const IN_FRONT = "'^0[0-9]+$'";
const BEHIND = "'^[0-9]+[.][0-9]+0$'";
const DECIMALS = "'^[0-9]+[.][0-9]+$'";
const ONE_DECIMAL = "'^[0-9]+[.][0-9]$'";
/** One in so many has a single decimal where 1.9 and 1.10 are two versions: prices have two each, measures no zero behind them. */
const FEW = 10;

const zerosOf = (cell: string): readonly string[] => {
  const counted = (pattern: string): string => `count(*) FILTER (regexp_matches(trim(${cell}), ${pattern}))`;
  const shown = (pattern: string): string =>
    `any_value(trim(${cell})) FILTER (regexp_matches(trim(${cell}), ${pattern}))`;
  return [counted(IN_FRONT), shown(IN_FRONT), counted(BEHIND), shown(BEHIND), counted(ONE_DECIMAL), counted(DECIMALS)];
};

/**
 * Values of numeric fields with zeros in front, or behind the point where some have one decimal as versions do, which numbers
 * do not keep; the field with most of them first.
 */
export async function lostZeros(
  connection: DuckDBConnection,
  layout: IndexLayout,
  rows: BatchRows,
): Promise<readonly LostZeros[]> {
  if (rows.format !== 'csv' || rows.files.length === 0) return [];
  const types = new Map(layout.own.map(({ path, type, list }) => [path, list ? null : type]));
  const numbers = [...cellsByPath(layout, rows)].filter(([path]) => NUMBERS.some((type) => type === types.get(path)));
  if (numbers.length === 0) return [];
  const { source, parameters } = csvCells(rows);
  const counts = numbers.flatMap(([, index], at) => zerosOf(`c${index}`).map((count, i) => `${count} AS n${at}_${i}`));
  const [found] = await allRows(connection, `SELECT ${counts.join(', ')} FROM ${source}`, parameters.values);
  return numbers
    .flatMap(([field], at) => {
      const told = (i: number): number => Number(found?.[`n${at}_${i}`] ?? 0);
      const areVersions = told(4) * FEW >= told(5);
      return [0, ...(areVersions ? [2] : [])].flatMap((i) =>
        told(i) === 0 ? [] : [{ field, rows: told(i), value: String(found?.[`n${at}_${i + 1}`]) }],
      );
    })
    .toSorted((one, other) => other.rows - one.rows);
}
