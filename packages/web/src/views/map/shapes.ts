import type { HitAnswer } from '@datasarana/client';
import type { Feature, Geometry, Position } from 'geojson';
import { boundsOf } from './bounds.ts';
import type { MapData } from './map-data.ts';

/** Documents as the areas, lines and points of a field of shapes (MAP-17). */
export function shapesOf(hits: readonly HitAnswer[], field: string): MapData {
  const features = hits.flatMap((hit) =>
    partsIn(hit._source?.[field]).map(
      (geometry): Feature => ({
        type: 'Feature',
        properties: { id: hit._id, count: 1, ...kindOf(geometry) },
        geometry,
      }),
    ),
  );
  return {
    places: { type: 'FeatureCollection', features },
    bounds: boundsOf(features.flatMap(({ geometry }) => positionsOf(geometry))),
    grid: false,
    documents: hits.length,
  };
}

/** How a shape is drawn; points are as those of any map are. */
function kindOf({ type }: Geometry): { readonly kind?: 'area' | 'line' } {
  if (type.endsWith('Polygon')) return { kind: 'area' };
  return type.endsWith('LineString') ? { kind: 'line' } : {};
}

/** The shapes of a value, those of a collection one by one; a record may hold several. */
function partsIn(value: unknown): readonly Geometry[] {
  if (Array.isArray(value)) return value.flatMap(partsIn);
  if (typeof value !== 'object' || value === null || !('type' in value)) return [];
  if ('geometries' in value) return partsIn(value.geometries);
  return 'coordinates' in value ? [value as Geometry] : [];
}

/** All corners of a shape. */
function positionsOf(geometry: Geometry): readonly Position[] {
  if (geometry.type === 'GeometryCollection') return geometry.geometries.flatMap(positionsOf);
  return cornersIn(geometry.coordinates);
}

const cornersIn = (part: Position | readonly unknown[]): readonly Position[] =>
  typeof part[0] === 'number' ? [part as Position] : part.flatMap((deeper) => cornersIn(deeper as readonly unknown[]));
