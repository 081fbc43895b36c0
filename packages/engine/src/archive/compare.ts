import type { DuckDBConnection } from '@duckdb/node-api';
import type { IndexLayout } from '../index/layout.ts';
import { allRows } from '../store/rows.ts';
import { archiveColumns } from './archive-columns.ts';

/** Two indexes of the same fields, document by document. */
export interface IndexComparison {
  readonly documents: number;
  readonly otherDocuments: number;
  /** Documents the first has and the other does not, in the same state. */
  readonly missing: number;
  /** Documents the other has beyond the first. */
  readonly extra: number;
  /** Sums over all documents; equal when the documents are, in whatever order they came. */
  readonly checksum: string;
  readonly otherChecksum: string;
}

/** Names of the fields that two indexes have. */
export function commonFields(one: IndexLayout, other: IndexLayout): ReadonlySet<string> {
  const theirs = new Set(archiveColumns(other).map(({ name }) => name));
  return new Set(archiveColumns(one).flatMap(({ name }) => (theirs.has(name) ? [name] : [])));
}

/** What a document is compared by: its fields and, with `ids`, its id and version. */
export function digest(layout: IndexLayout, common: ReadonlySet<string>, ids: boolean): string {
  const fields = archiveColumns(layout).filter(({ name }) => common.has(name));
  return `hash(${[...(ids ? ['_id', '_version'] : ["''"]), ...fields.map(({ column, give }) => give(column))].join(', ')})`;
}

/**
 * Compares what two indexes hold, exactly: as multisets of documents by a 64-bit digest of their values. Without `ids`, ids and
 * versions are left out: they are given anew when batches are applied again.
 */
export async function compareIndexes(
  connection: DuckDBConnection,
  one: IndexLayout,
  other: IndexLayout,
  ids: boolean,
): Promise<IndexComparison> {
  const common = commonFields(one, other);
  const [row] = await allRows(
    connection,
    `WITH a AS MATERIALIZED (SELECT ${digest(one, common, ids)} AS h FROM ${one.docs}),
          b AS MATERIALIZED (SELECT ${digest(other, common, ids)} AS h FROM ${other.docs})
     SELECT (SELECT count(*) FROM a) AS documents, (SELECT count(*) FROM b) AS others,
       (SELECT count(*) FROM (SELECT h FROM a EXCEPT ALL SELECT h FROM b)) AS missing,
       (SELECT count(*) FROM (SELECT h FROM b EXCEPT ALL SELECT h FROM a)) AS extra,
       (SELECT coalesce(sum(h), 0)::VARCHAR FROM a) AS checksum, (SELECT coalesce(sum(h), 0)::VARCHAR FROM b) AS other_checksum`,
  );
  return {
    documents: Number(row?.documents ?? 0),
    otherDocuments: Number(row?.others ?? 0),
    missing: Number(row?.missing ?? 0),
    extra: Number(row?.extra ?? 0),
    checksum: String(row?.checksum),
    otherChecksum: String(row?.other_checksum),
  };
}
