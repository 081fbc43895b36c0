import { execFile } from 'node:child_process';
import { access, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { unzipSync } from 'fflate';

/** OpenSearch's YAML REST tests and the descriptions of its APIs, as its project publishes them (Apache-2.0). */
const VERSION = '2.19.0';
const FILE = `rest-api-spec-${VERSION}.jar`;
const ADDRESS = `https://repo1.maven.org/maven2/org/opensearch/rest-api-spec/${VERSION}/${FILE}`;

export interface Spec {
  /** Folder of the API descriptions. */
  readonly apis: string;
  /** Folder of the YAML tests. */
  readonly tests: string;
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  );

async function fetchJar(): Promise<Uint8Array> {
  const answer = await fetch(ADDRESS, { signal: AbortSignal.timeout(120_000) });
  if (!answer.ok) throw new Error(`${ADDRESS} answered ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

/** Through Maven, which knows mirrors and proxies that a plain download does not. */
async function mavenJar(folder: string): Promise<Uint8Array> {
  const artifact = `-Dartifact=org.opensearch:rest-api-spec:${VERSION}:jar`;
  await promisify(execFile)('mvn', ['-q', '-B', 'dependency:copy', artifact, `-DoutputDirectory=${folder}`]);
  return readFile(path.join(folder, FILE));
}

/** Brings the tests into the cache folder, once. */
export async function downloadSpec(cache = path.resolve('.cache')): Promise<Spec> {
  const folder = path.join(cache, `rest-api-spec-${VERSION}`);
  const spec = { apis: path.join(folder, 'rest-api-spec/api'), tests: path.join(folder, 'rest-api-spec/test') };
  if (await exists(folder)) return spec;
  await mkdir(cache, { recursive: true });
  const jar = await fetchJar().catch(async (cause: unknown) => {
    console.error(`The tests could not be downloaded (${cause}); trying Maven.`);
    return mavenJar(cache);
  });
  const filling = `${folder}.part`;
  await rm(filling, { recursive: true, force: true });
  for (const [name, bytes] of Object.entries(
    unzipSync(jar, { filter: ({ name }) => /^rest-api-spec\/.*\.\w+$/.test(name) }),
  )) {
    const file = path.join(filling, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
  await rename(filling, folder);
  return spec;
}
