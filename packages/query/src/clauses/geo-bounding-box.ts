import { ClauseFields, readFieldEntry, readNumber } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { boostOf } from './clause.ts';
import { type GeoValidation, readPoint, readValidation } from './geo-point.ts';

/** Degrees; left > right means that the box crosses the date line. Its edges belong to it. */
export interface GeoBox {
  readonly top: number;
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
}

/** A point of the field lies in the box. */
export interface GeoBoundingBoxQuery {
  readonly kind: 'geo_bounding_box';
  readonly field: string;
  readonly box: GeoBox;
  /** A field that is not mapped matches nothing instead of failing. */
  readonly ignoreUnmapped: boolean;
  readonly boost: number;
}

export function parseGeoBoundingBox(value: unknown, path: string): GeoBoundingBoxQuery {
  const fields = new ClauseFields(value, path, 'geo_bounding_box', 'all');
  const boost = fields.boost();
  const ignoreUnmapped = fields.flag('ignore_unmapped', false);
  fields.choice('type', ['memory', 'indexed']);
  const validation = readValidation(fields);
  const { field, body, path: at } = readFieldEntry(fields, 'geo_bounding_box');
  return { kind: 'geo_bounding_box', field, box: readBox(body, at, validation), ignoreUnmapped, boost };
}

const WKT = /^BBOX\s*\(\s*(\S+)\s*,\s*(\S+)\s*,\s*(\S+)\s*,\s*(\S+)\s*\)$/i;

/** Corners (`top_left` + `bottom_right`, `top_right` + `bottom_left`), the four sides, or `wkt` BBOX(left, right, top, bottom). */
export function readBox(value: unknown, path: string, validation: GeoValidation = 'strict'): GeoBox {
  const fields = new ClauseFields(value, path, 'a box');
  const wkt = fields.text('wkt');
  if (wkt !== undefined) {
    fields.done();
    const [, left, right, top, bottom] = WKT.exec(wkt.trim()) ?? [];
    return readBox({ left, right, top, bottom }, fields.at('wkt'), validation);
  }
  const corner = (name: 'top_left' | 'bottom_right' | 'top_right' | 'bottom_left') =>
    fields.optional(name, (given, at) => readPoint(given, at, validation, name));
  const topLeft = corner('top_left');
  const bottomRight = corner('bottom_right');
  const topRight = corner('top_right');
  const bottomLeft = corner('bottom_left');
  const side = (name: string, limit: number) =>
    fields.optional(name, (given, at) =>
      readNumber(given, at, validation === 'strict' ? { min: -limit, max: limit } : {}),
    );
  const top = side('top', 90) ?? topLeft?.lat ?? topRight?.lat;
  const left = side('left', 180) ?? topLeft?.lon ?? bottomLeft?.lon;
  const bottom = side('bottom', 90) ?? bottomRight?.lat ?? bottomLeft?.lat;
  const right = side('right', 180) ?? bottomRight?.lon ?? topRight?.lon;
  fields.done();
  if (top === undefined || left === undefined || bottom === undefined || right === undefined || top < bottom) {
    throw wrongShape(path, 'top_left and bottom_right corners, top above bottom', value);
  }
  return { top, left, bottom, right };
}

export const printBox = (box: GeoBox): JsonObject => ({
  top_left: { lat: box.top, lon: box.left },
  bottom_right: { lat: box.bottom, lon: box.right },
});

export const printGeoBoundingBox = (node: GeoBoundingBoxQuery): JsonObject =>
  present({
    [node.field]: printBox(node.box),
    ignore_unmapped: node.ignoreUnmapped || undefined,
    boost: boostOf(node),
  });
