import type { DuckDBConnection } from '@duckdb/node-api';
import { documentOf } from './hits.ts';
import type { IndexPart } from './part.ts';
import type { Hit } from './response.ts';
import { recordsOf } from './run.ts';
import { and, name, sql, whole } from './sql.ts';

/** Document numbers looked at per statement: DuckDB skips the row groups outside of them, and memory stays flat. */
const STEP = 20_000;

const READING = { source: { kind: 'all' }, version: false } as const;

/** Every match of one index in arrival order, page by page. */
export async function* scanPart(
  part: IndexPart,
  connection: DuckDBConnection,
): AsyncGenerator<readonly Hit[], void, undefined> {
  const { layout, where, postings, constant } = part;
  for (let from = 0; from < postings.capacity; from += STEP) {
    const span = sql`_doc >= ${whole(from)} AND _doc < ${whole(from + STEP)}`;
    const rows = await recordsOf(
      connection,
      sql`SELECT * FROM ${name(layout.docs)} WHERE ${and([span, where])} ORDER BY _doc`,
    );
    if (rows.length > 0) yield rows.map((row) => ({ ...documentOf(layout, row, READING), _score: constant }));
  }
}
