import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseSearch } from '@datasarana/query';
import fc from 'fast-check';
import { StoredSample } from '../../documents/stored.fixture.ts';

interface Part {
  readonly tag: string;
  readonly weight: number;
}
interface Line {
  readonly sku: string;
  readonly price: number;
  readonly parts: readonly Part[];
}
interface Order {
  readonly city: string;
  readonly lines: readonly Line[];
}

const line = fc.record({
  sku: fc.constantFrom('x', 'y', 'z'),
  price: fc.integer({ min: -50, max: 50 }),
  parts: fc.array(fc.record({ tag: fc.constantFrom('s', 't'), weight: fc.integer({ min: 0, max: 9 }) }), {
    maxLength: 3,
  }),
});
const orders: readonly Order[] = fc.sample(
  fc.record({ city: fc.constantFrom(...'ABCDEFGH'), lines: fc.array(line, { maxLength: 4 }) }),
  { numRuns: 60, seed: 7 },
);

let sample: StoredSample;
before(async () => {
  sample = await StoredSample.open();
  await sample.index('orders', {
    city: { type: 'keyword' },
    lines: {
      type: 'nested',
      properties: {
        sku: { type: 'keyword' },
        price: { type: 'integer' },
        parts: { type: 'nested', properties: { tag: { type: 'keyword' }, weight: { type: 'integer' } } },
      },
    },
  });
  await sample.put('orders', Object.fromEntries(orders.map((order, i) => [`o${i}`, { ...order }])));
});
after(() => sample.close());

const keysBy = async (aggregation: object): Promise<readonly string[]> => {
  const { aggregations } = await sample.tenant.search(['orders'], parseSearch({ size: 0, aggs: { g: aggregation } }));
  return Reflect.get(Object(aggregations?.g), 'buckets').map(({ key }: { key: string }) => key);
};

/** The cities in the order of a figure of their orders; those without one last, equal ones by name. */
function cities(figure: (orders: readonly Order[]) => number | null, direction: 'asc' | 'desc'): readonly string[] {
  const groups = [...Map.groupBy(orders, ({ city }) => city)].map(([city, own]) => ({ city, own: figure(own) }));
  const sign = direction === 'asc' ? 1 : -1;
  return groups
    .sort((a, b) => {
      if (a.own === null || b.own === null) return Number(a.own === null) - Number(b.own === null) || byName(a, b);
      return sign * (a.own - b.own) || byName(a, b);
    })
    .map(({ city }) => city);
}
const byName = (a: { readonly city: string }, b: { readonly city: string }): number => (a.city < b.city ? -1 : 1);

const linesOf = (own: readonly Order[]): readonly Line[] => own.flatMap(({ lines }) => lines);
const most = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.max(...values));
const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Paths of figures that lie behind nested fields, and how each is recomputed. */
const FIGURES: Readonly<Record<string, (own: readonly Order[]) => number | null>> = {
  lines: (own) => linesOf(own).length,
  'lines.doc_count': (own) => linesOf(own).length,
  'lines>dear': (own) => most(linesOf(own).map(({ price }) => price)),
  'lines>of.max': (own) => most(linesOf(own).map(({ price }) => price)),
  'lines>all': (own) => total(linesOf(own).map(({ price }) => price)),
  'lines>only>all': (own) =>
    total(
      linesOf(own)
        .filter(({ sku }) => sku === 'x')
        .map(({ price }) => price),
    ),
  'lines>only': (own) => linesOf(own).filter(({ sku }) => sku === 'x').length,
  'lines>parts>heavy': (own) => most(linesOf(own).flatMap(({ parts }) => parts.map(({ weight }) => weight))),
  'lines>parts': (own) => linesOf(own).flatMap(({ parts }) => parts).length,
};

const price = { field: 'lines.price' };
const inside = {
  lines: {
    nested: { path: 'lines' },
    aggs: {
      dear: { max: price },
      of: { stats: price },
      all: { sum: price },
      only: { filter: { term: { 'lines.sku': 'x' } }, aggs: { all: { sum: price } } },
      parts: { nested: { path: 'lines.parts' }, aggs: { heavy: { max: { field: 'lines.parts.weight' } } } },
    },
  },
};

