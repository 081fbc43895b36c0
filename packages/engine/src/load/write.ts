import { createHash } from 'node:crypto';
import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { keepAsTheyAre, longColumnsOf } from '../index/long-texts.ts';
import { runAtOnce } from '../store/at-once.ts';
import { allRows } from '../store/rows.ts';
import type { Counters } from './counters.ts';
import type { WritePlan } from './plan.ts';
import { ownNames, READY } from './stage.ts';
import { systemColumns } from './system-values.ts';

/** Documents per batch share a prefix, which keeps ids short on disk and different between indexes. */
export const idPrefix = (layout: IndexLayout, batch: string): string =>
  createHash('sha256').update(`${layout.name}\n${batch}`).digest('hex').slice(0, 12);

export interface WriteContext {
  readonly batch: string;
  readonly system: Readonly<Record<string, unknown>>;
  readonly ts: number;
  /** Id of a new document instead of a made one; for a single document. */
  readonly id?: string;
}

/** Takes documents out of the index; their last state stays in the history. @returns how many there were */
export async function retire(
  connection: DuckDBConnection,
  layout: IndexLayout,
  which: string,
  { batch, ts }: Pick<WriteContext, 'batch' | 'ts'>,
): Promise<number> {
  await connection.run(
    `INSERT INTO ${layout.history} BY NAME SELECT *, $ts::BIGINT AS _until, $batch AS _until_batch FROM ${layout.docs} WHERE _doc IN (${which})`,
    { ts, batch },
  );
  await connection.run(`INSERT INTO ${layout.gone} SELECT _doc FROM ${layout.docs} WHERE _doc IN (${which})`);
  const result = await connection.run(`DELETE FROM ${layout.docs} WHERE _doc IN (${which})`);
  return result.rowsChanged;
}

export interface Written {
  readonly nextDoc: number;
  /** Documents that made room for a newer state. */
  readonly retired: number;
  /** Documents that were inserted, and those from `nextDoc` on that can be read. */
  readonly written: number;
  readonly visible: number;
}

/** Writes the ready rows of a plan as documents from `nextDoc` on. */
export async function writeDocuments(
  connection: DuckDBConnection,
  layout: IndexLayout,
  plan: WritePlan,
  { nextDoc }: Counters,
  context: WriteContext,
): Promise<Written> {
  if (plan.accepted + plan.replaced === 0) return { nextDoc, retired: 0, written: 0, visible: 0 };
  if (nextDoc === 0) {
    const long = await longColumnsOf(connection, layout, { source: READY, which: 'true' });
    await keepAsTheyAre(connection, layout, long);
  }
  let retired = 0;
  if (plan.written !== null && plan.replaced > 0) {
    retired = await retire(connection, layout, `SELECT old FROM ${plan.written} WHERE old IS NOT NULL`, context);
  }
  const parameters: Record<string, DuckDBValue> = { base: BigInt(nextDoc) };
  const system = systemColumns(layout, { ...context.system, _batch: context.batch }, parameters);
  parameters.id = context.id ?? `${idPrefix(layout, context.batch)}-`;
  const made = context.id === undefined ? '$id || ($base::BIGINT + r.ord)' : '$id';
  const own = ownNames(layout);
  const from = plan.written === null ? `${READY} r` : `${READY} r JOIN ${plan.written} w ON w.ord = r.ord`;
  const id = plan.written === null ? made : `coalesce(w._id, ${made})`;
  const names = ['_doc', '_id', '_version', ...system.map(({ name }) => name), ...own];
  const values = [
    '$base::BIGINT + r.ord',
    id,
    plan.written === null ? '1' : 'w.version',
    ...system.map(({ sql }) => sql),
    ...own.map((name) => `r.${name}`),
  ];
  const inserted = await runAtOnce(
    connection,
    `INSERT INTO ${layout.docs} (${names.join(', ')}) SELECT ${values.join(', ')} FROM ${from}`,
    parameters,
  );
  const written = inserted.rowsChanged;
  if (plan.written === null && written !== plan.accepted) {
    throw new Error(`${written} of ${plan.accepted} rows were written to ${layout.name}`);
  }
  const [found] = await allRows(
    connection,
    `SELECT max(_doc) AS last, count(*) AS rows FROM ${layout.docs} WHERE _doc >= ${Math.trunc(nextDoc)}`,
  );
  return { nextDoc: Number(found?.last) + 1, retired, written, visible: Number(found?.rows) };
}
