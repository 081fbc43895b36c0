import type { Hit, StoredInfo } from '@datasarana/engine';
import { type Aggregations, aggregationFields, type Sort } from '@datasarana/query';
import { typeOfField } from './field-type.ts';
import { hitWithSorts } from './sort-values.ts';

const WHOLE = new Set(['long', 'unsigned_long', 'date', 'date_nanos']);

const isWholeField = (infos: readonly StoredInfo[], path: string): boolean => WHOLE.has(typeOfField(infos, path) ?? '');

const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{16,20}$/.test(value) ? BigInt(value) : value;

type Results = Readonly<Record<string, unknown>>;

const isResults = (value: unknown): value is Results =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What of the results of an aggregation is told as numbers: its keys, the sort values of its hits, what stands in its buckets. */
interface Reader {
  readonly name: string;
  /** Of each field its keys are of whether they are whole numbers. */
  readonly whole: readonly boolean[];
  readonly sort: readonly Sort[] | null;
  readonly inside: readonly Reader[];
}

/** Readers of the aggregations that have something to read, each worked out once for all buckets. */
function readersOf(aggs: Aggregations, infos: readonly StoredInfo[]): readonly Reader[] {
  return Object.entries(aggs).flatMap(([name, node]) => {
    const { aggregation } = node;
    const sort = aggregation.kind === 'top_hits' ? aggregation.sort : null;
    const whole = aggregationFields(aggregation).map((field) => isWholeField(infos, field));
    const inside = readersOf(node.aggs, infos);
    const isNeeded = sort !== null || inside.length > 0 || whole.some((each) => each);
    return isNeeded ? [{ name, whole, sort, inside }] : [];
  });
}

/** Bucket keys of fields with whole numbers as numbers and sort values of top hits, at every depth; answers are changed in place. */
export function longKeys(results: Results, aggs: Aggregations, infos: readonly StoredInfo[]): void {
  readAll(results, readersOf(aggs, infos), infos);
}

function readAll(results: Results, readers: readonly Reader[], infos: readonly StoredInfo[]): void {
  for (const { name, whole, sort, inside } of readers) {
    const result = results[name];
    if (!isResults(result)) continue;
    if (sort !== null) {
      const { hits } = result as { readonly hits: { hits: readonly Hit[] } };
      hits.hits = hits.hits.map((hit) => hitWithSorts(hit, sort, infos));
      continue;
    }
    const isWhole = whole.some((each) => each);
    for (const bucket of bucketsOf(result)) {
      if (isWhole) readKey(bucket, whole);
      if (inside.length > 0) readAll(bucket, inside, infos);
    }
    if (isResults(result.after_key)) Object.assign(result, { after_key: keyOf(result.after_key, whole).key });
  }
}

function bucketsOf(result: Results): readonly Results[] {
  const { buckets } = result;
  const list = Array.isArray(buckets) ? buckets : isResults(buckets) ? Object.values(buckets) : [result];
  return list.filter(isResults);
}

function readKey(bucket: Results, whole: readonly boolean[]): void {
  if (typeof bucket.key !== 'number') Object.assign(bucket, keyOf(bucket.key, whole));
}

/** A key is one value, a list of them, or one by name; each belongs to the field at its place. */
function keyOf(key: unknown, whole: readonly boolean[]): { readonly key?: unknown } {
  if (key === undefined) return {};
  if (Array.isArray(key)) return { key: key.map((each, i) => (whole[i] ? asNumber(each) : each)) };
  if (!isResults(key)) return { key: whole[0] ? asNumber(key) : key };
  return {
    key: Object.fromEntries(Object.entries(key).map(([name, each], i) => [name, whole[i] ? asNumber(each) : each])),
  };
}
