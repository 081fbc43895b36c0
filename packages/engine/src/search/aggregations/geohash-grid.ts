import { type AggregationKinds, GEOHASH_ALPHABET } from '@datasarana/query';
import { inBox } from '../clauses/geo-bounding-box.ts';
import { bigint, type Sql, sql, whole } from '../sql.ts';
import { pointValues } from './field-values.ts';
import type { PlanContext } from './metrics.ts';
import type { KeysPlan } from './plan.ts';

export function geohashGrid(node: AggregationKinds['geohash_grid'], { parts }: PlanContext): KeysPlan {
  const points = pointValues(parts, node.field, 'aggregation [geohash_grid]');
  const bits = { lon: Math.ceil((5 * node.precision) / 2), lat: Math.floor((5 * node.precision) / 2) };
  const cell = (lat: Sql, lon: Sql): Sql => {
    const row = scaled(sql`${lat} + 90`, 180, bits.lat);
    const column = scaled(sql`${lon} + 180`, 360, bits.lon);
    return sql`(${row} * ${whole(2 ** bits.lon)} + ${column})`;
  };
  const counted = (lat: Sql, lon: Sql): Sql =>
    node.bounds === undefined ? sql`${lat} IS NOT NULL` : inBox(node.bounds, lat, lon);
  const ofEach = (made: (lat: Sql, lon: Sql) => Sql) =>
    points.lat.map((lat, i) => made(lat, points.lon[i] ?? sql`NULL`));
  const inPoint = sql`CASE WHEN ${counted(sql`p[1]`, sql`p[2]`)} THEN ${cell(sql`p[1]`, sql`p[2]`)} END`;
  const key = points.list
    ? ofEach((lat, lon) => sql`list_transform(list_zip(${lat}, ${lon}), lambda p: ${inPoint})`)
    : ofEach(cell);
  return {
    kind: 'keys',
    keys: [{ value: key, list: points.list, ...(!points.list && { present: ofEach(counted) }) }],
    size: node.size,
    minDocCount: 1,
    // As in OpenSearch, of cells with as many points the later geohash comes first.
    order: [
      { by: '_count', direction: 'desc' },
      { by: '_key', direction: 'desc' },
    ],
    orderKey: (number) => interleaved(number, bits.lon, bits.lat),
    read: ({ buckets }) => ({
      buckets: buckets.map(({ key: number, body }) => ({
        key: geohashOf(BigInt(number as number | bigint), bits.lon, node.precision),
        ...body(),
      })),
    }),
  };
}

/** Which of 2^bits equal steps a coordinate lies in; the far edge belongs to the last. */
const scaled = (fromEdge: Sql, span: number, bits: number): Sql =>
  sql`least(floor((${fromEdge}) / ${whole(span)} * ${whole(2 ** bits)}), ${whole(2 ** bits - 1)})::BIGINT`;

/** Bits of a cell's column and row in turn, which is the order of geohashes; the last bit is the column's when it has more. */
function interleaved(number: Sql, lonBits: number, latBits: number): Sql {
  const lon = spread(sql`${number} & ${whole(2 ** lonBits - 1)}`);
  const lat = spread(sql`${number} >> ${whole(lonBits)}`);
  return lonBits > latBits ? sql`(${lon} | (${lat} << 1))` : sql`((${lon} << 1) | ${lat})`;
}

const SPREADING: readonly (readonly [shift: number, mask: bigint])[] = [
  [16, 0x0000ffff0000ffffn],
  [8, 0x00ff00ff00ff00ffn],
  [4, 0x0f0f0f0f0f0f0f0fn],
  [2, 0x3333333333333333n],
  [1, 0x5555555555555555n],
];

/** Puts a zero before each of 32 bits; lists of one stand for "let", so that no step is written twice. */
function spread(value: Sql): Sql {
  const steps = SPREADING.reduce(
    (held, [shift, mask]) => sql`list_transform(${held}, lambda a: (a | (a << ${whole(shift)})) & ${bigint(mask)})`,
    sql`[${value}]`,
  );
  return sql`${steps}[1]`;
}

/** Letters of a cell; column and row have at most 30 bits each. */
function geohashOf(number: bigint, lonBits: number, precision: number): string {
  const columns = Number(number & ((1n << BigInt(lonBits)) - 1n));
  const rows = Number(number >> BigInt(lonBits));
  let lon = lonBits - 1;
  let lat = 5 * precision - lonBits - 1;
  let letters = '';
  let letter = 0;
  for (let bit = 0; bit < 5 * precision; bit++) {
    const next = bit % 2 === 0 ? (columns >> lon--) & 1 : (rows >> lat--) & 1;
    letter = letter * 2 + next;
    if (bit % 5 === 4) {
      letters += GEOHASH_ALPHABET[letter] ?? '';
      letter = 0;
    }
  }
  return letters;
}
