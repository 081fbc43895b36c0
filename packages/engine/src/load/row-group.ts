import type { DuckDBConnection } from '@duckdb/node-api';

/** Rows that DuckDB 1.5.6 packs and writes together. */
export const ROW_GROUP = 122_880;

/**
 * Within a transaction: fills the rows of a large segment up to whole row groups with rows that have no term. DuckDB packs and writes a group
 * as soon as it is full and puts it into the table as it is; rows of one that is not wait in memory for the commit, as they came, and are
 * written once more then. The few hundred terms of a segment would fill none in a hundred segments.
 */
export async function fillRowGroup(
  connection: DuckDBConnection,
  table: string,
  segment: number,
  terms: number,
): Promise<void> {
  const rows = Math.ceil(terms / ROW_GROUP) * ROW_GROUP - terms;
  if (rows > 0)
    await connection.run(`INSERT INTO ${table} (segment) SELECT ${Math.trunc(segment)} FROM range(${rows})`);
}
