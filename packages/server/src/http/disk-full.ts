const SQLITE_FULL = 13;
const CODES: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT']);

/** Whether an error, or what it came of, is that the disk has no room: as the system, SQLite and DuckDB each say it. */
export function isDiskFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isSqlite = Reflect.get(error, 'code') === 'ERR_SQLITE_ERROR';
  return (
    CODES.has(Reflect.get(error, 'code')) ||
    (isSqlite && Reflect.get(error, 'errcode') === SQLITE_FULL) ||
    /No space left on device|Disk quota exceeded/.test(error.message) ||
    isDiskFull(error.cause)
  );
}
