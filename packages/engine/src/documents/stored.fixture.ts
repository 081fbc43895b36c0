import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSearch } from '@datasarana/query';
import { Engine, type EngineOptions } from '../engine.ts';
import type { SearchResponse } from '../search/response.ts';
import type { TenantIndexes } from '../tenant.ts';
import type { WriteRefused, WriteResult } from './operation.ts';

type Document = Readonly<Record<string, unknown>>;

/** An engine in a folder of its own with indexes of documents as they come. */
export class StoredSample {
  readonly tenant: TenantIndexes;
  readonly #engine: Engine;
  readonly #folder: string;

  private constructor(engine: Engine, folder: string) {
    this.#engine = engine;
    this.tenant = engine.tenant('tenant-a');
    this.#folder = folder;
  }

  static async open(limits: Pick<EngineOptions, 'memoryLimitMb' | 'postings' | 'columns'> = {}): Promise<StoredSample> {
    const folder = await mkdtemp(join(tmpdir(), 'stored-'));
    return new StoredSample(await Engine.open({ folder, ...limits }), folder);
  }

  async index(name: string, properties: Document, settings: Document = {}): Promise<void> {
    await this.tenant.documents.create(name, { mappings: { properties }, settings });
  }

  /** Writes documents; each is known by the key it stands under. */
  put(name: string, documents: Readonly<Record<string, Document>>): Promise<readonly (WriteResult | WriteRefused)[]> {
    const operations = Object.entries(documents).map(
      ([id, document]) => ({ kind: 'index', id, source: JSON.stringify(document) }) as const,
    );
    return this.tenant.documents.write(name, operations);
  }

  search(name: string, body: unknown): Promise<SearchResponse> {
    return this.tenant.search([name], parseSearch(body));
  }

  /** Ids of what matches, in alphabetical order. */
  async ids(name: string, query: unknown): Promise<string> {
    const { hits } = await this.search(name, { query, size: 1000 });
    return hits.hits
      .map(({ _id }) => String(_id))
      .sort()
      .join('');
  }

  async close(): Promise<void> {
    await this.#engine.close();
    await rm(this.#folder, { recursive: true });
  }
}
