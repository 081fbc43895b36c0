import { lineOf } from '@datasarana/sources';
import type { DuckDBConnection, JS } from '@duckdb/node-api';
import { readSource } from '../index/document.ts';
import type { IndexLayout } from '../index/layout.ts';
import { allRows } from '../store/rows.ts';
import type { BatchRows, DryRunLook, ReplacedPair } from './batch.ts';
import { lostZeros } from './lost-zeros.ts';
import { CHAIN, keyColumns, WRITTEN, type WritePlan } from './plan.ts';
import { rejectCauses } from './rejects.ts';
import { ownNames, READY, REFUSED } from './stage.ts';
import { widerTypes } from './wider-types.ts';

/** Pairs and groups that are shown; the counts are of all. */
const SHOWN = 20;
const LINES_SHOWN = 10;
/** Of a text that a new record holds: enough to know it by. */
const LETTERS_SHOWN = 1000;

type Fields = Readonly<Record<string, unknown>>;

/** Looks at what was planned, while the temporary tables of the batch stand. */
export async function lookAtPlan(
  connection: DuckDBConnection,
  layout: IndexLayout,
  rows: BatchRows,
  plan: WritePlan,
): Promise<DryRunLook> {
  const line = (ordinal: number): number => (rows.format === 'rows' ? ordinal + 1 : lineOf(rows.lines, ordinal));
  return {
    added: plan.accepted === 0 ? [] : await addedRows(connection, layout, plan, line),
    replaced: plan.written === null || plan.replaced === 0 ? [] : await replacedPairs(connection, layout, line),
    duplicates: await duplicates(connection, layout, plan, line),
    causes: await rejectCauses(connection, `temp.${REFUSED}`),
    wider: await widerTypes(connection, layout, `temp.${REFUSED}`),
    zeros: await lostZeros(connection, layout, rows),
  };
}

async function addedRows(
  connection: DuckDBConnection,
  layout: IndexLayout,
  plan: WritePlan,
  line: (ordinal: number) => number,
): Promise<DryRunLook['added']> {
  const isNew = plan.written === null ? '' : `WHERE ord IN (SELECT ord FROM ${WRITTEN} WHERE old IS NULL)`;
  const found = await allRows(
    connection,
    `SELECT ord, ${ownNames(layout).join(', ')} FROM ${READY} ${isNew} ORDER BY ord LIMIT ${SHOWN}`,
  );
  return found.map((row) => ({ line: line(Number(row.ord)), values: begun(readSource(layout, row)) }));
}

const begun = (values: Fields): Fields =>
  JSON.parse(JSON.stringify(values), (_key, value) =>
    typeof value === 'string' && value.length > LETTERS_SHOWN ? `${value.slice(0, LETTERS_SHOWN)}…` : value,
  );

async function replacedPairs(
  connection: DuckDBConnection,
  layout: IndexLayout,
  line: (ordinal: number) => number,
): Promise<readonly ReplacedPair[]> {
  const stored = await allRows(
    connection,
    `SELECT w.ord, d.* FROM ${WRITTEN} w JOIN ${layout.docs} d ON d._doc = w.old ORDER BY w.ord LIMIT ${SHOWN}`,
  );
  const coming = await readyRows(
    connection,
    layout,
    stored.map((row) => Number(row.ord)),
  );
  return stored.flatMap((row) => {
    const next = coming.get(Number(row.ord));
    if (next === undefined) return [];
    const [before, after] = [readSource(layout, row), readSource(layout, next)];
    const changed = layout.own.flatMap(({ path, columns }) =>
      columns.some((name) => !alike(row[name], next[name])) ? [path] : [],
    );
    return [{ id: String(row._id), line: line(Number(row.ord)), before, after, changed }];
  });
}

const plain = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value);
const alike = (one: JS | undefined, other: JS | undefined): boolean =>
  one === other || JSON.stringify(one ?? null, plain) === JSON.stringify(other ?? null, plain);

/** Ready rows by ordinal. */
async function readyRows(connection: DuckDBConnection, layout: IndexLayout, ordinals: readonly number[]) {
  if (ordinals.length === 0) return new Map<number, Readonly<Record<string, JS>>>();
  const found = await allRows(
    connection,
    `SELECT ord, ${ownNames(layout).join(', ')} FROM ${READY} WHERE ord IN (${ordinals.map(Math.trunc).join(', ')})`,
  );
  return new Map(found.map((row) => [Number(row.ord), row]));
}

async function duplicates(
  connection: DuckDBConnection,
  layout: IndexLayout,
  plan: WritePlan,
  line: (ordinal: number) => number,
): Promise<DryRunLook['duplicates']> {
  const keys = keyColumns(layout);
  const by = keys.length > 0 ? 'key' : 'row';
  const none = { by, groups: 0, rows: 0, first: [] } as const;
  if (by === 'key' && plan.written === null) return none;
  const from =
    by === 'key'
      ? `SELECT head, count(*) AS n, list(ord ORDER BY ord)[1:${LINES_SHOWN}] AS ords FROM ${CHAIN} GROUP BY head`
      : `SELECT min(ord) AS head, count(*) AS n, list(ord ORDER BY ord)[1:${LINES_SHOWN}] AS ords FROM ${READY}
         GROUP BY hash(${ownNames(layout).join(', ')}) HAVING count(*) > 1`;
  const groups = await allRows(
    connection,
    `SELECT head, n, ords, count(*) OVER () AS groups, sum(n) OVER () AS rows FROM (${from}) ORDER BY head LIMIT ${SHOWN}`,
  );
  const [total] = groups;
  if (total === undefined) return none;
  const heads = await readyRows(
    connection,
    layout,
    groups.map(({ head }) => Number(head)),
  );
  const first = groups.map(({ head, n, ords }) => ({
    values: valuesOf(layout, heads.get(Number(head)), by),
    rows: Number(n),
    lines: Array.isArray(ords) ? ords.map((ord) => line(Number(ord))) : [],
  }));
  return { by, groups: Number(total.groups), rows: Number(total.rows), first };
}

function valuesOf(layout: IndexLayout, row: Readonly<Record<string, JS>> | undefined, by: 'key' | 'row'): Fields {
  if (row === undefined) return {};
  const source = readSource(layout, row);
  if (by === 'row') return source;
  return Object.fromEntries(layout.definition.keyFields.map((path) => [path, source[path.split('.')[0] ?? '']]));
}
