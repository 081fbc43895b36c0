import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSearch } from '@datasarana/query';
import { PlatformError } from '@datasarana/schema';
import { Engine } from '../engine.ts';
import type { FieldDefinition, FieldType, IndexDefinition } from '../index/definition.ts';
import type { TenantIndexes } from '../tenant.ts';
import type { SearchResponse } from './response.ts';

export const field = (name: string, type: FieldType, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  name,
  type,
  label: name,
  ...more,
});

export const SAMPLE: IndexDefinition = {
  name: 'sample',
  source: 'columns',
  keyFields: ['kw1'],
  fields: [
    field('kw1', 'keyword'),
    field('kw2', 'keyword'),
    field('tags1', 'keyword', { list: true }),
    field('txt1', 'text'),
    field('txt2', 'text'),
    field('int1', 'integer'),
    field('long1', 'long'),
    field('num1', 'double'),
    field('nums1', 'double', { list: true }),
    field('flag1', 'boolean'),
    field('ts1', 'date'),
    field('pt1', 'geo_point'),
    field('obj1', 'object', { fields: [field('kw3', 'keyword'), field('int2', 'integer')] }),
  ],
};

export type Row = Readonly<Record<string, unknown>>;

/** An engine in a folder of its own, with the rows loaded as one batch per index. */
export class OpenedSample {
  readonly engine: Engine;
  readonly tenant: TenantIndexes;
  readonly #folder: string;

  private constructor(engine: Engine, folder: string) {
    this.engine = engine;
    this.tenant = engine.tenant('tenant-a');
    this.#folder = folder;
  }

  static async open(rows: readonly Row[], definition: IndexDefinition = SAMPLE): Promise<OpenedSample> {
    const folder = await mkdtemp(join(tmpdir(), 'search-'));
    const sample = new OpenedSample(await Engine.open({ folder }), folder);
    await sample.load(rows, definition);
    return sample;
  }

  async load(rows: readonly Row[], definition: IndexDefinition, batch = `batch-${definition.name}`): Promise<void> {
    await this.tenant.createIndex(definition);
    const ledger = await this.tenant.applyBatch(definition.name, {
      batch,
      requestId: batch,
      rows: { format: 'rows', rows },
      structural: [],
      system: { _batch: batch, _ts: 1_700_000_000_000 },
    });
    if (ledger.rejected > 0) throw new Error(`The fixture's rows are refused: ${JSON.stringify(ledger.errors)}`);
  }

  search(body: unknown, names: readonly string[] = ['sample']): Promise<SearchResponse> {
    return this.tenant.search(names, parseSearch(body));
  }

  /** Key fields of the hits, in order. */
  async keys(query: unknown, more: Row = {}): Promise<readonly string[]> {
    const { hits } = await this.search({ query, size: 1000, ...more });
    return hits.hits.map((hit) => String(hit._source?.kw1));
  }

  /** Result of one aggregation over the matches of a query. */
  async aggregation(agg: unknown, query: unknown = { match_all: {} }): Promise<Row> {
    const { aggregations } = await this.search({ size: 0, query, aggs: { a: agg } });
    return aggregations?.a ?? {};
  }

  async close(): Promise<void> {
    await this.engine.close();
    await rm(this.#folder, { recursive: true });
  }
}

/** For `assert.rejects`: a malformed question (32), told with these words. */
export const malformed =
  (message: RegExp) =>
  (error: unknown): true => {
    assert.ok(error instanceof PlatformError);
    assert.equal(error.detail.code, 32);
    assert.match(error.message, message);
    return true;
  };
