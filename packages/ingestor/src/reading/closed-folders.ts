import { glob, opendir, stat } from 'node:fs/promises';

const MAGIC = /[*?[{]/;

const isForbidden = (asked: Promise<unknown>): Promise<boolean> =>
  asked.then(
    () => false,
    ({ code }) => code === 'EACCES' || code === 'EPERM',
  );

const list = async (folder: string): Promise<void> => (await opendir(folder)).close();

/** Why not all is seen that fits a pattern of several folders, as a sentence: `glob` passes over what may not be looked into. */
export async function closedFolderAt(pattern: string): Promise<string | null> {
  const parts = pattern.split('/');
  const first = parts.findIndex((part) => MAGIC.test(part));
  if (first < 0 || first === parts.length - 1) return null;
  for (let at = first; at < parts.length; at++) {
    const before = parts.slice(0, at).join('/');
    const isListed = MAGIC.test(parts[at] ?? '');
    for await (const folder of at === first ? [before] : glob(before))
      if ((await isForbidden(stat(`${folder}/.`))) || (isListed && (await isForbidden(list(folder)))))
        return `The ingestor may not look into ${folder}: files in it are not seen. Give the user it runs as the right to.`;
  }
  return null;
}
