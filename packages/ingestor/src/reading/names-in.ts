import { glob, opendir } from 'node:fs/promises';
import path from 'node:path';
import { wildcard } from '@datasarana/schema';

/** Entries of a folder that are read together. */
const TOGETHER = 256;

type NameTest = (name: string) => boolean;

const MAGIC = /[*?[\]{}()\\!+@]/;

/** A folder, and names in it where `*` stands for any characters; null for other patterns. */
function folderPattern(pattern: string): { readonly folder: string; readonly fits: NameTest } | null {
  const [folder, last] = [path.dirname(pattern), path.basename(pattern)];
  // elsewhere names are compared in other ways
  const isPlain = process.platform === 'linux' && path.isAbsolute(pattern) && path.normalize(pattern) === pattern;
  if (
    !isPlain ||
    MAGIC.test(folder) ||
    !last.includes('*') ||
    last.includes('**') ||
    MAGIC.test(last.replaceAll('*', ''))
  )
    return null;
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
  const plain = folderPattern(pattern);
  yield* plain ? namesOf(plain.folder, plain.fits) : glob(pattern);
}
