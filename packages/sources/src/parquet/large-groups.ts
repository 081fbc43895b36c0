import type { FileMetaData, RowGroup } from 'hyparquet';
import { FileRefused } from '../refusal.ts';

/** A row group is held whole while it is read. */
const GROUP_BYTES = 512 * 1024 * 1024;
/** Its values are in memory all at once, some bytes each, though a page tells many that are alike in a few. */
const GROUP_VALUES = 64 * 1024 * 1024;

/** The refusal of a row group that does not fit the memory. */
const largeGroup = (what: string): FileRefused =>
  new FileRefused('large', `A row group of the Parquet file ${what}. Write it with smaller row groups.`);

const LARGE = 'is larger than 512 MB';

/** @throws FileRefused for a file with a row group that does not fit the memory, by what the file says of it */
export function refuseLargeGroups({ row_groups: groups }: FileMetaData): void {
  if (groups.some((group) => !(Number(group.total_byte_size) <= GROUP_BYTES))) throw largeGroup(LARGE);
  const valuesOf = ({ columns }: RowGroup): number =>
    columns.reduce((sum, { meta_data: column }) => sum + Number(column?.num_values ?? 0), 0);
  if (groups.some((group) => !(Number(group.num_rows) <= GROUP_VALUES && valuesOf(group) <= GROUP_VALUES)))
    throw largeGroup('holds more than 67 million values');
}

/** @throws FileRefused for a row group whose pages say to unpack to so many bytes */
export function refuseLargePages(bytes: number): void {
  if (bytes > GROUP_BYTES) throw largeGroup(LARGE);
}
