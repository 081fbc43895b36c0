import { readFile } from 'node:fs/promises';

/** Licences a dependency that ships to users may have; all allow redistribution without opening the user's own code. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'CC-BY-4.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

interface LockedPackage {
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  /** Missing for a build of another platform that was never fetched here; its package's own entry speaks for it. */
  readonly integrity?: string;
}

/** Dependencies of the lock file whose licence is not on the list; SPDX `OR` needs one allowed side, `AND` all. */
export async function checkLicences(): Promise<readonly string[]> {
  const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(lock.packages)
    .filter(([name, entry]) => name.startsWith('node_modules/') && !entry.link && !entry.dev && entry.integrity)
    .filter(([, entry]) => !allowed(entry.license ?? ''))
    .map(([name, entry]) => `${name.slice('node_modules/'.length)}: licence "${entry.license ?? 'not stated'}"`);
}

function allowed(expression: string): boolean {
  const plain = expression.replace(/[()]/g, '');
  return plain.split(' OR ').some((side) => side.split(' AND ').every((part) => ALLOWED.has(part.trim())));
}