for (const [path, figure] of Object.entries(FIGURES)) {
  test(`[AGG-01] buckets are ordered by ${path}, a figure behind nested objects`, async () => {
    for (const direction of ['asc', 'desc'] as const) {
      const expected = cities(figure, direction);
      for (const size of [3, 100]) {
        const found = await keysBy({ terms: { field: 'city', size, order: { [path]: direction } }, aggs: inside });
        assert.deepEqual(found, expected.slice(0, size), `${direction} ${size}`);
      }
    }
  });
}

test('[AGG-01] two such orders follow each other, inside other buckets too', async () => {
  const order = [{ 'lines>parts': 'asc' }, { 'lines>dear': 'desc' }, { _count: 'asc' }];
  const found = await keysBy({ terms: { field: 'city', size: 100, order }, aggs: inside });
  const figures = (city: string): readonly number[] => {
    const own = orders.filter((each) => each.city === city);
    return [FIGURES['lines>parts']?.(own) ?? 0, -(FIGURES['lines>dear']?.(own) ?? -1e9), own.length];
  };
  const expected = [...new Set(orders.map(({ city }) => city))].sort((a, b) => {
    const [x, y] = [figures(a), figures(b)];
    const at = x.findIndex((value, i) => value !== y[i]);
    return at < 0 ? byName({ city: a }, { city: b }) : (x[at] ?? 0) - (y[at] ?? 0);
  });
  assert.deepEqual(found, expected);

  const halves = { filters: { filters: { early: { terms: { city: ['A', 'B', 'C'] } } } } };
  const aggs = { c: { terms: { field: 'city', order: { 'lines>all': 'desc' } }, aggs: inside } };
  const { aggregations } = await sample.tenant.search(
    ['orders'],
    parseSearch({ size: 0, aggs: { h: { ...halves, aggs } } }),
  );
  const buckets = Reflect.get(Object(aggregations?.h), 'buckets').early.c.buckets;
  const wanted = cities(FIGURES['lines>all'] ?? (() => 0), 'desc').filter((city) => city < 'D');
  assert.deepEqual(
    buckets.map(({ key }: { key: string }) => key),
    wanted,
  );
});

test('[AGG-01, QRY-23] objects are ordered by a figure of the records that hold them', async () => {
  const back = { reverse_nested: {}, aggs: { cities: { cardinality: { field: 'city' } } } };
  const skus = { terms: { field: 'lines.sku', order: { 'back>cities': 'asc' } }, aggs: { back } };
  const { aggregations } = await sample.tenant.search(
    ['orders'],
    parseSearch({ size: 0, aggs: { l: { nested: { path: 'lines' }, aggs: { skus } } } }),
  );
  const holding = (sku: string): number =>
    new Set(orders.filter(({ lines }) => lines.some((each) => each.sku === sku)).map(({ city }) => city)).size;
  const found = Reflect.get(Object(aggregations?.l), 'skus').buckets.map(({ key }: { key: string }) => key);
  assert.deepEqual(
    found,
    ['x', 'y', 'z'].sort((a, b) => holding(a) - holding(b) || (a < b ? -1 : 1)),
  );
});

/** Where a path leads nowhere, and what is said of it. */
const NOWHERE: Readonly<Record<string, RegExp>> = {
  'nobody>dear': /\[nobody\] either does not exist/,
  'lines>nobody': /\[nobody\] either does not exist/,
  'lines.max': /single-bucket aggregation can only be done on its doc_count.*"lines.doc_count"/,
  'lines>dear.min': /single-value metrics .* "value" \(a la "dear.value"\)/,
  'lines>of': /a metric name must be specified/,
  'lines>of.most': /Unknown metric name \[most\] on multi-value metrics aggregation \[of\]/,
  'lines>dear>of': /\[dear\] is not single-bucket/,
};

test('[AGG-01] a path that leads nowhere is refused with the step that does not fit', async () => {
  for (const [path, reason] of Object.entries(NOWHERE)) {
    const order = { [path]: 'asc' };
    await assert.rejects(keysBy({ terms: { field: 'city', order }, aggs: inside }), reason, path);
  }
});
