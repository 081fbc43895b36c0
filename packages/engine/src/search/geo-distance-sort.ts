import { type GeoDistanceSort, METRES } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import type { IndexLayout } from '../index/layout.ts';
import { greatCircle } from './clauses/geo-distance.ts';
import { type FieldSource, fieldOf, unfit } from './index-fields.ts';
import type { SortValue } from './response.ts';
import type { SortKey } from './sort-key.ts';
import { double, joined, type Sql, sql } from './sql.ts';

const MODES = {
  min: (all: Sql) => sql`list_min(${all})`,
  max: (all: Sql) => sql`list_max(${all})`,
  // the mean of the same points is the same in whatever order a document names them
  avg: (all: Sql) => sql`list_avg(list_sort(${all}))`,
  median: (all: Sql) => sql`list_median(${all})`,
};

/** A document without a point is infinitely far away. */
const FAR = sql`'Infinity'::DOUBLE`;

const shown = (value: SortValue): SortValue => (value === Number.POSITIVE_INFINITY ? 'Infinity' : value);

/** The order by distance, in the terms of one index. */
export function distanceKey(sort: GeoDistanceSort, layout: IndexLayout): SortKey {
  const source = fieldOf(layout, sort.field);
  if (source === null && !sort.ignoreUnmapped) {
    throw malformed(
      `failed to find mapper for [${sort.field}] for geo distance based sort`,
      'Name a field of type geo_point, or set ignore_unmapped.',
    );
  }
  if (source !== null && source.type !== 'geo_point') throw unfit(source, 'sorting by distance', 'Name a geo_point.');
  return {
    kind: 'field',
    value: source === null ? FAR : sql`coalesce(${distance(source, sort)}, ${FAR})`,
    descending: sort.order === 'desc',
    nullsFirst: false,
    parameter: (given) => double(Number(given)),
    shown,
  };
}

/** The least, greatest, mean or middle of the distances between all points of the document and all given ones. */
function distance({ columns: [lat, lon], path, list }: FieldSource, sort: GeoDistanceSort): Sql {
  if (lat === undefined || lon === undefined) throw new Error(`Field ${path} has no columns for a point`);
  const unit = METRES[sort.unit] ?? 1;
  const each = sort.points.map((point) => {
    // DuckDB's least() passes over NULL, so that no point at all would lie on the other side of the globe
    if (!list) return sql`[CASE WHEN ${lat} IS NOT NULL THEN ${greatCircle(point, lat, lon)} END]`;
    const one = greatCircle(point, sql`${lat}[i]`, sql`${lon}[i]`);
    return sql`list_transform(range(1, len(${lat}) + 1), lambda i: ${one})`;
  });
  const mode = sort.mode ?? (sort.order === 'desc' ? 'max' : 'min');
  return sql`(${MODES[mode](sql`flatten([${joined(each, ', ')}])`)} / ${double(unit)})`;
}
