import type { DuckDBConnection } from '@duckdb/node-api';
import type { FieldType } from '../index/definition.ts';
import type { IndexLayout } from '../index/layout.ts';
import { allRows } from '../store/rows.ts';
import type { WiderType } from './batch.ts';
import { refusedCells } from './rejects.ts';
import { isDoubleText, isLongText } from './typed-sql.ts';

type Wider = WiderType['type'];

const TEXTS: readonly Wider[] = ['keyword'];
const WIDER: Partial<Record<FieldType, readonly Wider[]>> = {
  byte: ['long', 'double', 'keyword'],
  short: ['long', 'double', 'keyword'],
  integer: ['long', 'double', 'keyword'],
  long: ['double', 'keyword'],
  double: TEXTS,
  boolean: TEXTS,
};

const READS: Readonly<Record<Wider, string>> = {
  long: isLongText('x.value'),
  double: isDoubleText('x.value'),
  keyword: "x.value <> ''",
};

/** Of rows that are refused for values of one field alone, how many would be taken if it were of a wider type. */
export async function widerTypes(
  connection: DuckDBConnection,
  layout: IndexLayout,
  table: string,
): Promise<readonly WiderType[]> {
  const types = new Map(
    layout.own.flatMap(({ path, type, list }) => {
      const wider = list ? undefined : WIDER[type];
      return wider ? [[path, wider] as const] : [];
    }),
  );
  const counts = Object.entries(READS).map(
    ([type, reads]) => `coalesce(sum(n) FILTER (list_bool_and(list_transform(c, x -> ${reads}))), 0) AS ${type}`,
  );
  const others = "list_filter(c, x -> x.field <> c[1].field OR x.rule NOT IN ('type', 'range'))";
  const rows = await allRows(
    connection,
    `SELECT c[1].field AS field, ${counts.join(', ')} FROM (${refusedCells(table)}) WHERE len(${others}) = 0 GROUP BY ALL ORDER BY keyword DESC, field`,
  );
  return rows.flatMap((row) => {
    let most = 0;
    return (types.get(String(row.field)) ?? []).flatMap((type) => {
      const taken = Number(row[type]);
      if (taken <= most) return [];
      most = taken;
      return [{ field: String(row.field), type, rows: taken }];
    });
  });
}
