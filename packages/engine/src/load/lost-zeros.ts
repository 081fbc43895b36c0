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
/** Either of the first two, which few columns have. */
const MAY_LOSE = "'^0[0-9]+$|^[0-9]+[.][0-9]+0$'";
/** Columns that are counted in one statement: DuckDB takes twenty seconds to plan the counts of five hundred. */
const AT_ONCE = 50;
/** One in so many has a single decimal where 1.9 and 1.10 are two versions: prices have two each, measures no zero behind them. */
const FEW = 10;

type Found = Readonly<Record<string, unknown>>;

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
  const from = async (columns: readonly string[]): Promise<Found> =>
    (await allRows(connection, `SELECT ${columns.join(', ')} FROM ${source}`, parameters.values))[0] ?? {};
  const may = await from(
    numbers.map(([, index]) => `bool_or(regexp_matches(trim(c${index}), ${MAY_LOSE})) AS c${index}`),
  );
  const doubtful = numbers.filter(([, index]) => may[`c${index}`] === true);
  const lost: LostZeros[] = [];
  for (let begin = 0; begin < doubtful.length; begin += AT_ONCE) {
    const some = doubtful.slice(begin, begin + AT_ONCE);
    const counts = some.flatMap(([, index], at) => zerosOf(`c${index}`).map((count, i) => `${count} AS n${at}_${i}`));
    const found = await from(counts);
    lost.push(...some.flatMap(([field], at) => lostOf(field, (i) => found[`n${at}_${i}`])));
  }
  return lost.toSorted((one, other) => other.rows - one.rows);
}

/** What is told of a field; `counted` by the place in `zerosOf`. */
function lostOf(field: string, counted: (place: number) => unknown): readonly LostZeros[] {
  const told = (place: number): number => Number(counted(place) ?? 0);
  const areVersions = told(4) * FEW >= told(5);
  return [0, ...(areVersions ? [2] : [])].flatMap((place) =>
    told(place) === 0 ? [] : [{ field, rows: told(place), value: String(counted(place + 1)) }],
  );
}
