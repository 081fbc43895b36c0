import { glob, opendir, stat } from 'node:fs/promises';
import path from 'node:path';
import { wildcard } from '@datasarana/schema';

/** Entries of a folder that are read together. */
const TOGETHER = 256;

type NameTest = (name: string) => boolean;

const MAGIC = /[*?[\]{}()\\!+@]/;
/** Alternatives of whole names, and escapes, are left to `glob`. */
const LEFT = /\*\*|[()\\]/;

const isFolder = async (name: string): Promise<boolean> =>
  stat(name).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** A folder, and names in it that fit a pattern; null for patterns of several folders. A folder whose own name reads like one is that folder. */
async function folderPattern(pattern: string): Promise<{ readonly folder: string; readonly fits: NameTest } | null> {
  const [folder, last] = [path.dirname(pattern), path.basename(pattern)];
  // elsewhere names are compared in other ways
  const isPlain = process.platform === 'linux' && path.isAbsolute(pattern) && path.normalize(pattern) === pattern;
  if (!isPlain || LEFT.test(last) || !/[*?[{]/.test(last)) return null;
  if (MAGIC.test(folder) && !(await isFolder(folder))) return null;
  if (MAGIC.test(last.replaceAll('*', ''))) return { folder, fits: (name) => path.matchesGlob(name, last) };
  const fits = wildcard(last);
  return { folder, fits: (name) => fits(name) && !(last.startsWith('*') && name.startsWith('.')) };
}

async function* namesOf(folder: string, fits: NameTest): AsyncGenerator<string> {
  try {
    for await (const { name } of await opendir(folder, { bufferSize: TOGETHER }))
      if (fits(name)) yield path.join(folder, name);
  } catch (cause) {
    if (Object(cause).code !== 'ENOENT' && Object(cause).code !== 'ENOTDIR') throw cause;
  }
}

/** Paths that fit a pattern. Those of one folder come as they are read: `glob` holds a folder of any size in memory. @throws when the folder cannot be read */
export async function* pathsLike(pattern: string): AsyncGenerator<string> {
  const plain = await folderPattern(pattern);
  yield* plain ? namesOf(plain.folder, plain.fits) : glob(pattern);
}
