import { Fields, pathOf, readFieldEntry, readList, readNumber, readText } from '../reading/fields.ts';
import { isObject, type Json, type JsonObject, present } from '../reading/json.ts';
import { unsupported, wrongShape } from '../reading/refusal.ts';
import { boostOf } from './clause.ts';
import type { GeoBox } from './geo-bounding-box.ts';
import { readDistance } from './geo-distance.ts';
import type { GeoPoint } from './geo-point.ts';

/** An area, or a point. */
export type GeoArea =
  | { readonly kind: 'point'; readonly point: GeoPoint }
  | { readonly kind: 'box'; readonly box: GeoBox }
  | { readonly kind: 'circle'; readonly centre: GeoPoint; readonly metres: number }
  /** The outer ring, then holes; rings are not closed. */
  | { readonly kind: 'polygon'; readonly rings: readonly (readonly GeoPoint[])[] };

export const SHAPE_RELATIONS = ['intersects', 'disjoint', 'within', 'contains'] as const;
export type ShapeRelation = (typeof SHAPE_RELATIONS)[number];

/** The points of the field stand so to the shape, which is made of all the areas. */
export interface GeoShapeQuery {
  readonly kind: 'geo_shape';
  readonly field: string;
  readonly areas: readonly GeoArea[];
  readonly relation: ShapeRelation;
  readonly ignoreUnmapped: boolean;
  readonly boost: number;
}

const TYPES = ['point', 'multipoint', 'envelope', 'circle', 'polygon', 'multipolygon', 'geometrycollection'];

/** GeoJSON order: longitude first. */
function readPosition(value: unknown, path: string): GeoPoint {
  if (!Array.isArray(value) || value.length < 2) throw wrongShape(path, 'a position [lon, lat]', value);
  return {
    lon: readNumber(value[0], pathOf(path, 0), { min: -180, max: 180 }),
    lat: readNumber(value[1], pathOf(path, 1), { min: -90, max: 90 }),
  };
}

const readPositions = (value: unknown, path: string): readonly GeoPoint[] => readList(value, path, readPosition);

function readRing(value: unknown, path: string): readonly GeoPoint[] {
  const ring = readPositions(value, path);
  const [first] = ring;
  const last = ring.at(-1);
  if (ring.length < 4 || first?.lat !== last?.lat || first?.lon !== last?.lon) {
    throw wrongShape(path, 'a closed ring of at least four positions', value);
  }
  return ring.slice(0, -1);
}

const readPolygon = (value: unknown, path: string): GeoArea => ({
  kind: 'polygon',
  rings: readList(value, path, readRing),
});

function readEnvelope(value: unknown, path: string): GeoArea {
  const [topLeft, bottomRight, ...more] = readPositions(value, path);
  if (topLeft === undefined || bottomRight === undefined || more.length > 0 || topLeft.lat < bottomRight.lat) {
    throw wrongShape(path, 'the top left and the bottom right corner', value);
  }
  return {
    kind: 'box',
    box: { top: topLeft.lat, left: topLeft.lon, bottom: bottomRight.lat, right: bottomRight.lon },
  };
}

/** The areas of a GeoJSON shape. */
function readShape(value: unknown, path: string): readonly GeoArea[] {
  const fields = new Fields(value, path, 'shape');
  const type = fields.required('type', readText).toLowerCase();
  const at = <T>(read: (given: unknown, where: string) => T): T => fields.required('coordinates', read);
  switch (type) {
    case 'point':
      return [{ kind: 'point', point: at(readPosition) }];
    case 'multipoint':
      return at(readPositions).map((point) => ({ kind: 'point', point }));
    case 'envelope':
      return [at(readEnvelope)];
    case 'circle':
      return [
        {
          kind: 'circle',
          centre: at(readPosition),
          metres: fields.required('radius', (given, where) => readDistance(given, where)),
        },
      ];
    case 'polygon':
      return [at(readPolygon)];
    case 'multipolygon':
      return at((given, where) => readList(given, where, readPolygon));
    case 'geometrycollection':
      return fields.required('geometries', (given, where) => readList(given, where, readShape)).flat();
    default:
      throw unsupported(fields.at('type'), `Shape [${type}]`, TYPES);
  }
}

export function parseGeoShape(value: unknown, path: string): GeoShapeQuery {
  const fields = new Fields(value, path, 'geo_shape');
  const boost = fields.boost();
  const ignoreUnmapped = fields.flag('ignore_unmapped', false);
  const { field, body, path: at } = readFieldEntry(fields, 'geo_shape');
  const inner = new Fields(body, at, 'geo_shape');
  if (isObject(body) && Object.hasOwn(body, 'indexed_shape')) {
    throw unsupported(inner.at('indexed_shape'), '[indexed_shape] of geo_shape');
  }
  const areas = inner.required('shape', readShape);
  const relation = inner.choice('relation', SHAPE_RELATIONS) ?? 'intersects';
  inner.done();
  return { kind: 'geo_shape', field, areas, relation, ignoreUnmapped, boost };
}

export const printGeoShape = (node: GeoShapeQuery): JsonObject =>
  present({
    [node.field]: present({
      shape: { type: 'geometrycollection', geometries: node.areas.map(printArea) },
      relation: node.relation === 'intersects' ? undefined : node.relation,
    }),
    ignore_unmapped: node.ignoreUnmapped || undefined,
    boost: boostOf(node),
  });

const position = ({ lat, lon }: GeoPoint): Json => [lon, lat];

function printArea(area: GeoArea): JsonObject {
  switch (area.kind) {
    case 'point':
      return { type: 'point', coordinates: position(area.point) };
    case 'circle':
      return { type: 'circle', coordinates: position(area.centre), radius: area.metres };
    case 'box': {
      const { top, left, bottom, right } = area.box;
      return {
        type: 'envelope',
        coordinates: [position({ lat: top, lon: left }), position({ lat: bottom, lon: right })],
      };
    }
    case 'polygon':
      return {
        type: 'polygon',
        coordinates: area.rings.map((ring) => [...ring, ...ring.slice(0, 1)].map(position)),
      };
  }
}
