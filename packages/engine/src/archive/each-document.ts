import type { DuckDBConnection } from '@duckdb/node-api';
import { readSource, readSystem } from '../index/document.ts';
import type { IndexLayout } from '../index/layout.ts';
import type { StoredDocument } from '../load/documents.ts';
import { allRows } from '../store/rows.ts';

/** Documents read at a time. */
const PAGE = 1000;

/** Shows every document in the order they were written; with the next one it waits for `visit`. @returns how many there were */
export async function eachDocument(
  connection: DuckDBConnection,
  layout: IndexLayout,
  visit: (document: StoredDocument) => Promise<void>,
): Promise<number> {
  let count = 0;
  for (let from = 0n; ; ) {
    const sql = `SELECT * FROM ${layout.docs} WHERE _doc >= $from ORDER BY _doc LIMIT ${PAGE}`;
    const rows = await allRows(connection, sql, { from });
    for (const row of rows) {
      const [id, version] = [String(row._id), Number(row._version)];
      await visit({ id, version, system: readSystem(layout, row), source: readSource(layout, row) });
      from = BigInt(Number(row._doc)) + 1n;
    }
    count += rows.length;
    if (rows.length < PAGE) return count;
  }
}
