import { type Decay, millisOf, readDistance, readDuration, readPoint, zoneOf } from '@datasarana/query';
import { malformed } from '@datasarana/schema';
import { columnOf, type FieldSource, fieldElsewhere, isNumber } from '../index-fields.ts';
import { double, type Sql, sql } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { greatCircle } from './geo-distance.ts';
import { momentFor } from './moment.ts';
import { numberOf } from './values.ts';

/** 1 at the origin and within the offset, falling to `decay` at `scale` beyond it. */
export function decay(node: Decay, context: ClauseContext): Sql {
  const source = context.field(node.field) ?? fieldElsewhere(context.layout, node.field);
  if (source === null) throw malformed(`unknown field [${node.field}]`, 'Name a number, date or geo_point field.');
  const { distances, scale, offset } = distancesFrom(node, source, context);
  if (!(scale > 0)) throw malformed(`[${node.kind}] scale must be > 0.0, got [${node.scale}]`, 'Give a scale above 0.');
  if (offset < 0)
    throw malformed(`[${node.kind}] offset must be >= 0.0, got [${node.offset}]`, 'Give an offset of 0 or more.');
  const beyond = sql`greatest(0, ${distances} - ${double(offset)})`;
  return sql`coalesce(${shape(node, beyond, scale)}, 1)`;
}

function shape({ kind, decay: rate }: Decay, distance: Sql, scale: number): Sql {
  if (kind === 'exp') return sql`exp(${double(Math.log(rate) / scale)} * ${distance})`;
  if (kind === 'gauss') return sql`exp(${double(Math.log(rate) / scale ** 2)} * pow(${distance}, 2))`;
  const reach = scale / (1 - rate);
  return sql`greatest(0, (${double(reach)} - ${distance}) / ${double(reach)})`;
}

interface Distances {
  readonly distances: Sql;
  readonly scale: number;
  readonly offset: number;
}

function distancesFrom(node: Decay, source: FieldSource, context: ClauseContext): Distances {
  if (source.type === 'geo_point') return fromPoint(node, source);
  if (source.type === 'date') {
    const { origin = 'now' } = node;
    const bound = typeof origin === 'number' ? origin : String(origin);
    const reading = { format: source.field?.field.format, zone: zoneOf(undefined), now: context.now, roundUp: false };
    const from = Number(millisOf(momentFor(source, bound, reading)));
    return onColumn(node, source, from, (given) => (given === 0 ? 0 : readDuration(given, node.field)));
  }
  if (!isNumber(source.type)) {
    throw malformed(
      `field [${source.path}] is of type [${source.type}], but only numeric, date and geo_point types are supported`,
      'Name a number, date or geo_point field.',
    );
  }
  const { origin } = node;
  if (typeof origin !== 'number' && typeof origin !== 'string') {
    throw malformed(`both [scale] and [origin] must be set for numeric fields.`, 'Set origin to a number.');
  }
  return onColumn(node, source, numberOf(source, origin), (given) => numberOf(source, given));
}

function onColumn(node: Decay, source: FieldSource, from: number, read: (given: Decay['scale']) => number): Distances {
  const column = columnOf(source);
  const away = (value: Sql) => sql`abs((${value})::DOUBLE - ${double(from)})`;
  const distances = source.list
    ? nearest(node, sql`list_transform(${column}, lambda x: ${away(sql`x`)})`)
    : away(column);
  return { distances, scale: read(node.scale), offset: read(node.offset) };
}

function fromPoint(node: Decay, source: FieldSource): Distances {
  if (node.origin === undefined)
    throw malformed(`[origin] and [scale] must be set for geo fields.`, 'Set origin to a point.');
  const origin = readPoint(node.origin, node.field);
  const [lat, lon] = source.columns;
  if (lat === undefined || lon === undefined) throw new Error(`Field ${source.path} is no point`);
  // DuckDB's least() passes over nothing, so that no point would be as far as can be
  const away = (toLat: Sql, toLon: Sql) =>
    sql`CASE WHEN ${toLat} IS NOT NULL THEN ${greatCircle(origin, toLat, toLon)} END`;
  const distances = source.list
    ? nearest(node, sql`list_transform(list_zip(${lat}, ${lon}), lambda p: ${away(sql`p[1]`, sql`p[2]`)})`)
    : away(lat, lon);
  return { distances, scale: readDistance(node.scale, node.field), offset: readDistance(node.offset, node.field) };
}

const CHOSEN = { min: sql`list_min`, max: sql`list_max`, avg: sql`list_avg`, sum: sql`list_sum` };

const nearest = ({ multiValueMode }: Decay, list: Sql): Sql => sql`${CHOSEN[multiValueMode]}(${list})`;
