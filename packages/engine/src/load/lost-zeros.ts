import type { DuckDBConnection } from '@duckdb/node-api';
import type { FieldType } from '../index/definition.ts';
import type { IndexLayout } from '../index/layout.ts';
import { allRows } from '../store/rows.ts';
import type { BatchRows, LostZeros } from './batch.ts';
import { cellsByPath, csvCells } from './stage.ts';

const NUMBERS: readonly FieldType[] = ['byte', 'short', 'integer', 'long', 'double'];

/** Digits alone: of 00.5 and -007 nobody makes a code. */
const ZEROS = "'^\\s*0[0-9]+\\s*$'";

/** Values of numeric fields that begin with zeros, which numbers do not keep; the field with most of them first. */
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
  const counts = numbers.flatMap(([, index], at) => {
    const isLost = `FILTER (regexp_matches(c${index}, ${ZEROS}))`;
    return [`count(*) ${isLost} AS n${at}`, `any_value(trim(c${index})) ${isLost} AS v${at}`];
  });
  const [found] = await allRows(connection, `SELECT ${counts.join(', ')} FROM ${source}`, parameters.values);
  return numbers
    .flatMap(([field], at) => {
      const lost = Number(found?.[`n${at}`] ?? 0);
      return lost === 0 ? [] : [{ field, rows: lost, value: String(found?.[`v${at}`]) }];
    })
    .toSorted((one, other) => other.rows - one.rows);
}
