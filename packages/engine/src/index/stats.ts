import type { DuckDBConnection } from '@duckdb/node-api';
import { hasFieldData } from '../search/mapped-field.ts';
import { allPostings } from '../search/text/all-postings.ts';
import { allRows, oneNumber } from '../store/rows.ts';
import type { Activity } from './activity.ts';
import type { IndexLayout } from './layout.ts';
import { tablesOf } from './tables.ts';

/** Statistics of an index (IDX-05). */
export interface IndexStats {
  readonly documents: number;
  /** Documents replaced or removed since the index was made. */
  readonly deleted: number;
  /** On disk, in whole blocks; what the last batches wrote is counted at the next checkpoint. */
  readonly bytes: number;
  readonly shards: number;
  readonly replicas: number;
  readonly partitions: readonly { readonly name: string; readonly documents: number; readonly bytes: number }[];
  /** Epoch ms of the last change; 0 when there was none. */
  readonly refreshed: number;
  readonly activity: Activity;
  /** Bytes of the entries of each completion field, and of the words of each text that is ordered by them (`fielddata`). */
  readonly completion: FieldBytes;
  readonly fielddata: FieldBytes;
}

/** Bytes by the paths of fields. */
export type FieldBytes = Readonly<Record<string, number>>;

async function bytesOf(connection: DuckDBConnection, layout: IndexLayout): Promise<number> {
  const blockSize = await oneNumber(connection, 'SELECT block_size FROM pragma_database_size()');
  let blocks = 0;
  for (const table of tablesOf(layout)) {
    const sql = `SELECT count(DISTINCT block_id) FROM pragma_storage_info('${table}') WHERE persistent AND block_id >= 0`;
    blocks += await oneNumber(connection, sql);
  }
  return blocks * blockSize;
}

async function completionBytes(connection: DuckDBConnection, layout: IndexLayout): Promise<FieldBytes> {
  const sizes: Record<string, number> = {};
  const within = new Set([...layout.fields.values()].flatMap(({ members }) => members));
  for (const [path, field] of layout.fields) {
    const { type, columns, list } = field;
    if (type !== 'completion' || within.has(field)) continue;
    const [entry = ''] = columns.slice(1);
    const bytes = list ? `list_sum(list_transform(${entry}, lambda e: strlen(e)))` : `strlen(${entry})`;
    sizes[path] = await oneNumber(connection, `SELECT coalesce(sum(${bytes}), 0)::BIGINT FROM ${layout.docs}`);
  }
  return sizes;
}

async function wordBytes(connection: DuckDBConnection, layout: IndexLayout): Promise<FieldBytes> {
  const sizes: Record<string, number> = {};
  for (const [path, { postings }] of layout.fields) {
    if (postings === null || !hasFieldData(layout, path)) continue;
    const words = `SELECT DISTINCT term FROM ${allPostings(postings).text}`;
    sizes[path] = await oneNumber(connection, `SELECT coalesce(sum(strlen(term)), 0)::BIGINT FROM (${words})`);
  }
  return sizes;
}

/** `activity` is what is known of the index beside its file. */
export async function readStats(
  connection: DuckDBConnection,
  layout: IndexLayout,
  activity: Activity,
): Promise<IndexStats> {
  const [row] = await allRows(connection, 'SELECT documents, deleted, refreshed FROM catalogue WHERE id = $id', {
    id: layout.id,
  });
  const documents = Number(row?.documents ?? 0);
  const bytes = await bytesOf(connection, layout);
  return {
    documents,
    deleted: Number(row?.deleted ?? 0),
    bytes,
    shards: 1,
    replicas: 0,
    partitions: [{ name: layout.name, documents, bytes }],
    refreshed: Number(row?.refreshed ?? 0),
    activity,
    completion: await completionBytes(connection, layout),
    fielddata: await wordBytes(connection, layout),
  };
}
