import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { postingsOf } from '../index/tables.ts';
import { allRows, oneNumber } from '../store/rows.ts';

/** Words of a field beyond which its terms have an index, and terms of all segments together up to which: DuckDB is slow to take many out. */
const LIMITS = { words: 16_000_000, terms: 50_000 };

const indexOf = (postings: string): string => `${postings}_terms`;

/**
 * Gives the terms of large fields an index. DuckDB reads all the lists around a word's otherwise, whatever few are asked for, and those of
 * a field with so many words are not kept in memory. Only where the terms are few, as names, places and kinds have it: where they are many,
 * the lists around one are short.
 */
export async function keepTermIndexes(
  connection: DuckDBConnection,
  layout: IndexLayout,
  limits = LIMITS,
): Promise<void> {
  for (const change of await changesDue(connection, layout, limits)) await connection.run(change);
}

/** Whether `keepTermIndexes` has anything to do. */
export const isTermIndexDue = async (connection: DuckDBConnection, layout: IndexLayout): Promise<boolean> =>
  (await changesDue(connection, layout, LIMITS)).length > 0;

async function changesDue(
  connection: DuckDBConnection,
  layout: IndexLayout,
  limits: typeof LIMITS,
): Promise<readonly string[]> {
  const changes: string[] = [];
  for (const table of postingsOf(layout)) {
    const [sums] = await allRows(
      connection,
      `SELECT coalesce(sum(tokens), 0) AS words, coalesce(sum(terms), 0) AS terms FROM segments WHERE table_name = '${table}'`,
    );
    if (Number(sums?.words) <= limits.words) continue;
    const isWanted = Number(sums?.terms) <= limits.terms;
    const named = { name: indexOf(table) };
    const isThere =
      (await oneNumber(connection, 'SELECT count(*) FROM duckdb_indexes() WHERE index_name = $name', named)) > 0;
    if (isWanted && !isThere) changes.push(`CREATE INDEX ${indexOf(table)} ON ${table} (term)`);
    if (isThere && !isWanted) changes.push(`DROP INDEX ${indexOf(table)}`);
  }
  return changes;
}
