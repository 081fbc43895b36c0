/**
 * Checks the built application against scripts/budgets.json: the first load (entry and sign-in page with all they import
 * statically) and what each screen adds to it, JavaScript in KB after gzip. A chunk without a bound is a failure, so every
 * route chunk is named. Run after `npm run build`.
 */
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly src?: string;
  readonly imports?: readonly string[];
}

interface Budgets {
  /** KB gz of entry and sign-in page. */
  readonly first_load: number;
  /** KB gz that opening the chunk adds to what the toolkit frame has loaded already, by source file. */
  readonly chunks: Readonly<Record<string, number>>;
}

const dist = new URL('../dist/', import.meta.url);
const manifestFile = new URL('.vite/manifest.json', dist);
if (!existsSync(manifestFile)) {
  console.error('packages/web/dist is not built: run npm run build first');
  process.exit(1);
}
const read = <T>(url: URL): T => JSON.parse(readFileSync(url, 'utf8')) as T;
const manifest = read<Record<string, Chunk>>(manifestFile);
const budgets = read<Budgets>(new URL('budgets.json', import.meta.url));

const closure = (name: string, seen = new Set<string>()): Set<string> => {
  const chunk = manifest[name];
  if (!chunk || seen.has(name)) return seen;
  seen.add(name);
  for (const other of chunk.imports ?? []) closure(other, seen);
  return seen;
};

const sizes = new Map<string, number>();
const size = (names: Iterable<string>): number => {
  let bytes = 0;
  for (const name of names) {
    const { file } = manifest[name] ?? { file: '' };
    if (!file.endsWith('.js')) continue;
    const known = sizes.get(file) ?? gzipSync(readFileSync(new URL(file, dist))).length;
    sizes.set(file, known);
    bytes += known;
  }
  return bytes / 1024;
};

const entry = Object.keys(manifest).find((name) => manifest[name]?.isEntry) ?? '';
const login = 'src/features/login/login-screen.tsx';
const shell = 'src/shell/shell.tsx';
const firstLoad = closure(login, closure(entry));
const frame = closure(shell, new Set(firstLoad));
const without = (names: Set<string>, known: ReadonlySet<string>) => [...names].filter((name) => !known.has(name));

const rows = [
  { name: 'first load (entry + sign-in)', kb: size(firstLoad), bound: budgets.first_load },
  ...Object.entries(manifest)
    .filter(([name, chunk]) => chunk.isDynamicEntry && name !== login)
    .map(([name]) => ({
      name,
      kb: size(without(closure(name), name === shell ? firstLoad : frame)),
      bound: budgets.chunks[name],
    })),
];

let failed = 0;
for (const { name, kb, bound } of rows.toSorted((a, b) => b.kb - a.kb)) {
  const ok = bound !== undefined && kb <= bound;
  if (!ok) failed++;
  const limit = bound === undefined ? 'no bound' : `of ${bound}`;
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${kb.toFixed(1).padStart(7)} KB ${limit.padEnd(9)} ${name}`);
}
for (const name of Object.keys(budgets.chunks)) {
  if (manifest[name]) continue;
  console.log(`FAIL budgets.json bounds ${name}, which the build does not hold`);
  failed++;
}
process.exitCode = failed === 0 ? 0 : 1;
