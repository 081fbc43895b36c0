/** What a batch needs whatever its rows are like, in MB. */
const BASE_MB = 128;
/** What it needs with each column of its rows, on one thread and on several. */
const COLUMN_MB = { one: 1, several: 2.5 };

/**
 * Memory a batch of rows of so many columns needs, in MB: each thread of DuckDB holds two blocks of 256 KB of each column it reads
 * into a table, and a vector or more of each step on its way there. Measured with 30 to 2,000 columns on one, two and eight
 * threads; how many rows there are makes no difference.
 */
export const roomFor = (columns: number, threads: number): number =>
  BASE_MB + Math.ceil(columns * (threads === 1 ? COLUMN_MB.one : COLUMN_MB.several));
