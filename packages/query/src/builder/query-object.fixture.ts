import fc from 'fast-check';
import {
  AGGREGATE_FUNCTIONS,
  type Aggregate,
  type AggregateFunction,
  createAggregate,
  INTERVAL_UNITS,
} from './aggregate.ts';
import { dates, FIELDS, leavesAt, numbers, point, some, within, word } from './leaf.fixture.ts';
import { levelOf } from './nested-levels.ts';
import type { QueryObject } from './query-object.ts';

export const FUNCTIONS = Object.keys(AGGREGATE_FUNCTIONS) as AggregateFunction[];

const sortsAt = (level: string) =>
  fc.array(
    fc.record({ field: fc.constantFrom(...within(level)), order: fc.constantFrom('asc' as const, 'desc' as const) }),
    { maxLength: 3 },
  );

const many = fc.integer({ min: 1, max: 99 });
const format = fc.constantFrom('', '0.0', 'yyyy-MM-dd');
const time_zone = fc.constantFrom('+07:00', 'Asia/Jakarta');
const FIXED_UNITS = ['second', 'minute', 'hour', 'day'] as const;
/** The longest unit that fits. */
const MOST = { second: 59, minute: 59, hour: 23, day: 99 } as const;
const interval = fc.oneof(
  fc.constantFrom(...FIXED_UNITS).chain((unit) =>
    fc.record(
      {
        type: fc.constant('fixed' as const),
        unit: fc.constant(unit),
        value: fc.integer({ min: 1, max: MOST[unit] }),
        time_zone,
      },
      { requiredKeys: ['type', 'unit', 'value'] },
    ),
  ),
  fc.record(
    {
      type: fc.constant('calendar' as const),
      unit: fc.constantFrom(...INTERVAL_UNITS),
      value: fc.constant(1),
      time_zone,
    },
    { requiredKeys: ['type', 'unit', 'value'] },
  ),
);
const values = (least: number, most: number) =>
  fc.uniqueArray(fc.double({ min: least, max: most, noNaN: true }), { minLength: 1, maxLength: 5 }).map((list) =>
    // -0 is written as 0
    [...new Set(list.map((each) => each + 0))].sort((a, b) => a - b),
  );
const keyed = <T extends object>(range: fc.Arbitrary<T>) =>
  fc
    .tuple(range, fc.option(word, { nil: undefined }))
    .map(([each, key]) => ({ ...(key !== undefined && { key }), ...each }));
const addresses = fc.constantFrom<object>({ mask: '10.0.0.0/8' }, { from: '10.0.0.1', to: '10.0.0.9' }, { to: '::1' });

const bucketsAt = (level: string) =>
  fc.boolean().chain((isNamed) =>
    fc
      .uniqueArray(fc.record({ name: fc.stringMatching(/^[a-z]{1,5}$/), conditions: leavesAt(level) }), {
        minLength: 1,
        maxLength: 3,
        selector: ({ name }) => name,
      })
      .map((list) => list.map((bucket) => (isNamed ? bucket : { ...bucket, name: '' })))
      .map((list) => list.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))),
  );

type Settings = fc.Arbitrary<Partial<Aggregate>>;
const formatted = fc.record({ format });
const nothing = fc.constant({});

/** What each function takes beside its field, where it looks at a level; one without does not compile. */
const SETTINGS: Readonly<Record<AggregateFunction, (level: string) => Settings>> = {
  value_count: () => formatted,
  cardinality: () => formatted,
  sum: () => formatted,
  avg: () => formatted,
  min: () => formatted,
  max: () => formatted,
  stats: () => formatted,
  extended_stats: () => formatted,
  median_absolute_deviation: () => formatted,
  string_stats: () => nothing,
  geo_centroid: () => nothing,
  geo_bounds: () => nothing,
  missing: () => nothing,
  percentiles: () => fc.record({ format, values: values(0, 100) }),
  percentile_ranks: () => fc.record({ format, values: values(-1e6, 1e6) }),
  weighted_avg: (level) => fc.record({ format, weight: fieldAt(level) }),
  top_hits: (level) =>
    fc.record({
      top_hits: fc.record({
        size: fc.integer({ min: 0, max: 9 }),
        sorts: sortsAt(level),
        sources: fc.uniqueArray(fc.constantFrom('kw*', 'num1', 'obj'), { maxLength: 2 }),
      }),
    }),
  terms: () => fc.record({ format, size: many }),
  significant_terms: () => fc.record({ size: many }),
  geohash_grid: () => fc.record({ size: many, precision: fc.integer({ min: 1, max: 12 }) }),
  histogram: () =>
    fc.record({ format, histogram: fc.record({ interval: fc.double({ min: 1e-6, max: 1e6, noNaN: true }) }) }),
  date_histogram: () => fc.record({ format, date_histogram: interval }),
  date_range: () => fc.record({ format, ranges: some(keyed(dates)) }),
  ip: () => fc.record({ ranges: some(keyed(addresses)) }),
  geo_distance: () =>
    fc.record({
      geo_distance: fc.record({
        unit: fc.constantFrom('km', 'mi', 'm', 'nmi'),
        type: fc.constantFrom('arc' as const, 'plane' as const),
        origin: point,
        ranges: some(keyed(numbers)),
      }),
    }),
  filters: (level) => fc.record({ buckets: bucketsAt(level), other: fc.constantFrom('', '_other_', 'the rest') }),
};

