import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export interface ApiPath {
  readonly path: string;
  readonly methods: readonly string[];
  readonly parts?: Readonly<Record<string, unknown>>;
  readonly deprecated?: unknown;
}

/** One API as OpenSearch describes it in its rest-api-spec. */
export interface Api {
  readonly url: { readonly paths: readonly ApiPath[] };
  readonly params?: Readonly<Record<string, unknown>>;
  readonly body?: { readonly required?: boolean; readonly serialize?: string };
}

export interface Apis {
  readonly byName: ReadonlyMap<string, Api>;
  /** Parameters every API takes. */
  readonly common: ReadonlySet<string>;
}

/** Reads the descriptions of a folder. */
export async function loadApis(folder: string): Promise<Apis> {
  const byName = new Map<string, Api>();
  const common = new Set(['ignore']);
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.json'))) {
    const described = JSON.parse(await readFile(path.join(folder, file), 'utf8'));
    if (file === '_common.json') for (const name of Object.keys(described.params)) common.add(name);
    else for (const [name, api] of Object.entries(described as Record<string, Api>)) if (api.url) byName.set(name, api);
  }
  return { byName, common };
}
