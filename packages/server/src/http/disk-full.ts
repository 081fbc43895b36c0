const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
// By its text: an error of SQLite comes from a thread, which takes its numbers from it.
const SAID = /^database or disk is full$|No space left on device|Disk quota exceeded/;

/** Whether an error, or what it came of, is that the disk has no room: as the system, SQLite and DuckDB each say it. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return CODES.has(Reflect.get(error, 'code')) || SAID.test(error.message) || isDiskFull(error.cause);
}

/** Bytes that the stores need to write at all: SQLite and DuckDB grow their files by some at once. */
const LEAST = 16 * 2 ** 20;

/** Whether a file system has so little room left that writes fail, or will at the next batch. */
export const isFull = ({ bavail, bsize }: { readonly bavail: number; readonly bsize: number }): boolean =>
  bavail * bsize < LEAST;
