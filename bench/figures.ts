/** Rows on their way in, until they are searchable. */
export interface LoadFigures {
  readonly rows: number;
  readonly rows_per_s: number;
  /** Of raw DuckDB's rows per second, which reads the same file; null where it does not read such files. */
  readonly ratio_duckdb?: number | null;
  /** The same where it reads these rows from CSV. */
  readonly ratio_duckdb_csv?: number;
  /** MB the platform holds at most; null where the system does not tell. */
  readonly peak_rss_mb: number | null;
  /** MB it has on disk. */
  readonly disk_mb: number;
}

/** The middle of several figures; 0 of none. */
export const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

export const round = (value: number, digits = 2): number => Math.round(value * 10 ** digits) / 10 ** digits;

/** Milliseconds that some work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** One divided by the other; null without either. */
export const ratioOf = (one: number | null | undefined, other: number | null | undefined): number | null =>
  one == null || !other ? null : round(one / other);

/** The time so many of 100 stay under, in ms. */
export function percentile(times: readonly number[], percent: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return round(sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? 0);
}
