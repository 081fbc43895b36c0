import { readFile, writeFile } from 'node:fs/promises';

/**
 * `node scripts/complete-lock.ts`: adds to package-lock.json the builds for other platforms that a partial registry mirror
 * does not hold. npm leaves them out of the lock it writes there and then refuses that lock in `npm ci`; with name,
 * version and platform they are skipped where they do not fit and fetched where they do.
 */
interface Entry {
  readonly version?: string;
  readonly dev?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const SYSTEMS = ['android', 'darwin', 'linux', 'win32', 'freebsd', 'netbsd', 'openbsd', 'sunos', 'aix', 'openharmony'];
const PROCESSORS = ['arm64', 'x64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'loong64', 'mips64el', 'wasm32'];

/** Platform by the parts of a name like `binding-linux-arm-gnueabihf`; null when the name tells none. */
function platformOf(name: string): { readonly os: string[]; readonly cpu: string[] } | null {
  const parts = name.split(/[-/]/);
  const os = SYSTEMS.find((system) => parts.includes(system));
  const cpu = PROCESSORS.find((processor) => parts.includes(processor));
  if (parts.includes('wasm32')) return { os: ['none'], cpu: ['wasm32'] };
  return os && cpu ? { os: [os], cpu: [cpu] } : null;
}

const lock = JSON.parse(await readFile('package-lock.json', 'utf8')) as { readonly packages: Record<string, Entry> };
const found = Object.entries(lock.packages);
const added: string[] = [];
for (const [place, entry] of found) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    const platform = platformOf(name);
    if (lock.packages[key] || lock.packages[`${place}/${key}`] || !platform || !/^\d/.test(version)) continue;
    lock.packages[key] = {
      version,
      ...(entry.dev && { dev: true }),
      optional: true,
      ...platform,
      engines: {},
    } as Entry;
    added.push(`${name}@${version}`);
  }
}
const sorted = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)));
await writeFile('package-lock.json', `${JSON.stringify({ ...lock, packages: sorted }, null, 2)}\n`);
console.log(`${added.length} builds for other platforms added`);
