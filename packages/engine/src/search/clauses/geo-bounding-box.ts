import type { GeoBox, QueryNodes } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { type Condition, test } from '../condition.ts';
import type { FieldSource } from '../index-fields.ts';
import { double, type Sql, sql } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { NOTHING } from './match-none.ts';
import { anyPoint } from './values.ts';

export function geoBoundingBox(node: QueryNodes['geo_bounding_box'], context: ClauseContext): Condition {
  const source = pointField(node, context);
  if (source === null) return NOTHING;
  return test(
    anyPoint(source, (lat, lon) => inBox(node.box, lat, lon)),
    node.boost,
  );
}

interface OnPoint {
  readonly field: string;
  readonly ignoreUnmapped: boolean;
}

/** The point field a geo clause asks; null = not mapped and to be ignored. */
export function pointField(node: OnPoint, context: ClauseContext): FieldSource | null {
  const source = context.field(node.field);
  if (source?.type === 'geo_point') return source;
  if (source === null && node.ignoreUnmapped) return null;
  if (source === null) {
    throw malformed(
      `failed to find geo field [${node.field}]`,
      'Name a field of type geo_point, or set ignore_unmapped.',
      { type: 'query_shard_exception' },
    );
  }
  throw malformed(
    `Field [${source.path}] is of type [${source.type}]; a geo query needs [geo_point]`,
    'Name a field of type geo_point.',
    { type: 'query_shard_exception' },
  );
}

/** Inside the box, its edges included; left > right crosses the date line. */
export function inBox(box: GeoBox, lat: Sql, lon: Sql): Sql {
  const tall = sql`${lat} >= ${double(box.bottom)} AND ${lat} <= ${double(box.top)}`;
  const left = sql`${lon} >= ${double(box.left)}`;
  const right = sql`${lon} <= ${double(box.right)}`;
  return box.left > box.right ? sql`(${tall} AND (${left} OR ${right}))` : sql`(${tall} AND ${left} AND ${right})`;
}
