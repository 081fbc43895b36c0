/** Why the disk takes nothing, which is no fault of what was to be written: it can be written once an administrator has mended it. */
export type DiskTrouble = 'full' | 'unwritable' | 'too many files';

interface Sign {
  readonly trouble: DiskTrouble;
  readonly codes: ReadonlySet<unknown>;
  /** By its text: an error of SQLite comes from a thread, which takes its numbers from it. */
  readonly said: RegExp;
}

const SIGNS: readonly Sign[] = [
  {
    trouble: 'full',
    codes: new Set(['ENOSPC', 'EDQUOT']),
    said: /^database or disk is full$|No space left on device|Disk quota exceeded/,
  },
  {
    trouble: 'unwritable',
    codes: new Set(['EACCES', 'EPERM', 'EROFS']),
    said: /^attempt to write a readonly database$|^unable to open database file$|Cannot open file "[^"]*": (Permission denied|Read-only file system)/,
  },
  { trouble: 'too many files', codes: new Set(['EMFILE', 'ENFILE']), said: /Too many open files/ },
];

/** What is wrong with the disk by an error, or by what it came of: as the system, SQLite and DuckDB each say it; null when it is something else. */
export function diskTroubleOf(error: unknown): DiskTrouble | null {
  if (!(error instanceof Error)) return null;
  // a call that is no file's: of an address that may not be listened at, or a line that may not be opened
  const isFile = Reflect.get(error, 'address') === undefined;
  const code: unknown = Reflect.get(error, 'code');
  const sign = isFile ? SIGNS.find(({ codes, said }) => codes.has(code) || said.test(error.message)) : undefined;
  return sign?.trouble ?? diskTroubleOf(error.cause);
}

/** Bytes that the stores need to write at all: SQLite and DuckDB grow their files by some at once. */
const LEAST = 16 * 2 ** 20;

/** Whether a file system has so little room left that writes fail, or will at the next batch. */
export const isFull = ({ bavail, bsize }: { readonly bavail: number; readonly bsize: number }): boolean =>
  bavail * bsize < LEAST;
