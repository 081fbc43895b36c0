/** SQLite says so of a disk that is full, takes or gives nothing, or may not be written or opened. */
const OF_THE_DISK: readonly unknown[] = [8, 10, 13, 14];
const NOT_ALLOWED: readonly unknown[] = ['EACCES', 'EPERM'];

/** What the machine refused, as a file without the right to read it, or a full disk: nothing is wrong with the rows. */
export function isOfTheMachine(cause: unknown): boolean {
  const { syscall, code, errcode } = Object(cause) as Readonly<Record<string, unknown>>;
  return typeof syscall === 'string' || (code === 'ERR_SQLITE_ERROR' && OF_THE_DISK.includes(Number(errcode) & 0xff));
}

/** A fault as a sentence; what the user of the ingestor may not do is told with what to give them. */
export function faultOf(cause: unknown): string {
  const { code, path } = Object(cause) as Readonly<Record<string, unknown>>;
  if (NOT_ALLOWED.includes(code) && typeof path === 'string')
    return `The ingestor may not open ${path}: give the user it runs as the right to (${code}).`;
  return cause instanceof Error ? cause.message : String(cause);
}
