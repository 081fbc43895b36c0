import { millisOf, type QueryNodes, readDistance, readDuration, readPoint, zoneOf } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { type Condition, test } from '../condition.ts';
import { columnOf, existsTest, type FieldSource, hasNanos, momentsOf } from '../index-fields.ts';
import { isUnindexed } from '../mapped-field.ts';
import { bigint, double, type Sql, sql } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { greatCircle } from './geo-distance.ts';
import { NOTHING } from './match-none.ts';
import { momentFor } from './moment.ts';

type DistanceFeature = QueryNodes['distance_feature'];

export function distanceFeature(node: DistanceFeature, context: ClauseContext): Condition {
  const source = context.field(node.field);
  if (source === null) return NOTHING;
  // the moments that are near are looked up, points are measured
  if (source.type === 'date' && isUnindexed(context.layout, source.path)) return NOTHING;
  const { away, pivot } = distanceFrom(node, source, context);
  const value = sql`(${double(node.boost * pivot)} / (${double(pivot)} + ${away}))`;
  return {
    kind: 'function_score',
    of: test(existsTest(source), 1),
    outer: 1,
    functions: [{ weight: 1, value }],
    scoreMode: 'first',
    boostMode: 'replace',
  };
}

function distanceFrom(
  node: DistanceFeature,
  source: FieldSource,
  context: ClauseContext,
): { readonly away: Sql; readonly pivot: number } {
  if (source.type === 'geo_point') return fromPoint(node, source);
  if (source.type !== 'date') {
    throw malformed(
      `Illegal data type of [${source.type}]![distance_feature] query can only be run on a date, date_nanos or geo_point field type!`,
      'Name a date or geo_point field.',
    );
  }
  const { origin } = node;
  const reading = { format: source.field?.field.format, zone: zoneOf(undefined), now: context.now, roundUp: true };
  const nanos = momentFor(source, typeof origin === 'number' ? origin : String(origin), reading);
  const far = hasNanos(source)
    ? (value: Sql) => sql`(abs((${value})::HUGEINT - ${bigint(nanos)})::DOUBLE / 1000000)`
    : (value: Sql) => sql`abs((${value})::DOUBLE - ${double(Number(millisOf(nanos)))})`;
  const column = columnOf(momentsOf(source));
  const away = source.list ? sql`list_min(list_transform(${column}, lambda x: ${far(sql`x`)}))` : far(column);
  return { away, pivot: milliseconds(String(node.pivot), node.field) };
}

/** Durations below a millisecond too. */
function milliseconds(pivot: string, path: string): number {
  const [, amount, unit] = /^(\d+)(nanos|micros)$/.exec(pivot) ?? [];
  if (amount === undefined) return readDuration(pivot, path);
  return Number(amount) / (unit === 'nanos' ? 1e6 : 1e3);
}

function fromPoint(node: DistanceFeature, source: FieldSource) {
  const origin = readPoint(node.origin, node.field);
  const [lat, lon] = source.columns;
  if (lat === undefined || lon === undefined) throw new Error(`Field ${source.path} is no point`);
  const far = (toLat: Sql, toLon: Sql) => greatCircle(origin, toLat, toLon);
  const away = source.list
    ? sql`list_min(list_transform(list_zip(${lat}, ${lon}), lambda p: ${far(sql`p[1]`, sql`p[2]`)}))`
    : far(lat, lon);
  return { away, pivot: readDistance(node.pivot, node.field) };
}
