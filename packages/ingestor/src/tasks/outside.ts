import { realpath } from 'node:fs/promises';
import path from 'node:path';

const isIn = (name: string, folder: string): boolean =>
  name.startsWith(folder.endsWith(path.sep) ? folder : `${folder}${path.sep}`);

/**
 * Why a file is not read though its name lies in a folder that may be watched: who may write there could lead to any file by a link.
 * Null where it may be read; a file that was uploaded lies in no such folder. @throws ENOENT when it is gone
 */
export async function outsideOf(name: string, folders: readonly string[]): Promise<string | null> {
  if (!folders.some((folder) => isIn(name, folder))) return null;
  const real = await realpath(name);
  const roots = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
  if (roots.some((root) => isIn(real, root))) return null;
  return `It leads to ${real}, outside the folders this service may watch: ${folders.join(', ')}. INGESTOR_FOLDERS names them.`;
}
