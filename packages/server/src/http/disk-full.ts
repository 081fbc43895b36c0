const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);
// By its text: an error of SQLite comes from a thread, which takes its numbers from it.
const SAID = /^database or disk is full$|No space left on device|Disk quota exceeded/;

/** Whether an error, or what it came of, is that the disk has no room: as the system, SQLite and DuckDB each say it. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return CODES.has(Reflect.get(error, 'code')) || SAID.test(error.message) || isDiskFull(error.cause);
}
