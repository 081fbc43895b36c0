import type { Hit, StoredInfo } from '@datasarana/engine';
import { type Aggregations, aggregationFields } from '@datasarana/query';
import { typeOfField } from './field-type.ts';
import { hitWithSorts } from './sort-values.ts';

const WHOLE = new Set(['long', 'unsigned_long', 'date', 'date_nanos']);

const isWholeField = (infos: readonly StoredInfo[], path: string): boolean => WHOLE.has(typeOfField(infos, path) ?? '');

const asNumber = (value: unknown): unknown =>
  typeof value === 'string' && /^-?\d{16,20}$/.test(value) ? BigInt(value) : value;

type Results = Readonly<Record<string, unknown>>;

const isResults = (value: unknown): value is Results =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Bucket keys of fields with whole numbers as numbers and sort values of top hits, at every depth; answers are changed in place. */
export function longKeys(results: Results, aggs: Aggregations, infos: readonly StoredInfo[]): void {
  for (const [name, node] of Object.entries(aggs)) {
    const result = results[name];
    if (!isResults(result)) continue;
    if (node.aggregation.kind === 'top_hits') {
      const { sort } = node.aggregation;
      const { hits } = result as { readonly hits: { hits: readonly Hit[] } };
      hits.hits = hits.hits.map((hit) => hitWithSorts(hit, sort, infos));
      continue;
    }
    const whole = aggregationFields(node.aggregation).map((field) => isWholeField(infos, field));
    const [isWhole, isHolding] = [whole.some((each) => each), Object.keys(node.aggs).length > 0];
    if (isWhole || isHolding) {
      for (const bucket of bucketsOf(result)) {
        if (isWhole) readKey(bucket, whole);
        if (isHolding) longKeys(bucket, node.aggs, infos);
      }
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
