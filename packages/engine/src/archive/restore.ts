import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { readCounters, updateCounters } from '../load/counters.ts';
import { indexText } from '../load/postings.ts';
import { allRows, oneNumber } from '../store/rows.ts';
import { inLargeTransaction } from '../store/transaction.ts';
import { archiveColumns } from './archive-columns.ts';
import { identifier, literal } from './quoting.ts';

const sourceOf = (files: readonly string[]): string =>
  `read_parquet([${files.map(literal).join(', ')}], union_by_name = true)`;

/** How many documents archive files bring back. */
export async function countArchived(connection: DuckDBConnection, files: readonly string[]): Promise<number> {
  if (files.length === 0) return 0;
  const newest = `SELECT arg_max(_gone, (_epoch, _doc, _gone)) AS gone FROM ${sourceOf(files)} GROUP BY _id`;
  return oneNumber(connection, `SELECT count(*) FROM (${newest}) WHERE NOT gone`);
}

/**
 * Fills an empty index with the newest state of each document in archive files; ids, versions and system fields are as they
 * were. Fields the files do not have stay empty, columns of fields the index no longer has are left out.
 * @returns how many documents it has
 */
export async function restoreArchive(
  connection: DuckDBConnection,
  layout: IndexLayout,
  files: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  const { nextDoc, nextSegment } = await readCounters(connection, layout);
  if (nextDoc > 0) throw new Error(`The index "${layout.name}" is not empty.`);
  if (files.length === 0) return 0;
  const source = sourceOf(files);
  const present = new Set(
    (await allRows(connection, `DESCRIBE SELECT * FROM ${source}`)).map((row) => String(row.column_name)),
  );
  const columns = archiveColumns(layout).filter(({ name }) => present.has(name));
  const names = ['_doc', '_id', '_version', ...columns.map(({ column }) => column)];
  const values = columns.map(({ name, take }) => take(identifier(name)));
  return inLargeTransaction(connection, async () => {
    await connection.run(
      `INSERT INTO ${layout.docs} (${names.join(', ')})
       SELECT ${['row_number() OVER (ORDER BY _epoch, _doc) - 1', '_id', '_version', ...values].join(', ')}
       FROM (SELECT * FROM ${source} QUALIFY row_number() OVER (PARTITION BY _id ORDER BY _epoch DESC, _doc DESC, _gone DESC) = 1)
       WHERE NOT _gone`,
    );
    signal?.throwIfAborted();
    const documents = await oneNumber(connection, `SELECT count(*) FROM ${layout.docs}`);
    const all = { from: 0, to: documents };
    const segments = await indexText(connection, layout, all, nextSegment, { signal });
    await updateCounters(connection, layout, {
      documents,
      deleted: 0,
      nextDoc: documents,
      nextSegment: segments,
      ts: Date.now(),
    });
    return documents;
  });
}
