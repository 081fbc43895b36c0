import type { GeoArea } from '../geo/area.ts';
import { printArea, readShape } from '../geo/read-shape.ts';
import { readWellKnown } from '../geo/well-known-text.ts';
import { ClauseFields, readChoice, readFieldEntry, readText } from '../reading/fields.ts';
import { type JsonObject, present } from '../reading/json.ts';
import { wrongShape } from '../reading/refusal.ts';
import { boostOf } from './clause.ts';
import { readPoint } from './geo-point.ts';

/** How a stored shape lies to the one that is given. */
export const SHAPE_RELATIONS = ['intersects', 'disjoint', 'within', 'contains'] as const;
export type ShapeRelation = (typeof SHAPE_RELATIONS)[number];

/** Where a document holds the shape. */
export interface ShapeLookup {
  readonly index: string;
  readonly id: string;
  readonly path: string;
  readonly routing?: string;
}

/** The points or shapes of the field stand so to the shape, which is made of all the areas. */
export interface GeoShapeQuery {
  readonly kind: 'geo_shape';
  readonly field: string;
  readonly areas: readonly GeoArea[];
  /** The areas are those of a document, still to be fetched. */
  readonly lookup?: ShapeLookup;
  readonly relation: ShapeRelation;
  readonly ignoreUnmapped: boolean;
  readonly boost: number;
}

function readLookup(value: unknown, path: string): ShapeLookup {
  const fields = new ClauseFields(value, path, 'indexed_shape');
  const lookup = {
    id: fields.required('id', readText),
    index: fields.text('index') ?? 'shapes',
    path: fields.text('path') ?? 'shape',
    ...present({ routing: fields.text('routing') }),
  };
  fields.done();
  return lookup;
}

/** Whatever the case, as OpenSearch reads it. */
const readRelation = (value: unknown, path: string): ShapeRelation =>
  readChoice(typeof value === 'string' ? value.toLowerCase() : value, path, SHAPE_RELATIONS);

/** What is asked for lies somewhere on the globe. */
function readAskedShape(value: unknown, path: string): readonly GeoArea[] {
  const areas = readShape(value, path);
  if (areas.length === 0 && typeof value === 'string') throw wrongShape(path, 'a shape that is not empty', value);
  const given = typeof value === 'string' ? readWellKnown(value, path) : [Object(value)];
  for (const { type, coordinates } of given) {
    if (String(type).toLowerCase() === 'point')
      readPoint(Array.isArray(coordinates) ? coordinates.slice(0, 2) : [], path);
  }
  return areas;
}

export function parseGeoShape(value: unknown, path: string): GeoShapeQuery {
  const fields = new ClauseFields(value, path, 'geo_shape', ['ignore_unmapped', 'boost']);
  const boost = fields.boost();
  const ignoreUnmapped = fields.flag('ignore_unmapped', false);
  const { field, body, path: at } = readFieldEntry(fields, 'geo_shape');
  const inner = new ClauseFields(body, at, 'geo_shape');
  const lookup = inner.optional('indexed_shape', readLookup);
  const areas = inner.optional('shape', readAskedShape);
  if ((lookup === undefined) === (areas === undefined)) {
    throw wrongShape(at, 'one of [shape] and [indexed_shape]', body);
  }
  const relation = inner.optional('relation', readRelation) ?? 'intersects';
  inner.done();
  return { kind: 'geo_shape', field, areas: areas ?? [], ...present({ lookup }), relation, ignoreUnmapped, boost };
}

const printLookup = ({ index, id, path, routing }: ShapeLookup): JsonObject => present({ index, id, path, routing });

export const printGeoShape = (node: GeoShapeQuery): JsonObject =>
  present({
    [node.field]: present({
      ...(node.lookup === undefined
        ? { shape: { type: 'geometrycollection', geometries: node.areas.map(printArea) } }
        : { indexed_shape: printLookup(node.lookup) }),
      relation: node.relation === 'intersects' ? undefined : node.relation,
    }),
    ignore_unmapped: node.ignoreUnmapped || undefined,
    boost: boostOf(node),
  });
