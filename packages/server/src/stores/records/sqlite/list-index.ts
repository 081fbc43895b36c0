import { checkPath } from '../item-path.ts';
import type { RecordSearch } from '../port.ts';

export type SortTerm = NonNullable<RecordSearch['sort']>[number];

/** An order in which the live records of one bucket are kept for lists: a partial index of `vertex`, which SQLite maintains. */
export interface ListIndex extends SortTerm {
  readonly bucket: number;
}

/** What the reading thread asks of the writing one: an index that a long list misses, in the place of one that is asked for less. */
export interface IndexWish {
  readonly create: ListIndex;
  /** Name of the index to drop. */
  readonly drop: string | null;
}

/** Lists shorter than this are sorted as they are read; nothing is kept for them. */
export const LONG_LIST = 5000;
/** Each index is work for every write of its bucket. */
export const INDEXES_OF_BUCKET = 6;
/** Each index is opened by every write of the file, of whatever bucket: about 0.2 µs. */
export const INDEXES_OF_FILE = 24;

const PREFIX = 'list:';

/** Columns of a record by which lists may be narrowed and sorted without opening the document. */
export const COLUMNS: ReadonlySet<string> = new Set([
  'id',
  'status',
  'version',
  'ts',
  'ts_modified',
  'ts_status',
  'ts_removed',
]);

/** What a list is sorted by, as SQL; `row` names the vertex. One text for index and statement, or the index is not used. */
function sortValue(field: string, row: string): string {
  checkPath(field);
  if (COLUMNS.has(field)) return `${row}${field}`;
  const steps = field.split('.').map((step) => `"${step}"`);
  return `json_extract(${row}doc, '$.${steps.join('.')}') COLLATE NOCASE`;
}

/** One term of ORDER BY. Said in one term, the document is opened once for each record and not twice. */
export function sortTerm({ field, order }: SortTerm): string {
  const direction = order === 'desc' ? 'DESC' : 'ASC';
  return `${sortValue(field, 'v.')} ${direction}${COLUMNS.has(field) ? '' : ' NULLS LAST'}`;
}

export const listIndexName = ({ bucket, field, order }: ListIndex): string =>
  `${PREFIX}${bucket}:${checkPath(field)}:${order}`;

/** Names of the indexes of one bucket, or of all. */
export const listIndexPattern = (bucket?: number): string => `${PREFIX}${bucket === undefined ? '' : `${bucket}:`}*`;

export const bucketOfIndex = (name: string): number => Number(name.slice(PREFIX.length).split(':')[0]);

/**
 * The records an index holds. No other statement says the bucket in this way, so the planner never takes the index on its own
 * account.
 */
export const indexedRows = (bucket: number, row = 'v.'): string =>
  `${row}bucket + 0 = ${bucket} AND ${row}ts_removed IS NULL`;

/** Records of one value follow each other from the newest write on, whichever way the values go. */
export function createListIndex(index: ListIndex): string {
  const newestFirst = index.order === 'asc' ? ', rid DESC' : '';
  return `CREATE INDEX IF NOT EXISTS "${listIndexName(index)}" ON vertex (${sortValue(index.field, '')}${newestFirst})
    WHERE ${indexedRows(index.bucket, '')}`;
}