const fieldAt = (level: string) => fc.constantFrom(...within(level).filter((name) => levelOf(name, FIELDS) === level));
const ANYWHERE = ['', ...FIELDS.nested];
const hasField = (own: AggregateFunction): boolean => own !== 'top_hits' && own !== 'filters';

/** Paths to what is inside, and the two that always are; the function's own order is written as none. */
function orders(own: AggregateFunction, inner: readonly Aggregate[]): fc.Arbitrary<Partial<Aggregate>> {
  if (own !== 'terms' && own !== 'histogram' && own !== 'date_histogram') return nothing;
  const paths = inner.flatMap((each) => [
    each.name,
    `${each.name}.max`,
    ...each.aggregates.map(({ name }) => `${each.name}>${name}`),
  ]);
  const usual = own === 'terms' ? '_count desc' : '_key asc';
  const order = fc.record({
    by: fc.constantFrom('_count', '_key', ...paths),
    direction: fc.constantFrom('asc', 'desc'),
  });
  return fc
    .array(order, { maxLength: 2 })
    .filter((list) => list.length !== 1 || `${list[0]?.by} ${list[0]?.direction}` !== usual)
    .map((list) => ({ order: list as Aggregate['order'] }));
}

/** As an object keeps them: one of each name, those that are numbers first. */
const asKept = (list: readonly Aggregate[]): Aggregate[] =>
  Object.values(Object.fromEntries(list.map((each) => [each.name, each])));

/** Aggregates that stand at a level, with others inside down to a depth. */
const aggregatesAt = (level: string, depth: number): fc.Arbitrary<Aggregate[]> =>
  depth === 0 ? fc.constant([]) : fc.array(aggregateAt(level, depth), { maxLength: depth }).map(asKept);

function aggregateAt(around: string, depth: number): fc.Arbitrary<Aggregate> {
  const name = fc.oneof(fc.stringMatching(/^[a-z]{1,6}$/), fc.constantFrom('2', '10', 'ä b', 'parents'));
  return fc.tuple(fc.constantFrom(...FUNCTIONS), fc.constantFrom(...ANYWHERE), name).chain(([own, chosen, called]) => {
    const level = hasField(own) ? chosen : around;
    const isMap = AGGREGATE_FUNCTIONS[own] === 'map';
    return fc
      .record({
        field: hasField(own) ? fieldAt(level) : fc.constant(''),
        settings: SETTINGS[own](level),
        filters: fc.oneof(leavesAt(level), leavesAt(around)),
        limit: fc.constantFrom(-1, 7),
        count:
          isMap && level !== '' ? fc.constantFrom('parents' as const, 'children' as const) : fc.constant(undefined),
      })
      .chain(({ settings, count, ...common }) =>
        (isMap ? aggregatesAt(count === 'parents' ? '' : level, depth - 1) : fc.constant([])).chain((aggregates) =>
          orders(own, aggregates).map((order) =>
            createAggregate(called, own, { ...common, ...settings, ...order, ...(count && { count }), aggregates }),
          ),
        ),
      );
  });
}

/** Any query: every condition and function with every setting it takes, at every level of nested objects. */
export const arbitraryQueryObject: fc.Arbitrary<QueryObject> = fc.record({
  matches: leavesAt(''),
  filters: leavesAt(''),
  aggregates: aggregatesAt('', 3),
  sort: sortsAt(''),
  visuals: fc.constantFrom([], ['Line', 'Table']),
});
