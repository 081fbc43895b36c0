import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import type { Source } from '@datasarana/sources';
import type { Input, Mark } from '../state/rows.ts';
import { placeOf } from '../tasks/read-task.ts';
import { pathsLike } from './names-in.ts';

/** A file as it is now. */
export interface Seen {
  readonly name: string;
  readonly size: number;
  readonly mtime: number;
  /** Number of the file itself, which stays when it gets another name; 0 = unknown. */
  readonly ino: number;
  /** When the file was made, in ms: another one may get its number once it is deleted. 0 = unknown. */
  readonly born: number;
  /** When anything of the file was changed, its names and its times among it, in ms; nobody can set it. 0 = unknown. */
  readonly touched: number;
  /** Number of the file system, within which `ino` is one file's. */
  readonly dev: number;
}

type Numbers = Pick<Seen, 'ino' | 'born' | 'touched'>;

/** What tells a file from others, whatever their names are. */
export const numberOf = ({ ino, born, touched }: Seen): Numbers => ({ ino, born, touched });

/** Whether two names lead to one file. */
export const isSameFile = (one: Seen, other: Seen): boolean =>
  one.ino !== 0 && one.ino === other.ino && one.dev === other.dev && one.born === other.born;

/**
 * Whether a file has the number that was noted of one. Where the system does not know when a file was made it names the last time it
 * was renamed, which is behind that of its last byte.
 */
export function hasNumber({ ino, born }: Mark, file: Seen): boolean {
  const isYounger =
    typeof born === 'number' && born > 0 && file.born > 0 && born !== file.born && file.born <= file.mtime;
  return file.ino !== 0 && ino === file.ino && !isYounger;
}

const SEAL_BYTES = 64 * 1024;

async function seenAt(name: string): Promise<readonly Seen[]> {
  try {
    const found = await stat(name);
    if (!found.isFile()) return [];
    const { size, mtimeMs: mtime, ino, birthtimeMs: born, ctimeMs: touched, dev } = found;
    return [{ name, size, mtime, ino, born, touched, dev }];
  } catch (cause) {
    if (Object(cause).code === 'ENOENT' || Object(cause).code === 'ENOTDIR') return [];
    throw cause;
  }
}

/** A name that leads nowhere, as a link in a circle: opening it says why, and the other files are read. */
const unseen = (name: string): Seen => ({ name, size: 0, mtime: 0, ino: 0, born: 0, touched: 0, dev: 0 });

/** Whether a name led nowhere. */
export const isUnseen = ({ size, mtime, ino }: Seen): boolean => size === 0 && mtime === 0 && ino === 0;

/** Stands in a name for what is no UTF-8. */
const NO_LETTER = '\ufffd';

/** The file system refuses the name of a file. */
class NameRefused extends Error {
  readonly syscall = 'open';
}

/** Asks again for a name that led nowhere. @throws why it does, Moved when it leads to a file now */
export async function refuseUnseen(file: Seen): Promise<void> {
  if (!isUnseen(file)) return;
  try {
    await stat(file.name);
  } catch (cause) {
    if (!file.name.includes(NO_LETTER)) throw cause;
    throw new NameRefused('The name of this file is not UTF-8, so that it cannot be opened. Give it another name.', {
      cause,
    });
  }
  throw new Moved(`${file.name} can be looked at again.`);
}

/** In the order they were written. */
export const oldestFirst = <T extends Pick<Seen, 'name' | 'mtime'>>(files: readonly T[]): readonly T[] =>
  files.toSorted((a, b) => a.mtime - b.mtime || a.name.localeCompare(b.name));

