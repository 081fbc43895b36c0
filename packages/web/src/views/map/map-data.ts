import type { AggregationAnswer, HitAnswer } from '@datasarana/client';
import { decodeGeohash } from '@datasarana/query';
import type { Feature, FeatureCollection, Point } from 'geojson';
import { type Bounds, boundsOf } from './bounds.ts';

export interface MapData {
  readonly places: FeatureCollection;
  readonly bounds: Bounds | null;
  /** What is drawn: documents one by one, or cells whose counts add up to them (MAP-15). */
  readonly grid: boolean;
  readonly documents: number;
}

const collection = (features: Feature<Point>[]): FeatureCollection<Point> => ({ type: 'FeatureCollection', features });

/** Grid cells as points in their middles, sized by their counts. */
export function cellsOf(cells: AggregationAnswer): MapData {
  const features = (cells.buckets ?? []).map((bucket): Feature<Point> => {
    const cell = decodeGeohash(String(bucket.key));
    return {
      type: 'Feature',
      properties: { count: bucket.doc_count, geohash: bucket.key },
      geometry: { type: 'Point', coordinates: [(cell.west + cell.east) / 2, (cell.south + cell.north) / 2] },
    };
  });
  return {
    places: collection(features),
    bounds: boundsOf(features.map(({ geometry }) => geometry.coordinates)),
    grid: true,
    documents: features.reduce((sum, feature) => sum + Number(feature.properties?.count ?? 0), 0),
  };
}

/** Documents as points; one with several places is drawn at each. */
export function documentsOf(hits: readonly HitAnswer[], field: string): MapData {
  const features = hits.flatMap((hit) =>
    placesOf(hit._source?.[field]).map(
      (coordinates): Feature<Point> => ({
        type: 'Feature',
        properties: { id: hit._id, count: 1 },
        geometry: { type: 'Point', coordinates },
      }),
    ),
  );
  return {
    places: collection(features),
    bounds: boundsOf(features.map(({ geometry }) => geometry.coordinates)),
    grid: false,
    documents: hits.length,
  };
}

function placesOf(value: unknown): [number, number][] {
  if (Array.isArray(value) && value.length > 0 && typeof value[0] === 'object') return value.flatMap(placesOf);
  if (Array.isArray(value) && typeof value[0] === 'number' && typeof value[1] === 'number')
    return [[value[0], value[1]]];
  if (value !== null && typeof value === 'object' && 'lat' in value && 'lon' in value) {
    return [[Number(value.lon), Number(value.lat)]];
  }
  return [];
}

/** Precision of the grid for a zoom: cells of about 30 to 60 pixels. */
export const gridPrecision = (zoom: number): number => Math.max(1, Math.min(8, Math.round(zoom / 1.7 + 1.4)));
