import { readdir, readFile } from 'node:fs/promises';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}

/** Dependencies that no ADR names: what was refused in their place is known to nobody. */
export async function checkDecisions(): Promise<readonly string[]> {
  const records = await Promise.all((await readdir('docs/adr')).map((name) => readFile(`docs/adr/${name}`, 'utf8')));
  const decided = records.join('\n');
  const folders = (await readdir('packages')).map((name) => `packages/${name}/package.json`);
  const faults = await Promise.all(
    ['package.json', ...folders].map(async (path) => {
      const { dependencies, devDependencies } = JSON.parse(await readFile(path, 'utf8')) as Manifest;
      return Object.keys({ ...dependencies, ...devDependencies })
        .filter((name) => !name.startsWith('@datasarana/') && !decided.includes(`\`${name}\``))
        .map((name) => `${path}: ${name} is named by no ADR; say in docs/adr what it is for and what was refused`);
    }),
  );
  return faults.flat();
}