async function* eachAt(pattern: string): AsyncGenerator<Seen> {
  const itself = await seenAt(pattern);
  yield* itself;
  if (!(itself.length > 0 ? /[*?]/ : /[*?[{]/).test(pattern)) return;
  for await (const name of pathsLike(pattern)) {
    if (itself.length > 0 && name === pattern) continue;
    const seen = await seenAt(name).catch(() => [unseen(name)]);
    yield* seen.length === 0 && name.includes(NO_LETTER) && (await isNowhere(name)) ? [unseen(name)] : seen;
  }
}

const isNowhere = (name: string): Promise<boolean> =>
  stat(name).then(
    () => false,
    () => true,
  );

/**
 * Files of a name or pattern, oldest first. A file whose own name reads like a pattern is that file; one that a shell called `*.csv`,
 * as it found none of them, is one of those. @throws when the folder cannot be read
 */
export async function filesAt(pattern: string): Promise<readonly Seen[]> {
  return oldestFirst(await Array.fromAsync(eachAt(pattern)));
}

/** Files that were uploaded for a source, and those that it names, one after the other. @throws when the folder cannot be read */
export async function* filesOf(source: Source, uploads: string): AsyncGenerator<Seen> {
  for await (const name of pathsLike(`${uploads}/*.*`)) if (!name.endsWith('.part')) yield* await seenAt(name);
  yield* eachAt(placeOf(source));
}

/** A file as it is under its name now; null when there is none. */
export async function fileNow(name: string): Promise<Seen | null> {
  return (await seenAt(name).catch(() => []))[0] ?? null;
}

/** A file as it was looked at, before its name was opened. */
type Looked = Pick<Seen, 'name' | 'size' | 'mtime'> & { readonly ino: unknown };

/** Another file has the name of one that was looked at, as when a log is rotated: the next look tells which. */
export class Moved extends Error {}

/**
 * Asks what was opened, as a name may lead elsewhere before and after. Some file systems number a file anew though nothing
 * happened to it. @throws Moved when it is another file than the one that was looked at
 */
export async function refuseOther({ name, size, mtime, ino }: Looked, handle: FileHandle): Promise<void> {
  if (typeof ino !== 'number' || ino === 0) return;
  const now = await handle.stat();
  if (now.ino !== ino && (now.size < size || now.mtimeMs !== mtime)) throw new Moved(`${name} is another file by now.`);
}

/** One that was seen under two names, as it got the other just then, is found under that. @throws Moved when it has this name no more */
export async function refuseMoved({
  name,
  size,
  mtime,
  ino,
}: Pick<Seen, 'name' | 'size' | 'mtime' | 'ino'>): Promise<void> {
  if (ino === 0) return;
  const now = await fileNow(name);
  if (now === null || (now.ino !== ino && (now.size < size || now.mtime !== mtime)))
    throw new Moved(`${name} is called otherwise by now.`);
}

/** The folder that the names of a pattern begin with. */
export function folderOf(pattern: string): string {
  const parts = pattern.split('/');
  const fixed = parts.findIndex((part) => /[*?[{]/.test(part));
  return parts.slice(0, fixed < 0 ? -1 : fixed).join('/') || '/';
}

/** What tells a folder from another one at its place, as from that on which a share is mounted; null when there is none. */
export async function folderNow(folder: string): Promise<string | null> {
  const found = await stat(folder).catch(() => null);
  return found && `${folder} ${found.dev}:${found.ino}`;
}

/** What changes when a folder gets another name, or anything in it; null when there is none. */
export const folderState = (folder: string): Promise<string | null> =>
  stat(folder).then(
    ({ dev, ino, ctimeMs }) => `${dev}:${ino}:${ctimeMs}`,
    () => null,
  );

/** Whether a file is not in a folder that is there all the while: one that went and came back, as a share, took its files along. */
export async function isAbsent(name: string, folder: string): Promise<boolean> {
  const before = await folderState(folder);
  return before !== null && (await fileNow(name)) === null && (await folderState(folder)) === before;
}

/** Why a name or pattern can lead to no file: its folder is not there, or it is one itself; null when it can. */
export async function obstacleAt(pattern: string): Promise<string | null> {
  const folder = folderOf(pattern);
  const place = await kindOf(folder);
  if (place === null) return `The folder ${folder} is not there.`;
  if (place !== 'folder') return `${folder} is a file, not a folder.`;
  const kind = await kindOf(pattern);
  if (kind === 'other') return `${pattern} is no file: pipes, sockets and devices are not read.`;
  return kind === 'folder' ? `${pattern} is a folder: name the files in it, like ${pattern}/*.csv.` : null;
}

async function kindOf(name: string): Promise<'file' | 'folder' | 'other' | null> {
  try {
    const found = await stat(name);
    return found.isDirectory() ? 'folder' : found.isFile() ? 'file' : 'other';
  } catch (cause) {
    if (Object(cause).code === 'ENOENT' || Object(cause).code === 'ENOTDIR') return null;
    throw cause;
  }
}

/**
 * Opens a file by its name, which may lead elsewhere since it was looked at: a pipe that nobody writes to would be waited for without
 * end. @throws Moved when it leads to no file
 */
export async function openToRead(name: string): Promise<FileHandle> {
  const handle = await open(name, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  throw new Moved(`${name} is no file by now.`);
}

/** Tells the first bytes of a file, and the last ones before `at`, from all others. */
export async function sealOf(handle: FileHandle, at: number): Promise<string> {
  const hash = createHash('sha256');
  for (const from of new Set([0, Math.max(0, at - SEAL_BYTES)])) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(Math.min(SEAL_BYTES, at - from)), 0, undefined, from);
    hash.update(buffer.subarray(0, bytesRead));
  }
  return `${at}:${hash.digest('base64')}`;
}

/** What a file begins with: something else once it was cut and written anew. */
export const headOf = (handle: FileHandle, size: number): Promise<string> => sealOf(handle, Math.min(size, SEAL_BYTES));

const placeOfSeal = (seal: string): number => Number(seal.split(':')[0]);

/** Whether what a seal was taken of stands unchanged in a file. */
export const isSealed = async (handle: FileHandle, seal: string): Promise<boolean> =>
  (await sealOf(handle, placeOfSeal(seal))) === seal;

/**
 * Whether what was read of an input stands unchanged in a file, so that only what was added is to be read.
 * @throws Moved, or ENOENT, when the file has its name no more
 */
export async function isContinued({ mark }: Input, file: Seen): Promise<boolean> {
  const { seal, offset } = mark;
  if (typeof seal !== 'string' || file.size < Math.max(placeOfSeal(seal), Number(offset ?? 0))) return false;
  const handle = await openToRead(file.name);
  try {
    await refuseOther(file, handle);
    return await isSealed(handle, seal);
  } finally {
    await handle.close();
  }
}

/** Whether what was read of an input is still in the file of its name, so that it can be read again. */
export async function isThere(input: Input): Promise<boolean> {
  const file = await fileNow(input.name);
  if (file === null) return false;
  if (typeof input.mark.seal !== 'string') return file.size === input.size && file.mtime === input.mtime;
  return isContinued(input, file).catch(() => false);
}
