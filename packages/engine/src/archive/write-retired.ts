import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { oneNumber } from '../store/rows.ts';
import { commonFields, digest } from './compare.ts';
import { literal } from './quoting.ts';
import { ARCHIVE_START, type ArchivedStates, type ArchivePosition, begin } from './write-archive.ts';

/**
 * Writes that the documents of an index are gone, as far as another one that takes its place holds them: batches that are applied
 * again give other ids, and the archive would bring back both. The next pass writes the whole new index.
 */
export async function writeRetired(
  connection: DuckDBConnection,
  present: IndexLayout,
  made: IndexLayout,
  position: ArchivePosition,
  file: string,
): Promise<ArchivedStates> {
  const common = commonFields(present, made);
  const { epoch } = await begin(connection, present, position);
  await connection.run(
    `COPY (
       WITH mine AS (SELECT _doc, _id, _version, ${digest(present, common, false)} AS h FROM ${present.docs}),
            theirs AS (SELECT ${digest(made, common, false)} AS h, count(*) AS n FROM ${made.docs} GROUP BY ALL)
       SELECT ${epoch} AS _epoch, _doc, _id, _version, true AS _gone
       FROM (SELECT *, row_number() OVER (PARTITION BY h ORDER BY _doc) AS nth FROM mine) JOIN theirs USING (h) WHERE nth <= n
       ORDER BY _doc
     ) TO ${literal(file)} (FORMAT parquet, COMPRESSION zstd)`,
  );
  const removals = await oneNumber(connection, `SELECT count(*) FROM read_parquet(${literal(file)})`);
  return { states: 0, removals, position: { ...ARCHIVE_START, epoch: epoch + 1 } };
}
