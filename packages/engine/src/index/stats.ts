import type { DuckDBConnection } from '@duckdb/node-api';
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
}

async function bytesOf(connection: DuckDBConnection, layout: IndexLayout): Promise<number> {
  const blockSize = await oneNumber(connection, 'SELECT block_size FROM pragma_database_size()');
  let blocks = 0;
  for (const table of tablesOf(layout)) {
    const sql = `SELECT count(DISTINCT block_id) FROM pragma_storage_info('${table}') WHERE persistent AND block_id >= 0`;
    blocks += await oneNumber(connection, sql);
  }
  return blocks * blockSize;
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
  };
}
