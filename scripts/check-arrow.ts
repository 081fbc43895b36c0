import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';

/** Which packages a package may import, type imports included (ADR 0001). Tests may also use the testkit. */
const ARROW: Readonly<Record<string, readonly string[]>> = {
  schema: [],
  query: ['schema'],
  sources: ['schema'],
  engine: ['schema', 'query', 'sources'],
  client: ['schema'],
  server: ['schema', 'query', 'sources', 'engine'],
  web: ['schema', 'query', 'sources', 'client'],
  ingestor: ['schema', 'sources', 'client'],
  testkit: ['schema', 'query', 'sources', 'engine', 'client', 'server'],
};

const IMPORT = /(?:from\s+|import\s*\(\s*|import\s+)['"]([^'"]+)['"]/g;

/** Every import that runs against the arrow or leaves its package by a relative path. */
export async function checkArrow(): Promise<readonly string[]> {
  const faults: string[] = [];
  for await (const file of glob('packages/*/{src,bench,scripts}/**/*.{ts,tsx}')) {
    const [, name = ''] = file.split(path.sep);
    const allowed = ARROW[name];
    if (!allowed) {
      faults.push(`${file}: package ${name} has no place in the arrow; add it to scripts/check-arrow.ts`);
      continue;
    }
    const outsideProduct = /\.test\.tsx?$|\/testing\/|\/bench\/|\/scripts\//.test(file);
    for (const [, specifier = ''] of (await readFile(file, 'utf8')).matchAll(IMPORT)) {
      const fault = faultOf(
        file,
        name,
        specifier,
        outsideProduct ? [...allowed, 'testkit'] : allowed,
        file.includes('/bench/'),
      );
      if (fault) faults.push(fault);
    }
  }
  return faults;
}

function faultOf(
  file: string,
  name: string,
  specifier: string,
  allowed: readonly string[],
  bench: boolean,
): string | null {
  const target = /^@datasarana\/([a-z-]+)/.exec(specifier)?.[1];
  if (target && target !== name && !allowed.includes(target)) return `${file}: ${name} may not import ${target}`;
  // Benchmarks share their data through the root's bench folder.
  if (!specifier.startsWith('.') || bench) return null;
  const reached = path.relative(path.join('packages', name), path.join(path.dirname(file), specifier));
  return reached.startsWith('..') ? `${file}: ${specifier} leaves the package` : null;
}
