import { Fields, readFieldEntry, readNumber } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { boostOf } from './clause.ts';
import { readPoint } from './geo-point.ts';

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
  const fields = new Fields(value, path, 'geo_bounding_box');
  const boost = fields.boost();
  const ignoreUnmapped = fields.flag('ignore_unmapped', false);
  fields.hints('type');
  fields.choice('validation_method', ['strict']);
  const { field, body, path: at } = readFieldEntry(fields, 'geo_bounding_box');
  return { kind: 'geo_bounding_box', field, box: readBox(body, at), ignoreUnmapped, boost };
}

/** Corners (`top_left` + `bottom_right`, `top_right` + `bottom_left`) or the four sides. */
export function readBox(value: unknown, path: string): GeoBox {
  const fields = new Fields(value, path, 'a box');
  const topLeft = fields.optional('top_left', readPoint);
  const bottomRight = fields.optional('bottom_right', readPoint);
  const topRight = fields.optional('top_right', readPoint);
  const bottomLeft = fields.optional('bottom_left', readPoint);
  const side = (name: string, limit: number) =>
    fields.optional(name, (given, at) => readNumber(given, at, { min: -limit, max: limit }));
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
