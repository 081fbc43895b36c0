import type { AggregationKinds, GeoBox } from '@datasarana/query';
import { inBox } from '../clauses/geo-bounding-box.ts';
import { double, type Sql, sql, whole } from '../sql.ts';
import { pointValues } from './field-values.ts';
import type { PlanContext } from './metrics.ts';
import type { KeyColumn, KeysPlan } from './plan.ts';

export function geotileGrid(node: AggregationKinds['geotile_grid'], context: PlanContext): KeysPlan {
  return {
    kind: 'keys',
    keys: [tileKey(node, context)],
    size: node.size,
    minDocCount: 1,
    // As in OpenSearch, of tiles with as many points the one further east and south comes first.
    order: [
      { by: '_count', direction: 'desc' },
      { by: '_key', direction: 'desc' },
    ],
    read: ({ buckets }) => ({
      buckets: buckets.map(({ key, body }) => ({ key: tileName(key, node.precision), ...body() })),
    }),
  };
}

interface OnTiles {
  readonly field: string;
  readonly precision: number;
  readonly bounds?: GeoBox;
}

/** Number of the tile that a point lies in. */
export function tileKey({ field, precision, bounds }: OnTiles, { parts }: PlanContext): KeyColumn {
  const points = pointValues(parts, field, 'aggregation [geotile_grid]');
  const tile = (lat: Sql, lon: Sql): Sql => tileNumber(lat, lon, precision);
  const counted = (lat: Sql, lon: Sql): Sql =>
    bounds === undefined ? sql`${lat} IS NOT NULL` : inBox(bounds, lat, lon);
  const ofEach = (made: (lat: Sql, lon: Sql) => Sql) =>
    points.lat.map((lat, i) => made(lat, points.lon[i] ?? sql`NULL`));
  if (!points.list) {
    const inside = (lat: Sql, lon: Sql) => sql`CASE WHEN ${counted(lat, lon)} THEN ${tile(lat, lon)} END`;
    return { value: ofEach(inside), list: false };
  }
  const inPoint = sql`CASE WHEN ${counted(sql`p[1]`, sql`p[2]`)} THEN ${tile(sql`p[1]`, sql`p[2]`)} END`;
  return {
    value: ofEach((lat, lon) => sql`list_transform(list_zip(${lat}, ${lon}), lambda p: ${inPoint})`),
    list: true,
  };
}

/** How far north Web Mercator reaches. */
const EDGE = 85.051_128_779_806_6;
const COLUMN = 2 ** 29;

function tileNumber(lat: Sql, lon: Sql, precision: number): Sql {
  const tiles = 2 ** precision;
  const held = (place: Sql) => sql`greatest(0, least(floor(${place}), ${whole(tiles - 1)}))::BIGINT`;
  const x = held(sql`(${lon} + 180) / 360 * ${whole(tiles)}`);
  const sine = sql`sin(radians(greatest(${double(-EDGE)}, least(${double(EDGE)}, ${lat}))))`;
  const y = held(sql`(0.5 - ln((1 + ${sine}) / (1 - ${sine})) / (4 * pi())) * ${whole(tiles)}`);
  return sql`(${x} * ${whole(COLUMN)} + ${y})`;
}

/** `zoom/x/y`. */
export function tileName(key: unknown, precision: number): string {
  const number = BigInt(key as number | bigint);
  return `${precision}/${number / BigInt(COLUMN)}/${number % BigInt(COLUMN)}`;
}

/** Number of a tile by its name. */
export function tileOf(name: string): bigint | null {
  const found = /^\d+\/(\d+)\/(\d+)$/.exec(name);
  return found === null ? null : BigInt(found[1] ?? 0) * BigInt(COLUMN) + BigInt(found[2] ?? 0);
}
