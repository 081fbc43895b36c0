import { ClauseFields, readFieldEntry, readList } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { boostOf } from './clause.ts';
import { type GeoPoint, readPoint, readValidation } from './geo-point.ts';

/** A point of the field lies in the polygon, which closes itself. */
export interface GeoPolygonQuery {
  readonly kind: 'geo_polygon';
  readonly field: string;
  readonly points: readonly GeoPoint[];
  readonly ignoreUnmapped: boolean;
  readonly boost: number;
}

export function parseGeoPolygon(value: unknown, path: string): GeoPolygonQuery {
  const fields = new ClauseFields(value, path, 'geo_polygon');
  const boost = fields.boost();
  const ignoreUnmapped = fields.flag('ignore_unmapped', false);
  const validation = readValidation(fields);
  const { field, body, path: at } = readFieldEntry(fields, 'geo_polygon');
  const inner = new ClauseFields(body, at, 'geo_polygon');
  const points = inner.required('points', (list, where) =>
    readList(list, where, (point, each) => readPoint(point, each, validation)),
  );
  inner.done();
  const [first] = points;
  const last = points.at(-1);
  const open = first?.lat === last?.lat && first?.lon === last?.lon ? points.slice(0, -1) : points;
  if (open.length < 3) throw wrongShape(`${at}.points`, 'at least three points', body);
  return { kind: 'geo_polygon', field, points: open, ignoreUnmapped, boost };
}

export const printGeoPolygon = (node: GeoPolygonQuery): JsonObject =>
  present({
    [node.field]: { points: node.points.map(({ lat, lon }) => ({ lat, lon })) },
    ignore_unmapped: node.ignoreUnmapped || undefined,
    boost: boostOf(node),
  });
