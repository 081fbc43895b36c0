import { open, readdir } from 'node:fs/promises';
import { unlessMissing } from './unless-missing.ts';

const SAFE = /[A-Za-z0-9_-]/;

/**
 * A tenant or topic name as a folder name: other bytes than letters, digits, `_` and `-` become `~hh`, so no name can
 * leave its folder or meet another one.
 * @throws Error for an empty name or one over 200 bytes
 */
export function folderName(name: string): string {
  let out = '';
  for (const byte of Buffer.from(name, 'utf8')) {
    const char = String.fromCharCode(byte);
    out += SAFE.test(char) ? char : `~${byte.toString(16).padStart(2, '0')}`;
  }
  if (out === '' || out.length > 200) throw new Error(`Not usable as a folder name: ${JSON.stringify(name)}`);
  return out;
}

/** The name `folderName` made a folder's name of. */
export function nameOfFolder(folder: string): string {
  const bytes: number[] = [];
  for (let i = 0; i < folder.length; i++) {
    if (folder[i] === '~') {
      bytes.push(Number.parseInt(folder.slice(i + 1, i + 3), 16));
      i += 2;
    } else bytes.push(folder.charCodeAt(i));
  }
  return Buffer.from(bytes).toString('utf8');
}

/** Names in a folder; none when it is not there. @throws the fault of any other kind: what cannot be read is not empty */
export async function namesIn(folder: string): Promise<readonly string[]> {
  return (await unlessMissing(readdir(folder))) ?? [];
}

/** Makes a created, renamed or removed entry of the folder survive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
