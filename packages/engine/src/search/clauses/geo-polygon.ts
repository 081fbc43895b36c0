import type { GeoPoint, QueryNodes } from '@datasarana/query';
import { type Condition, costlyTest } from '../condition.ts';
import { extent } from '../extent.ts';
import { double, joined, type Sql, sql } from '../sql.ts';
import type { ClauseContext } from './context.ts';
import { inBox, pointField } from './geo-bounding-box.ts';
import { NOTHING } from './match-none.ts';
import { anyPoint, doubleList } from './values.ts';

export function geoPolygon(node: QueryNodes['geo_polygon'], context: ClauseContext): Condition {
  const source = pointField(node, context);
  if (source === null) return NOTHING;
  return costlyTest(
    anyPoint(source, (lat, lon) => inPolygon(node.points, lat, lon)),
    node.boost,
  );
}

/** A line from the point to the west crosses the edges an odd number of times; rows outside the box around need no count. */
export function inPolygon(points: readonly GeoPoint[], lat: Sql, lon: Sql): Sql {
  const [bottom, top] = extent(points.map((point) => point.lat));
  const [left, right] = extent(points.map((point) => point.lon));
  const box = { top, left, bottom, right };
  const crossed = points.length <= FEW ? fewEdges(points, lat, lon) : manyEdges(points, lat, lon);
  return sql`(${inBox(box, lat, lon)} AND (${crossed}) % 2 = 1)`;
}

/** Up to here each edge is a term of its own, which DuckDB computes column by column. */
const FEW = 64;

function fewEdges(points: readonly GeoPoint[], lat: Sql, lon: Sql): Sql {
  const edges = points.map((from, i) => {
    const to = points[(i + 1) % points.length] ?? from;
    const slope = to.lat === from.lat ? 0 : (to.lon - from.lon) / (to.lat - from.lat);
    const across = sql`(${double(from.lat)} > ${lat}) <> (${double(to.lat)} > ${lat})`;
    const west = sql`${lon} < ${double(slope)} * (${lat} - ${double(from.lat)}) + ${double(from.lon)}`;
    return sql`(${across} AND ${west})::INTEGER`;
  });
  return joined(edges, ' + ');
}

function manyEdges(points: readonly GeoPoint[], lat: Sql, lon: Sql): Sql {
  const next = points.map((from, i) => points[(i + 1) % points.length] ?? from);
  const slopes = points.map((from, i) => {
    const to = next[i] ?? from;
    return to.lat === from.lat ? 0 : (to.lon - from.lon) / (to.lat - from.lat);
  });
  const fromLat = doubleList(points.map((point) => point.lat));
  const fromLon = doubleList(points.map((point) => point.lon));
  const toLat = doubleList(next.map((point) => point.lat));
  const across = sql`(e[1] > ${lat}) <> (e[3] > ${lat})`;
  const west = sql`${lon} < e[4] * (${lat} - e[1]) + e[2]`;
  const edges = sql`list_zip(${fromLat}, ${fromLon}, ${toLat}, ${doubleList(slopes)})`;
  return sql`len(list_filter(${edges}, lambda e: ${across} AND ${west}))`;
}
