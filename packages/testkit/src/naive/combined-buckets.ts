import { type AggregationKinds, type CompositeSource, roundDate, significanceOf, zoneOf } from '@datasarana/query';
import { type Bucket, dateText, termBuckets } from './buckets.ts';
import { compareValues, fieldAt, isPoint, type RawDocument, type Value } from './documents.ts';
import { matches } from './matches.ts';
import { tileName } from './measured-buckets.ts';
import { javaDouble, type Rows, valuesFor } from './metrics.ts';

type Key = string | number | boolean;

const distinct = (values: readonly Value[]): readonly Key[] => [
  ...new Set(values.flatMap((value) => (isPoint(value) ? [] : [value === 0 ? 0 : value]))),
];

/** Every combination of one value from each list. */
const combinations = <T>(lists: readonly (readonly T[])[]): readonly (readonly T[])[] =>
  lists.reduce<readonly (readonly T[])[]>(
    (all, list) => all.flatMap((row) => list.map((value) => [...row, value])),
    [[]],
  );

/** Rows by the combinations each of them has. */
function groupCombined<T>(rows: Rows, listsOf: (document: RawDocument) => readonly (readonly T[])[]) {
  const groups = new Map<string, { readonly keys: readonly T[]; readonly documents: RawDocument[] }>();
  for (const document of rows.documents) {
    for (const keys of combinations(listsOf(document))) {
      const name = JSON.stringify(keys);
      const group = groups.get(name) ?? { keys, documents: [] };
      group.documents.push(document);
      groups.set(name, group);
    }
  }
  return [...groups.values()];
}

/** Combinations of terms, unordered. */
export function multiTermBuckets(rows: Rows, of: AggregationKinds['multi_terms']): readonly Bucket[] {
  const { index } = rows;
  const groups = groupCombined(rows, (document) => of.terms.map((term) => distinct(valuesFor(index, document, term))));
  return groups
    .filter(({ documents }) => documents.length >= of.minDocCount)
    .map(({ keys, documents }) => {
      const parts = keys.map((key, i) => {
        const type = fieldAt(index, of.terms[i]?.field ?? '')?.type;
        if (type === 'date') return dateText(Number(key), of.terms[i]?.format, undefined);
        return type === 'double' ? { key, text: javaDouble(Number(key)) } : key;
      });
      return {
        key: parts.map((part) => (typeof part === 'object' ? part.key : part)),
        shown: { key_as_string: parts.map((part) => (typeof part === 'object' ? part.text : String(part))).join('|') },
        documents,
      };
    });
}

/** Terms by how unusual it is to find them so often. */
export function significantBuckets(rows: Rows, of: AggregationKinds['significant_terms'], all: Rows) {
  const terms: AggregationKinds['terms'] = {
    ...of,
    kind: 'terms',
    size: Number.MAX_SAFE_INTEGER,
    order: [],
    showTermDocCountError: false,
  };
  const background = of.background;
  const { index, now } = all;
  const known = background
    ? all.documents.filter((document) => matches(background, { index, document, now }))
    : all.documents;
  const everywhere = new Map(
    termBuckets({ ...all, documents: known }, { ...terms, minDocCount: 1 }, all).map((bucket) => [
      bucket.key,
      bucket.documents.length,
    ]),
  );
  const [subsetSize, supersetSize] = [rows.documents.length, known.length];
  const buckets = termBuckets(rows, { ...terms, minDocCount: Math.max(1, of.minDocCount) }, all)
    .map((bucket) => {
      const superset = everywhere.get(bucket.key) ?? 0;
      const subset = bucket.documents.length;
      const score = significanceOf(of.significance, { subset, subsetSize, superset, supersetSize });
      return { ...bucket, shown: { ...bucket.shown, score, bg_count: superset }, score };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || compareValues(a.key as Value, b.key as Value))
    .slice(0, of.size);
  return { doc_count: subsetSize, bg_count: supersetSize, buckets };
}

/** One filter or two at once. */
export function adjacencyBuckets(rows: Rows, of: AggregationKinds['adjacency_matrix']): readonly Bucket[] {
  const { index, now } = rows;
  const single = of.filters.map(({ name, query }) => ({
    key: name,
    shown: {},
    documents: rows.documents.filter((document) => matches(query, { index, document, now })),
  }));
  const pairs = single.flatMap((one, i) =>
    single.slice(i + 1).map((two) => ({
      key: `${one.key}${of.separator}${two.key}`,
      shown: {},
      documents: one.documents.filter((document) => two.documents.includes(document)),
    })),
  );
  return [...(of.showOnlyIntersecting ? [] : single), ...pairs]
    .filter(({ documents }) => documents.length > 0)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1));
}

type Part = Key | null;

/** A page of combinations in order. */
export function compositeBuckets(rows: Rows, of: AggregationKinds['composite']) {
  const lists = (document: RawDocument) => of.sources.map((source) => partsOf(rows, document, source));
  const compare = (a: readonly Part[], b: readonly Part[]): number => {
    for (const [i, source] of of.sources.entries()) {
      const compared = compareParts(a[i] ?? null, b[i] ?? null, source);
      if (compared !== 0) return compared;
    }
    return 0;
  };
  const { after } = of;
  const from = after && of.sources.map(({ name }) => after[name] ?? null);
  const page = groupCombined(rows, lists)
    .toSorted((a, b) => compare(a.keys, b.keys))
    .filter(({ keys }) => from === undefined || compare(keys, from) > 0)
    .slice(0, of.size);
  const named = (keys: readonly Part[]) => Object.fromEntries(of.sources.map(({ name }, i) => [name, keys[i] ?? null]));
  const last = page.at(-1);
  return {
    ...(last && { after_key: named(last.keys) }),
    buckets: page.map(({ keys, documents }): Bucket => ({ key: named(keys), shown: {}, documents })),
  };
}

function partsOf(rows: Rows, document: RawDocument, source: CompositeSource): readonly Part[] {
  const values = valuesFor(rows.index, document, { field: source.field });
  const parts = distinct(values.map((value) => partOf(value, source)));
  return parts.length === 0 && source.missingBucket ? [null] : parts;
}

function partOf(value: Value, source: CompositeSource): Key {
  switch (source.kind) {
    case 'terms':
      return isPoint(value) ? '' : value;
    case 'histogram':
      return Math.floor(Number(value) / source.interval) * source.interval;
    case 'date_histogram':
      return roundDate(Number(value), {
        interval: source.interval,
        zone: zoneOf(source.timeZone),
        offset: source.offset,
      });
    case 'geotile_grid':
      return isPoint(value) ? tileName(value, source.precision) : '';
  }
}

function compareParts(a: Part, b: Part, source: CompositeSource): number {
  const first = source.missingOrder === 'first' || (source.missingOrder === 'default' && source.order === 'asc');
  if (a === null || b === null) return a === b ? 0 : (a === null) === first ? -1 : 1;
  const compared = source.kind === 'geotile_grid' ? compareTiles(String(a), String(b)) : compareValues(a, b);
  return source.order === 'asc' ? compared : -compared;
}

export function compareTiles(a: string, b: string): number {
  const [left, right] = [a.split('/').map(Number), b.split('/').map(Number)];
  return (left[1] ?? 0) - (right[1] ?? 0) || (left[2] ?? 0) - (right[2] ?? 0);
}
